# The image of the server. It uses SQLite by default; compose.yaml runs it with PostgreSQL.
#
#   docker build -t footfall .
#   docker run -d --name footfall -p 3000:3000 -v footfall:/data --read-only --tmpfs /tmp footfall
#   docker logs footfall                     prints the link for creating the owner account
#   docker exec footfall footfall --help     runs the command line
#
# If you mount a host folder instead of the volume, user 1000 must be able to write to it. To admit only
# programs of this machine, publish the port as 127.0.0.1:3000:3000. HOST=127.0.0.1 would be the container's
# own loopback interface, which nothing outside of the container can reach.

# An LTS version (README.md lists the supported ones).
ARG NODE_VERSION=24.21.0

# Installs all dependencies, and compiles better-sqlite3, a native module, for this Node version. The module
# is compiled from the source in its package, with the Node headers in the image. The install scripts of the
# other packages are skipped: they only download or check files that are not needed here. So all downloads
# come from the npm registry.
FROM node:${NODE_VERSION}-bookworm AS installed
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts \
 && npm_config_build_from_source=true npm_config_nodedir=/usr/local npm rebuild better-sqlite3

FROM installed AS built
COPY tsconfig.json prisma.config.ts codegen.ts schema.graphql ./
COPY prisma ./prisma
COPY scripts ./scripts
COPY src ./src
RUN npm run build

# The packages that the built server loads from node_modules: `dependencies` in package.json. All others are
# bundled into dist/. This stage does not depend on src, so its layer stays cached if only src changes. It
# deletes the sources of SQLite, intermediate build files, and type declarations and source maps, which Node
# does not read.
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
# Without it, glibc keeps freed memory of each thread apart (docs/performance.md).
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production \
    DATABASE_URL=file:/data/footfall.db \
    IMPORT_DIR=/data/imports
WORKDIR /app
RUN install -d -o node -g node /data \
 && ln -s /app/bin/footfall.js /usr/local/bin/footfall
# root owns all files, so the server cannot modify its own code.
COPY --from=production /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY bin ./bin
COPY prisma/migrations ./prisma/migrations
COPY --from=built /app/dist ./dist
USER node
# Smoke test: without the deleted files, the server must still become ready and exit with 0 after SIGTERM.
RUN DATABASE_URL=file:/tmp/trial/footfall.db node dist/main.js & \
    until node -e "fetch('http://localhost:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))" 2>/dev/null; \
      do kill -0 $! || exit 1; sleep 1; done; \
    kill $! && wait $! && rm -r /tmp/trial
# Outside /app, `npx footfall` works as well. Inside, npx would search the package in /app for the command.
WORKDIR /data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "const { HOST: h, PORT: p } = process.env; const all = !h || h === '0.0.0.0' || h === '::'; fetch('http://' + (all ? 'localhost' : /^[^[].*:/.test(h) ? '[' + h + ']' : h) + ':' + (p || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "--single-threaded-gc", "/app/dist/main.js"]
