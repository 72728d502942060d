#!/bin/sh
# Makes local images that take the place of node:24-bookworm-slim, postgres, redis and caddy where
# no image can be pulled. For trying the containers on a Debian 12 machine, never for an
# installation. Needs root, debootstrap, npm and a running engine; Node 24 comes from node_modules
# (npm start puts it there). At the end it prints the variables that docker compose and make-env.sh
# understand.
#
#   sh deploy/stand-ins/make-images.sh
set -eu

here=$(cd "$(dirname "$0")" && pwd)
node=$here/../../node_modules/node/bin/node
case $("$node" --version 2>/dev/null) in
  v24.*) ;;
  *)
    echo "There is no Node 24 in node_modules: run npm start -- --once before." >&2
    exit 1
    ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >"$work/debootstrap.log" ||
  { cat "$work/debootstrap.log" >&2; exit 1; }
# The machine's own package sources (security updates are among them) and certificates.
[ ! -f /etc/apt/sources.list.d/debian.sources ] || {
  cp /etc/apt/sources.list.d/debian.sources "$root/etc/apt/sources.list.d/"
  rm -f "$root/etc/apt/sources.list"
}
# As the images of Debian do: no caches of apt, no documentation.
cat >"$root/etc/apt/apt.conf.d/no-caches" <<'END'
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb || true"; };
END
cat >"$root/etc/dpkg/dpkg.cfg.d/no-documentation" <<'END'
path-exclude /usr/share/doc/*
path-exclude /usr/share/man/*
path-exclude /usr/share/locale/*
END
rm -rf "$root"/usr/share/doc/* "$root"/usr/share/man/* "$root"/usr/share/locale/*
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
cp "$node" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules"
# Where npm itself lies: its own answer (npm root --global) follows the Node that runs it.
cp -R "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
rm -rf "$root"/var/cache/apt/*.bin "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*

tar --create --directory "$root" --numeric-owner . |
  docker import --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' \
    --change 'CMD ["node"]' - fiscal-stand-in/node:24 >/dev/null
for server in postgres redis caddy; do
  docker build --quiet --file "$here/$server.Dockerfile" --tag "fiscal-stand-in/$server" \
    "$here" >/dev/null
done

cat <<END
export BASE_IMAGE=fiscal-stand-in/node:24
export POSTGRES_IMAGE=fiscal-stand-in/postgres
export REDIS_IMAGE=fiscal-stand-in/redis
export CADDY_IMAGE=fiscal-stand-in/caddy
END
