# Checks drafts in a folder without a network, as a user without rights:
#   docker build -t unlinkable .                     (or: podman build -t unlinkable .)
#   docker run --rm --network none --read-only -v "$PWD":/drafts:ro unlinkable check .
# Rootless podman: add --userns=keep-id where results are to be written. The index lies in the folder,
# or in another volume that unlinkable.toml or -i names.
FROM docker.io/library/python:3.13-slim AS builder
WORKDIR /source
COPY . .
# Its versions are pinned by the constraints.
# hadolint ignore=DL3013
RUN pip wheel --no-cache-dir --wheel-dir /wheels --constraint .ci/constraints.txt .

FROM docker.io/library/python:3.13-slim
# There is one version of each: what was built above.
# hadolint ignore=DL3013
RUN --mount=type=bind,from=builder,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels unlinkable \
    && useradd --create-home --uid 1000 unlinkable
ENV PYTHONSAFEPATH=1 PYTHONDONTWRITEBYTECODE=1
USER 1000
WORKDIR /drafts
ENTRYPOINT ["unlinkable"]
CMD ["--help"]
