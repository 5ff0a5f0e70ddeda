# Install scripts of packages are disabled.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY src src
COPY demo demo
COPY console console
COPY local-engine local-engine
COPY scripts scripts
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim
# Size of V8's young generation, as in the measurements of memory usage (decision 33).
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=16
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY index-templates index-templates
COPY demo/storefront.json demo/storefront.json
# Provides the command `vitrine`, such as `vitrine clients add`, in the container.
COPY --chmod=755 deploy/vitrine /usr/local/bin/vitrine
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 8080 9464
# The process ends after a crash. The container runtime must restart the container.
CMD ["node", "dist/src/main.js", "serve"]
