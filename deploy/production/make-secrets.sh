#!/bin/sh
# Writes the secrets of a production installation, once: into deploy/production/secrets/ one file each, and into
# deploy/production/.env the public half of the vault's keys. What is there already is kept. Keep a copy of
# secrets/certificate-identity elsewhere: without it no stored certificate can be opened again.
#
#   sh deploy/production/make-secrets.sh
#
# Needs the image of the migrations (deploy/build-images.sh, or FISCAL_MIGRATIONS_IMAGE), which makes the vault's keys.
set -eu

cd "$(dirname "$0")"

# Hexadecimal, because it becomes a part of a URL.
new_password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

# Nobody else of this machine can enter the folder; the files in it are read by the containers' users.
keep() {
  [ -e "secrets/$1" ] || (umask 077 && mkdir -p secrets && printf '%s\n' "$2" >"secrets/$1")
  chmod 444 "secrets/$1"
}

if [ ! -e secrets/certificate-identity ]; then
  if grep -qs '^CERTIFICATE_RECIPIENT=.' .env; then
    echo "CERTIFICATE_RECIPIENT is in .env, and its identity is not in secrets/certificate-identity: put it there." >&2
    exit 1
  fi
  vault_keys=$(docker run --rm "${FISCAL_MIGRATIONS_IMAGE:-fiscal-migrations:${FISCAL_VERSION:-latest}}" vault-keys)
  (umask 077 && echo "$vault_keys" | grep '^CERTIFICATE_RECIPIENT=' >>.env)
  keep certificate-identity "$(echo "$vault_keys" | sed -n 's/^CERTIFICATE_IDENTITY=//p')"
fi
keep postgres-password "$(new_password)"
keep owner-database-url "postgresql://fiscal:$(cat secrets/postgres-password)@postgres:5432/fiscal"
keep api-database-url "postgresql://fiscal_api_login:$(new_password)@postgres:5432/fiscal"
keep worker-database-url "postgresql://fiscal_worker_login:$(new_password)@postgres:5432/fiscal"
keep redis-url "redis://:$(new_password)@redis:6379"
# What the one user of Redis may do: everything but what empties, configures or stops it.
redis_password=$(sed 's#^redis://:\(.*\)@.*#\1#' secrets/redis-url)
keep redis-config "user default on >$redis_password ~* &* +@all -@admin -@dangerous +info"
keep admin-secret "$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"
# Empty until they are filled by hand; an empty file counts as no value.
keep api-database-direct-url ""
keep worker-database-direct-url ""
keep redis-sentinel-password ""
keep otlp-headers ""
keep stores-ca ""
keep smtp-url ""
keep first-operator-password ""
keep object-store-secret-key ""
echo "The secrets are in deploy/production/secrets/. Put FISCAL_HOST into deploy/production/.env, then start."
