#!/bin/sh
# Writes the secrets of an installation, once: into .env the public half of the vault's keys and the
# password of the database, into deploy/secrets/ the private half (certificate-identity) and the seal
# of the panel's second factors (admin-secret). Keep a copy of certificate-identity elsewhere: without
# it no stored certificate can be opened again.
#
# Where an older version wrote all of them into .env, the last two are moved to deploy/secrets/.
#
#   sh deploy/make-env.sh
#
# BASE_IMAGE, POSTGRES_IMAGE and REDIS_IMAGE are written, too, where the shell sets them.
set -eu

cd "$(dirname "$0")/.."

# Nobody of this machine can enter the folder; the files in it are read by the containers' user.
keep() {
  (umask 077 && mkdir -p deploy/secrets && printf '%s\n' "$2" >"deploy/secrets/$1")
  chmod 444 "deploy/secrets/$1"
}

if [ -e .env ] && grep -q '^CERTIFICATE_IDENTITY=.' .env && [ ! -e deploy/secrets/certificate-identity ]; then
  keep certificate-identity "$(sed -n 's/^CERTIFICATE_IDENTITY=//p' .env)"
  keep admin-secret "$(sed -n 's/^ADMIN_SECRET=//p' .env)"
  sed -i -e '/^CERTIFICATE_IDENTITY=/d' -e '/^ADMIN_SECRET=/d' .env
  echo "The secrets of the processes were moved from .env to deploy/secrets/."
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
} >>.env
chmod 600 .env
keep certificate-identity "$(echo "$vault_keys" | sed -n 's/^CERTIFICATE_IDENTITY=//p')"
keep admin-secret "$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"
echo "The secrets are in .env and deploy/secrets/. Start with: docker compose up --detach --build"
