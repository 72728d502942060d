#!/bin/sh
# Writes the secrets of an installation, once: into .env the public half of the vault's keys, the
# password of the database and the seal of the panel's second factors; into
# deploy/secrets/certificate-identity the private half. Keep a copy of that one elsewhere: without it
# no stored certificate can be opened again.
#
# Where an older version wrote the private half into .env, it is moved.
#
#   sh deploy/make-env.sh
#
# BASE_IMAGE, POSTGRES_IMAGE and REDIS_IMAGE are written, too, where the shell sets them.
set -eu

cd "$(dirname "$0")/.."

# Nobody of this machine can enter the folder; the file in it is read by the containers' user.
keep_identity() {
  (umask 077 && mkdir -p deploy/secrets && printf '%s\n' "$1" >deploy/secrets/certificate-identity)
  chmod 444 deploy/secrets/certificate-identity
}

if [ -e .env ] && grep -q '^CERTIFICATE_IDENTITY=.' .env && [ ! -e deploy/secrets/certificate-identity ]; then
  keep_identity "$(sed -n 's/^CERTIFICATE_IDENTITY=//p' .env)"
  sed -i '/^CERTIFICATE_IDENTITY=/d' .env
  echo "CERTIFICATE_IDENTITY was moved from .env to deploy/secrets/certificate-identity."
  exit 0
fi
if [ -e .env ] && grep -Eq '^(CERTIFICATE_(RECIPIENT|IDENTITY)|POSTGRES_PASSWORD)=.' .env; then
  echo ".env has secrets already, and data may be sealed with them: nothing was changed." >&2
  exit 1
fi

docker build --file deploy/Dockerfile --target migrations --tag fiscal-migrations \
  --build-arg "BASE_IMAGE=${BASE_IMAGE:-node:24-bookworm-slim}" .
vault_keys=$(docker run --rm fiscal-migrations vault-keys)
# Hexadecimal, because it becomes a part of a URL.
password=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')

umask 077
{
  [ -z "${BASE_IMAGE:-}" ] || echo "BASE_IMAGE=$BASE_IMAGE"
  [ -z "${POSTGRES_IMAGE:-}" ] || echo "POSTGRES_IMAGE=$POSTGRES_IMAGE"
  [ -z "${REDIS_IMAGE:-}" ] || echo "REDIS_IMAGE=$REDIS_IMAGE"
  echo "POSTGRES_PASSWORD=$password"
  echo "$vault_keys" | grep '^CERTIFICATE_RECIPIENT='
  echo "ADMIN_SECRET=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"
} >>.env
chmod 600 .env
keep_identity "$(echo "$vault_keys" | sed -n 's/^CERTIFICATE_IDENTITY=//p')"
echo "The secrets are in .env and deploy/secrets/. Start with: docker compose up --detach --build"
