#!/bin/sh
# Installs, exactly as the lockfile says, the packages of the named rooms and of our rooms that they
# stand on. Used while images are built, in the root of the workspace.
#
#   install-packages.sh development <room>…   to compile them: with the tools of the root
#   install-packages.sh production <room>…    to run them: nothing but what it loads
set -eu

kind=$1
shift
rooms=
for room in "$@"; do rooms="$rooms --filter-prod $room..."; done

# pmOnFail: the pnpm that runs is the pinned one; it need not look for itself in the registry.
# The lockfile was checked when it was written: here its hashes count, and asking the registry again
# about every entry takes far longer than the installation. No package that we load needs its
# install script.
install() {
  # shellcheck disable=SC2086 # one word for each argument
  CI=true pnpm --config.pmOnFail=ignore install \
    --frozen-lockfile --trust-lockfile --ignore-scripts $rooms "$@"
}

case $kind in
  development)
    install --filter "$(node --print 'require("./package.json").name')"
    ;;
  production)
    install --prod
    # Declarations and maps of packages are never read at run time; nor are Prisma's query compilers
    # for other databases, which weigh more than everything else together.
    find node_modules/.pnpm -type f \
      \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
    find node_modules/.pnpm -type f -path '*/@prisma/client/runtime/query_compiler_*' \
      ! -name '*.postgresql.*' -delete
    # Manifests come with the compiled rooms, each where it is needed.
    find apps packages -mindepth 2 -maxdepth 2 -name package.json -delete
    find apps packages -maxdepth 1 -type d -empty -delete
    rm -rf deploy e2e package.json pnpm-lock.yaml pnpm-workspace.yaml
    ;;
  *)
    echo "Say development or production." >&2
    exit 1
    ;;
esac
