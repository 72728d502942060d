# Debian's Caddy with as much of the official image's contract as production/compose.yml uses.
FROM fiscal-stand-in/node:24
RUN apt-get update \
  && apt-get install --yes --no-install-recommends caddy wget \
  && rm -rf /var/lib/apt/lists/*
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
