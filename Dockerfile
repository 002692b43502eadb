# The server in a container: on SQLite by itself, or on PostgreSQL as in compose.yaml.
#
#   docker build -t footfall .
#   docker run -d --name footfall -p 3000:3000 -v footfall:/data --read-only --tmpfs /tmp footfall
#   docker logs footfall                     the link that creates the owner account
#   docker exec footfall footfall --help     the command line
#
# A folder of the host in place of the volume must be writable for user 1000.

ARG NODE_VERSION=22.23.2

# Every dependency, with the one native module compiled for the Node of this version. Other packages' install scripts
# only fetch or check what is not needed here; the module is compiled from the source that it comes with, against the
# headers that the image has. So nothing comes from anywhere but the npm registry.
FROM node:${NODE_VERSION}-bookworm AS installed
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts \
 && npm_config_build_from_source=true npm_config_nodedir=/usr/local npm rebuild better-sqlite3

FROM installed AS built
COPY tsconfig.json prisma.config.ts ./
COPY prisma ./prisma
COPY scripts ./scripts
COPY src ./src
RUN npm run build

# What the built server loads from node_modules: `dependencies` in package.json; the rest is bundled into dist/. This does
# not depend on the sources, so that its layer stays the same when only they change. Deleted are SQLite's sources, what
# compiling left behind, and type declarations and source maps, which Node does not read.
FROM installed AS production
RUN npm prune --omit=dev --ignore-scripts \
 && rm -r node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
 && find node_modules/better-sqlite3/build -type f ! -path '*/Release/better_sqlite3.node' -delete \
 && find node_modules -type f \( -name '*.js.map' -o -name '*.mjs.map' -o -name '*.cjs.map' \
      -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.d.ts.map' \) -delete

FROM node:${NODE_VERSION}-bookworm-slim
LABEL org.opencontainers.image.title="footfall" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.description="Self-hosted, cookieless web analytics: GraphQL from the ground up, with a REST API beside it." \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    DATABASE_URL=file:/data/footfall.db
WORKDIR /app
RUN install -d -o node -g node /data \
 && ln -s /app/bin/footfall.js /usr/local/bin/footfall
# All of it belongs to root: the server cannot change its own program.
COPY --from=production /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY bin ./bin
COPY prisma/migrations ./prisma/migrations
COPY --from=built /app/dist ./dist
USER node
# What was taken away above is not needed if the server gets ready without it, and stops with 0 when it is told to.
RUN DATABASE_URL=file:/tmp/trial/footfall.db node dist/main.js & \
    until node -e "fetch('http://localhost:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))" 2>/dev/null; \
      do kill -0 $! || exit 1; sleep 1; done; \
    kill $! && wait $! && rm -r /tmp/trial
# Outside of /app, where npx would look for the package that has the command: `npx footfall` works, too.
WORKDIR /data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://localhost:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "/app/dist/main.js"]
