# Debian's Redis with as much of the official image's contract as docker-compose.yml uses.
FROM fiscal-stand-in/node:24
RUN apt-get update \
  && apt-get install --yes --no-install-recommends redis-server \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=redis --group=redis /data
VOLUME /data
USER redis
CMD ["redis-server"]
