#!/bin/sh
# Makes the database of POSTGRES_USER, POSTGRES_PASSWORD (or POSTGRES_PASSWORD_FILE) and POSTGRES_DB
# under PGDATA on the first start, then becomes the server: the arguments are its command.
set -eu

PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
install --directory --owner=postgres --group=postgres --mode=0700 "$PGDATA"
install --directory --owner=postgres --group=postgres /var/run/postgresql

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(mktemp)
  printf '%s\n' "${POSTGRES_PASSWORD:-$(cat "${POSTGRES_PASSWORD_FILE:-}")}" >"$password"
  chown postgres "$password"
  as_postgres initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile="$password" \
    --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
  rm "$password"
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  # On no port: nobody may take it for the real start.
  as_postgres pg_ctl --pgdata="$PGDATA" --wait --options="-c listen_addresses=''" start
  [ "$POSTGRES_DB" = postgres ] || as_postgres createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
  as_postgres pg_ctl --pgdata="$PGDATA" --wait --mode=fast stop
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups \
  "$@" -D "$PGDATA" -c listen_addresses='*'
