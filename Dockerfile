# Builds the binary with only Node and npm, then puts it on a base image with glibc and no shell.
# For both architectures: docker buildx build --platform linux/amd64,linux/arm64 .
# The build runs on this machine's architecture and also makes the binary for the other one.
FROM --platform=$BUILDPLATFORM node:22-bookworm-slim AS build
ARG TARGETARCH
# `muster version` shows this: docker build --build-arg MUSTER_COMMIT=$(git rev-parse HEAD) .
ARG MUSTER_COMMIT=unknown
WORKDIR /muster
COPY . .
RUN npm run build -- --target=bun-linux-$([ "$TARGETARCH" = arm64 ] && echo arm64 || echo x64) && mkdir /data

FROM gcr.io/distroless/base-debian12
COPY --from=build /muster/dist/muster /muster
# The user of the service owns the volume. It must also own a folder of the host that you mount here:
# chown 65532:65532 /srv/muster
COPY --from=build --chown=65532:65532 /data /data
ENV MUSTER_DATA=/data
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/muster", "health"]
ENTRYPOINT ["/muster"]
