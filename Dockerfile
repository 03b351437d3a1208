# The app in a container: docker build --tag n2n-explorer . && docker run --publish 7860:7860 n2n-explorer
FROM python:3.11-slim

# Torch's own package index with CPU builds; the ordinary build brings several gigabytes of CUDA. Empty for that one.
ARG TORCH_INDEX="https://download.pytorch.org/whl/cpu"

RUN useradd --create-home --uid 1000 explorer

WORKDIR /src
# The libraries first: they change rarely, and Docker keeps them from one build to the next.
COPY requirements.txt ./
RUN pip install --no-cache-dir ${TORCH_INDEX:+--extra-index-url "$TORCH_INDEX"} -r requirements.txt
COPY pyproject.toml hatch_build.py README.md LICENSE app.py ./
COPY .streamlit .streamlit
COPY assets assets
COPY pages pages
COPY n2n n2n
RUN pip install --no-cache-dir --no-deps .

USER explorer
WORKDIR /home/explorer
# Compiled kernels: the package itself is not writable for this user.
ENV NUMBA_CACHE_DIR=/home/explorer/.cache/numba

EXPOSE 7860
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as web; web.urlopen('http://127.0.0.1:7860/_stcore/health')"]
CMD ["n2n", "explore", "--address", "0.0.0.0", "--port", "7860"]
