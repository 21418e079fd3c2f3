#!/bin/sh
# Runs every stage of benchmarks/cuda on a machine with a GPU and this checkout: at most 10 minutes
# each. A stage that fails or is cut does not keep the others from running.
#
#   sh benchmarks/cuda/run_all.sh OUT_DIR [STAGE ...]
#
# PYTHON names the interpreter. Wheels of the dependencies in a folder beside the checkout, named by
# WHEELS, are installed into OUT_DIR/venv first.
set -u
case ${1:--} in -*) echo "usage: run_all.sh OUT_DIR [STAGE ...]" >&2; exit 2 ;; esac
mkdir -p "$1" && out=$(cd "$1" && pwd) || exit 2
shift
cd "$(dirname "$0")/../.." || exit 1
python=${PYTHON:-python3}
if [ -n "${WHEELS:-}" ] && [ ! -x "$out/venv/bin/python" ]; then
    "$python" -m venv --system-site-packages "$out/venv" &&
        "$out/venv/bin/python" -m pip install --quiet --no-index --find-links "$WHEELS" . pytest
fi
[ -x "$out/venv/bin/python" ] && python=$out/venv/bin/python
if ! PYTHONPATH=. "$python" -c "import benchmarks.cuda.__main__" 2>"$out/import.log"; then
    tail -n 1 "$out/import.log" >&2
    echo "$python cannot run open-aoe; name another by PYTHON, such as .venv/bin/python" >&2
    exit 1
fi
if ! PYTHONPATH=. "$python" -m benchmarks.cuda devices "$out"; then
    echo "no stage was run, because no GPU can be used" >&2
    exit 1
fi
status=0
stages=${*:-kernels nodes prepare models peers training tune peers-max}
for stage in $stages; do
    echo "== $stage"
    # Node tests and what fills caches have no times, so processes may share the GPU.
    processes=1
    [ "$stage" = nodes ] && processes=$(nproc)
    [ "$stage" = prepare ] && processes=8
    PYTHONPATH=. timeout 600 "$python" -m benchmarks.cuda "$stage" "$out" --seconds 560 \
        --processes "$processes" ||
        { echo "== $stage ended with status $?"; status=1; }
    PYTHONPATH=. "$python" -m benchmarks.cuda table "$out" || true
done
exit $status
