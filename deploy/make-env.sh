#!/bin/sh
# Writes the secrets of an installation, once: into .env the public half of the vault's keys, the
# passwords of the database's owner, of the logins of API and worker and of Redis, and the seal of the
# panel's second factors; into deploy/secrets/redis-config what Redis has to know of its password; into
# deploy/secrets/certificate-identity the private half of the keys. Keep a copy of that one elsewhere:
# without it no stored certificate can be opened again.
#
# An .env of an older version keeps what it has: a private half in it is moved, and passwords that it
# lacks are added. A REDIS_PASSWORD that was changed by hand is written to deploy/secrets/redis-config.
#
#   sh deploy/make-env.sh
#
# BASE_IMAGE, POSTGRES_IMAGE and REDIS_IMAGE are written, too, where the shell sets them.
set -eu

cd "$(dirname "$0")/.."

# Hexadecimal, because it becomes a part of a URL.
new_password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
add_passwords() (
  umask 077
  for name in API_DATABASE WORKER_DATABASE REDIS; do
    grep -qs "^${name}_PASSWORD=." .env || echo "${name}_PASSWORD=$(new_password)" >>.env
  done
)

# What the one user of Redis may do: everything but what empties, configures or stops it.
redis_config() {
  echo "user default on >$(sed -n 's/^REDIS_PASSWORD=//p' .env) ~* &* +@all -@admin -@dangerous +info"
}
is_redis_config_kept() { [ "$(redis_config)" = "$(cat deploy/secrets/redis-config 2>/dev/null)" ]; }
keep_redis_config() { is_redis_config_kept || keep_secret redis-config "$(redis_config)"; }

# Nobody else of this machine can enter the folder; the files in it are read by the containers' users.
keep_secret() {
  (umask 077 && mkdir -p deploy/secrets && rm -f "deploy/secrets/$1" &&
    printf '%s\n' "$2" >"deploy/secrets/$1")
  chmod 444 "deploy/secrets/$1"
}

if [ -e .env ] && grep -q '^CERTIFICATE_IDENTITY=.' .env && [ ! -e deploy/secrets/certificate-identity ]; then
  keep_secret certificate-identity "$(sed -n 's/^CERTIFICATE_IDENTITY=//p' .env)"
  sed -i '/^CERTIFICATE_IDENTITY=/d' .env
  add_passwords
  keep_redis_config
  echo "CERTIFICATE_IDENTITY was moved from .env to deploy/secrets/certificate-identity."
  exit 0
fi
if [ -e .env ] && grep -Eq '^(CERTIFICATE_(RECIPIENT|IDENTITY)|POSTGRES_PASSWORD)=.' .env; then
  if grep -q '^API_DATABASE_PASSWORD=.' .env && grep -q '^WORKER_DATABASE_PASSWORD=.' .env &&
    grep -q '^REDIS_PASSWORD=.' .env && is_redis_config_kept; then
    echo ".env has secrets already, and data may be sealed with them: nothing was changed." >&2
    exit 1
  fi
  add_passwords
  keep_redis_config
  echo "The passwords that .env lacked are in it, and that of Redis is in deploy/secrets/redis-config;"
  echo "everything else is as it was."
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
add_passwords
chmod 600 .env
keep_redis_config
keep_secret certificate-identity "$(echo "$vault_keys" | sed -n 's/^CERTIFICATE_IDENTITY=//p')"
echo "The secrets are in .env and deploy/secrets/. Start with: docker compose up --detach --build"
