# Debian's Redis with as much of the official image's contract as docker-compose.yml uses: reachable
# from other containers although it has no password.
FROM fiscal-stand-in/node:24
RUN apt-get update \
  && apt-get install --yes --no-install-recommends redis-server \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=redis --group=redis /data
VOLUME /data
USER redis
ENTRYPOINT ["sh", "-c", "exec \"$@\" --protected-mode no", "sh"]
CMD ["redis-server"]
