# No package runs a program of its own while it is installed.
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
# The young generation of V8 as the memory targets were measured with: decision 33.
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=16
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY index-templates index-templates
COPY demo/storefront.json demo/storefront.json
# `vitrine clients add …` and all other commands, for whoever has a shell in the container.
COPY --chmod=755 deploy/vitrine /usr/local/bin/vitrine
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 8080 9464
# A dead engine or a crash ends the process; whoever runs the container starts it again.
CMD ["node", "dist/src/main.js", "serve"]
