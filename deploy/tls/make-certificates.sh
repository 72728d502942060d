#!/bin/sh
# Makes a CA of your own and, by it, the certificates that PostgreSQL and Redis prove themselves with,
# in deploy/secrets/tls. A second call keeps the CA and renews the certificates; restart the stores then.
#
#   sh deploy/tls/make-certificates.sh [folder] [host name of PostgreSQL] [host name of Redis]
#
# The host names are those in DATABASE_URL and REDIS_URL. The key of the CA, ca.key, is needed for
# renewals only: keep it elsewhere. PostgreSQL refuses a key that others can read, or that is another
# user's: each key belongs to the user `postgres` or `redis` where root runs this and there is one, else
# to who runs it.
set -eu

folder=${1:-$(dirname "$0")/../secrets/tls}
umask 077
mkdir -p "$folder"
# Servers and processes reach their files by name.
chmod 711 "$folder"
cd "$folder"

if [ ! -e ca.pem ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -sha256 -days 3650 -subj '/CN=Stores of the fiscal service' \
    -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign' -keyout ca.key -out ca.pem 2>/dev/null
fi

issue() {
  rm -f "$1.key" "$1.pem"
  openssl req -newkey rsa:3072 -nodes -sha256 -subj "/CN=$2" -keyout "$1.key" -out "$1.csr" 2>/dev/null
  printf '%s\n' 'basicConstraints=critical,CA:FALSE' 'keyUsage=critical,digitalSignature,keyEncipherment' \
    'extendedKeyUsage=serverAuth' "subjectAltName=DNS:$2" >"$1.ext"
  openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -sha256 -days 825 \
    -extfile "$1.ext" -out "$1.pem" 2>/dev/null
  rm "$1.csr" "$1.ext"
  chmod 444 "$1.pem"
  chmod 600 "$1.key"
  if [ "$(id -u)" = 0 ] && id "$1" >/dev/null 2>&1; then chown "$1" "$1.key"; fi
}
issue postgres "${2:-postgres}"
issue redis "${3:-redis}"
chmod 444 ca.pem
echo "The certificates are in $folder until $(openssl x509 -in redis.pem -noout -enddate | cut -d= -f2)."
