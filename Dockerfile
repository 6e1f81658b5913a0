# The command in a container image: `npm run release:dry` writes the folder that it is built from, with the packed
# packages in it. It runs without root, on a read-only file system, and writes nothing but what the command is asked to
# write in /work:
#
#   docker build --tag traffic-policy dist/release/image
#   docker run --rm --read-only --volume "$PWD:/work" traffic-policy lint
#
# The digest is that of the list of images for all processors, because a tag can be moved to other files.
FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS packages
WORKDIR /opt/traffic-policy
COPY packs/ packs/
COPY package.json ./
RUN npm install --omit=dev --no-audit --no-fund && rm -r packs

FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
COPY --from=packages /opt/traffic-policy /opt/traffic-policy
# By its number, which is how a cluster checks that it is not root.
USER 1000:1000
WORKDIR /work
# Nothing is kept between runs: there is nowhere to keep it.
ENV NODE_DISABLE_COMPILE_CACHE=1
ENTRYPOINT ["node", "/opt/traffic-policy/node_modules/traffic-policy/bin/traffic-policy.cjs"]
CMD ["--help"]
