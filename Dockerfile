# The image is made by the steps of .ci/image, which the checks take too.
FROM python:3.13-slim AS build
WORKDIR /app
COPY requirements.txt ./
COPY .ci/venv .ci/
# Before the code: a change of code alone does not install everything anew.
RUN .ci/venv run
COPY . .
ENV SCOPA_DATA_DIR=/app/var
RUN .ci/image

FROM python:3.13-slim
# The code belongs to root; the service cannot change it.
RUN useradd --system --uid 10001 --no-create-home scopa \
    && install --directory --owner scopa /var/lib/scopa-metrics
WORKDIR /app
COPY --from=build /app /app
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    SCOPA_DATA_DIR=/app/var \
    PROMETHEUS_MULTIPROC_DIR=/var/lib/scopa-metrics
USER scopa
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "scopa_site.wsgi:application", "--host", "0.0.0.0", \
     "--port", "8000", "--workers", "2", "--blocking-threads", "4", \
     "--respawn-failed-workers", "--workers-kill-timeout", "10"]
