# Debian's Caddy with as much of the official image's contract as production/compose.yml uses. Of
# trixie's backports, which needs nothing that bookworm lacks: bookworm's cannot repeat a POST at
# another API.
FROM fiscal-stand-in/node:24
RUN sed -i 's/^Suites: bookworm .*/& trixie-backports/' /etc/apt/sources.list.d/debian.sources \
  && apt-get update \
  && apt-get install --yes --no-install-recommends wget caddy/trixie-backports \
  && rm -rf /var/lib/apt/lists/*
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
