FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci
COPY tsconfig.json ./
COPY src src
COPY demo demo
COPY console console
COPY local-engine local-engine
COPY scripts scripts
RUN npm run build && npm prune --omit=dev

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY index-templates index-templates
COPY config config
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 8080 9464
# A dead engine or a crash ends the process; whoever runs the container starts it again.
CMD ["node", "dist/src/main.js", "serve"]
