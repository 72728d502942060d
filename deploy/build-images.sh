#!/bin/sh
# Builds the images of deploy/Dockerfile from what is committed: all of them, or those named. Each is
# tagged by version and commit (fiscal-api:0.1.0-3eb7571) and as latest, and labelled with both. The
# one line on standard output belongs into .env of the installation; the builder's own words go to
# standard error. BASE_IMAGE replaces the base.
#
#   sh deploy/build-images.sh [target]…
set -eu

cd "$(dirname "$0")/.."
if [ -n "$(git status --porcelain)" ]; then
  echo "Something is not committed, and no commit would name these images: commit or stash it." >&2
  exit 1
fi
commit=$(git rev-parse HEAD)
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
tag=$version-$(git rev-parse --short=7 HEAD)
[ $# -gt 0 ] ||
  set -- migrations api worker worker-fiscalize worker-print efi-simulator efi-pki demo

for target in "$@"; do
  docker build --file deploy/Dockerfile --target "$target" \
    ${BASE_IMAGE:+--build-arg BASE_IMAGE="$BASE_IMAGE"} --build-arg COMMIT="$commit" \
    --label org.opencontainers.image.version="$version" \
    --label org.opencontainers.image.revision="$commit" \
    --tag "fiscal-$target:$tag" --tag "fiscal-$target:latest" . >&2
done
echo "FISCAL_VERSION=$tag"
