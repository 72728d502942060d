# Debian's PostgreSQL with as much of the official image's contract as docker-compose.yml uses.
FROM fiscal-stand-in/node:24
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql \
  && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/* /etc/postgresql/*
COPY postgres-entry.sh /usr/local/bin/
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/usr/local/bin/postgres-entry.sh"]
CMD ["postgres"]
