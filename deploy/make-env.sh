#!/bin/sh
# Writes the secrets of an installation into .env, once: a new pair of vault keys and the password
# of the database, and the seal of the panel's second factors. Keep a copy of CERTIFICATE_IDENTITY elsewhere: without it no stored certificate
# can be opened again.
#
#   sh deploy/make-env.sh
#
# BASE_IMAGE, POSTGRES_IMAGE and REDIS_IMAGE are written, too, where the shell sets them.
set -eu

cd "$(dirname "$0")/.."
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
  echo "$vault_keys"
  echo "ADMIN_SECRET=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"
} >>.env
chmod 600 .env
echo "The secrets are in .env. Start with: docker compose up --detach --build"
