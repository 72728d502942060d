#!/bin/sh
# Copies the manifest and the compiled files of the named rooms, and of our rooms that they stand on,
# to /built/<name>, at the places that they have in the workspace. Used while images are built.
#
#   collect-built.sh <name> <room>…
set -eu

target=/built/$1
root=$PWD
shift
rooms=
for room in "$@"; do rooms="$rooms --filter-prod $room..."; done
mkdir -p "$target"
# shellcheck disable=SC2086 # one word for each argument
pnpm --config.pmOnFail=ignore --silent $rooms exec pwd | while read -r room; do
  cp -R --parents ".${room#"$root"}/dist" ".${room#"$root"}/package.json" "$target"
  # Files that the compiled ones read.
  if [ -d "$room/schema" ]; then cp -R --parents ".${room#"$root"}/schema" "$target"; fi
done
# Source maps stay, so that a stack trace names our lines; declarations are for the compiler.
find "$target" -type f \( -name '*.d.ts' -o -name '*.d.ts.map' \) -delete
