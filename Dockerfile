# Builds the one binary with Node and npm alone, then keeps it on a base with glibc and no shell.
# For both kinds of machine: docker buildx build --platform linux/amd64,linux/arm64 .
# The build itself runs on this machine's kind and makes the binary for the other one.
FROM --platform=$BUILDPLATFORM node:22-bookworm-slim AS build
ARG TARGETARCH
# Shown by `muster version`: docker build --build-arg MUSTER_COMMIT=$(git rev-parse HEAD) .
ARG MUSTER_COMMIT=unknown
WORKDIR /muster
COPY . .
RUN npm run build -- --target=bun-linux-$([ "$TARGETARCH" = arm64 ] && echo arm64 || echo x64) && mkdir /data

FROM gcr.io/distroless/base-debian12
COPY --from=build /muster/dist/muster /muster
# The volume belongs to the user that the service runs as. A folder of the host mounted here has to:
# chown 65532:65532 /srv/muster
COPY --from=build --chown=65532:65532 /data /data
ENV MUSTER_DATA=/data
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/muster", "health"]
ENTRYPOINT ["/muster"]
