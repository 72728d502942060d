#!/bin/sh
# Writes the secrets of an installation, once: into .env the public half of the vault's keys, the
# passwords of the database's owner and of the logins of API and worker, and the seal of the panel's second
# factors; into deploy/secrets/certificate-identity the private half of the keys. Keep a copy of that one
# elsewhere: without it no stored certificate can be opened again.
#
# An .env of an older version keeps what it has: a private half in it is moved, and passwords of the
# logins are added.
#
#   sh deploy/make-env.sh
#
# BASE_IMAGE, POSTGRES_IMAGE and REDIS_IMAGE are written, too, where the shell sets them.
set -eu

cd "$(dirname "$0")/.."

# Hexadecimal, because it becomes a part of a URL.
new_password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
add_logins() (
  umask 077
  for name in API WORKER; do
    grep -qs "^${name}_DATABASE_PASSWORD=." .env ||
      echo "${name}_DATABASE_PASSWORD=$(new_password)" >>.env
  done
)

# Nobody of this machine can enter the folder; the file in it is read by the containers' user.
keep_identity() {
  (umask 077 && mkdir -p deploy/secrets && printf '%s\n' "$1" >deploy/secrets/certificate-identity)
  chmod 444 deploy/secrets/certificate-identity
}

if [ -e .env ] && grep -q '^CERTIFICATE_IDENTITY=.' .env && [ ! -e deploy/secrets/certificate-identity ]; then
  keep_identity "$(sed -n 's/^CERTIFICATE_IDENTITY=//p' .env)"
  sed -i '/^CERTIFICATE_IDENTITY=/d' .env
  add_logins
  echo "CERTIFICATE_IDENTITY was moved from .env to deploy/secrets/certificate-identity."
  exit 0
fi
if [ -e .env ] && grep -Eq '^(CERTIFICATE_(RECIPIENT|IDENTITY)|POSTGRES_PASSWORD)=.' .env; then
  if grep -q '^API_DATABASE_PASSWORD=.' .env && grep -q '^WORKER_DATABASE_PASSWORD=.' .env; then
    echo ".env has secrets already, and data may be sealed with them: nothing was changed." >&2
    exit 1
  fi
  add_logins
  echo "Added the passwords of the logins of API and worker to .env; everything else is as it was."
  exit 0
fi

docker build --file deploy/Dockerfile --target migrations --tag fiscal-migrations \
  --build-arg "BASE_IMAGE=${BASE_IMAGE:-node:24-bookworm-slim}" .
vault_keys=$(docker run --rm fiscal-migrations vault-keys)
password=$(new_password)

umask 077
{
  [ -z "${BASE_IMAGE:-}" ] || echo "BASE_IMAGE=$BASE_IMAGE"
  [ -z "${POSTGRES_IMAGE:-}" ] || echo "POSTGRES_IMAGE=$POSTGRES_IMAGE"
  [ -z "${REDIS_IMAGE:-}" ] || echo "REDIS_IMAGE=$REDIS_IMAGE"
  echo "POSTGRES_PASSWORD=$password"
  echo "$vault_keys" | grep '^CERTIFICATE_RECIPIENT='
  echo "ADMIN_SECRET=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"
} >>.env
add_logins
chmod 600 .env
keep_identity "$(echo "$vault_keys" | sed -n 's/^CERTIFICATE_IDENTITY=//p')"
echo "The secrets are in .env and deploy/secrets/. Start with: docker compose up --detach --build"
