#!/bin/sh
# Writes the secrets of an installation into .env, once: a new pair of vault keys, the passwords of the
# database's owner and of the logins of API and worker, and the seal of the panel's second factors. Keep
# a copy of CERTIFICATE_IDENTITY elsewhere: without it no stored certificate can be opened again. An
# .env from before the logins gets them added, and keeps everything else.
#
#   sh deploy/make-env.sh
#
# BASE_IMAGE, POSTGRES_IMAGE and REDIS_IMAGE are written, too, where the shell sets them.
set -eu

cd "$(dirname "$0")/.."
umask 077

# Hexadecimal, because it becomes a part of a URL.
new_password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
add_logins() {
  for name in API WORKER; do
    grep -qs "^${name}_DATABASE_PASSWORD=." .env ||
      echo "${name}_DATABASE_PASSWORD=$(new_password)" >>.env
  done
}

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

{
  [ -z "${BASE_IMAGE:-}" ] || echo "BASE_IMAGE=$BASE_IMAGE"
  [ -z "${POSTGRES_IMAGE:-}" ] || echo "POSTGRES_IMAGE=$POSTGRES_IMAGE"
  [ -z "${REDIS_IMAGE:-}" ] || echo "REDIS_IMAGE=$REDIS_IMAGE"
  echo "POSTGRES_PASSWORD=$password"
  echo "$vault_keys"
  echo "ADMIN_SECRET=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"
} >>.env
add_logins
chmod 600 .env
echo "The secrets are in .env. Start with: docker compose up --detach --build"
