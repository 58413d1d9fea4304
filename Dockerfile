# Builds the one binary with Node and npm alone, then keeps it on a base with glibc and no shell.
FROM node:22-bookworm-slim AS build
WORKDIR /muster
COPY . .
RUN npm run build && mkdir /data

FROM gcr.io/distroless/base-debian12
COPY --from=build /muster/dist/muster /muster
COPY --from=build --chown=65532:65532 /data /data
ENV MUSTER_DATA=/data
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/muster", "health"]
ENTRYPOINT ["/muster"]
