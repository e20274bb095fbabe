# syntax=docker/dockerfile:1

# The server and the worker in one image; `compose.example.yaml` runs both. Nothing in it is written to at run time but
# /data, where the links lie unless DATABASE_URL names a Postgres.

FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/core/package.json packages/core/
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY e2e/package.json e2e/

FROM manifests AS build
RUN npm ci
COPY tsconfig.base.json ./
COPY scripts scripts
COPY packages packages
COPY apps apps
RUN node --input-type=module --eval "import { build } from './scripts/setup/build.mjs'; await build();"

FROM manifests AS dependencies
RUN npm ci --omit=dev --workspace apps/api --workspace packages/core

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
    PORT=8787 \
    SHARES_FILE=/data/shares.sqlite
WORKDIR /app
COPY --from=dependencies /app/package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/packages/core/package.json packages/core/
COPY --from=build /app/apps/api/package.json apps/api/
COPY --from=build /app/apps/api/dist apps/api/dist
COPY --from=build /app/apps/web/dist apps/web/dist
RUN install --directory --owner=node --group=node /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s \
    CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/dist/main.js"]
