#!/bin/sh
# Runs every stage of benchmarks/cuda on a machine with a GPU and this checkout: at most 10 minutes
# each. A stage that fails or is cut does not keep the others from running.
#
#   sh benchmarks/cuda/run_all.sh OUT_DIR [STAGE ...]
#
# PYTHON names the interpreter. Wheels of the dependencies in a folder beside the checkout, named by
# WHEELS, are installed into OUT_DIR/venv first.
set -u
out=${1:?usage: run_all.sh OUT_DIR [STAGE ...]}
shift
cd "$(dirname "$0")/../.." || exit 1
python=${PYTHON:-python3}
mkdir -p "$out"
if [ -n "${WHEELS:-}" ] && [ ! -x "$out/venv/bin/python" ]; then
    "$python" -m venv --system-site-packages "$out/venv" &&
        "$out/venv/bin/python" -m pip install --quiet --no-index --find-links "$WHEELS" . pytest
fi
[ -x "$out/venv/bin/python" ] && python=$out/venv/bin/python
stages=${*:-devices kernels nodes prepare models peers tune peers-max}
for stage in $stages; do
    echo "== $stage"
    # Node tests and what fills caches have no times, so processes may share the GPU.
    processes=1
    [ "$stage" = nodes ] && processes=$(nproc)
    [ "$stage" = prepare ] && processes=8
    PYTHONPATH=. timeout 600 "$python" -m benchmarks.cuda "$stage" "$out" --seconds 560 \
        --processes "$processes" ||
        echo "== $stage ended with status $?"
    PYTHONPATH=. "$python" -m benchmarks.cuda table "$out" || true
done
