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
RUN useradd --system --uid 10001 --no-create-home scopa
WORKDIR /app
COPY --from=build /app /app
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    SCOPA_DATA_DIR=/app/var
USER scopa
EXPOSE 8000
CMD ["gunicorn", "scopa_site.wsgi", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", \
     "--workers", "2", "--threads", "4", "--worker-tmp-dir", "/dev/shm", "--access-logfile", "-"]
