#!/bin/sh
# Runs stages of benchmarks/cuda on a machine with a GPU and this checkout, for at most
# SECONDS_OF_CALL seconds, 570 by default. Call it again with the same OUT_DIR until it says that
# nothing is left: stages keep every result at once and go on where they ended, and a call begins
# behind the last stage that had its time. A stage that fails or is cut does not keep the others from
# running.
#
#   sh benchmarks/cuda/run_all.sh OUT_DIR [STAGE ...]
#
# PYTHON names the interpreter, and PYTHONPATH further folders of packages. Wheels of the
# dependencies in a folder beside the checkout, named by WHEELS, are installed into OUT_DIR/venv
# first. What failed twice is given up; with AGAIN=1 it is done again. The status is 0 if all is done,
# 4 if all but that, and 1 if something is left.
set -u
case ${1:--} in -*) echo "usage: run_all.sh OUT_DIR [STAGE ...]" >&2; exit 2 ;; esac
begin=$(date +%s)
seconds=${SECONDS_OF_CALL:-570}
case $seconds in
    '' | *[!0-9]*) echo "SECONDS_OF_CALL=$seconds: not a whole number" >&2; exit 2 ;;
esac
# A stage gets at least so many seconds, of which tuning a model needs the most.
least=250
mkdir -p "$1" && out=$(cd "$1" && pwd) || exit 2
shift
every="devices kernels nodes prepare models peers training tune peers-max"
for stage in "$@"; do
    case " $every " in *" $stage "*) ;; *) echo "no stage $stage; there are: $every" >&2; exit 2 ;; esac
done
cd "$(dirname "$0")/../.." || exit 1
# This checkout, and packages that somebody unpacked in a folder of their own.
export PYTHONPATH=".${PYTHONPATH:+:$PYTHONPATH}"
python=${PYTHON:-python3}
if [ -n "${WHEELS:-}" ] && [ ! -e "$out/venv/whole" ]; then
    rm -rf "$out/venv"
    "$python" -m venv --system-site-packages "$out/venv" &&
        "$out/venv/bin/python" -m pip install --quiet --no-index --find-links "$WHEELS" . pytest &&
        : >"$out/venv/whole"
fi
[ -e "$out/venv/whole" ] && python=$out/venv/bin/python
if ! "$python" -c "import benchmarks.cuda.__main__" 2>"$out/import.log"; then
    tail -n 1 "$out/import.log" >&2
    echo "$python cannot run open-aoe; name another by PYTHON, such as .venv/bin/python" >&2
    exit 1
fi

left() {
    echo $((seconds - $(date +%s) + begin))
}

# Runs a stage for so many seconds: its name, the seconds, its processes, an option. A process that
# an item has ended, or whose item hung, is followed by another, up to ten times.
run() {
    times=0
    again=${4:-}
    over=$(($(date +%s) + $2))
    while :; do
        more=$((over - $(date +%s)))
        all=$(left)
        [ "$more" -gt 0 ] && [ "$all" -gt 0 ] || return 3
        # shellcheck disable=SC2086  # no option, or one
        timeout -k 5 "$all" "$python" -m benchmarks.cuda "$1" "$out" \
            --seconds "$more" --processes "$3" $again
        code=$?
        again=
        # 1 to 4 are results; 124 and 137 the end of the call.
        case $code in
            0 | 1 | 2 | 3 | 4 | 124) return $code ;;
        esac
        times=$((times + 1))
        [ "$times" -lt 10 ] && [ "$1" != devices ] && [ "$(left)" -gt 0 ] || return $code
    done
}

# What failed on another machine says nothing of this one.
if ! run devices 120 1 --again; then
    echo "no stage was run, because no GPU can be used" >&2
    exit 1
fi
stages=${*:-kernels training nodes prepare peers tune models peers-max}
last=$(cat "$out/last_stage" 2>/dev/null)
if [ -n "$last" ]; then
    case " $stages " in
        *" $last "*)
            around=" $stages "
            stages="${around#* "$last" } ${around%% "$last" *} $last"
            ;;
    esac
fi
status=0
first=yes
# shellcheck disable=SC2086  # stages are words
set -- $stages
for stage in "$@"; do
    share=$(($(left) / $#))
    shift
    [ "$share" -ge $least ] || share=$least
    [ "$share" -le "$(left)" ] || share=$(left)
    if [ "$share" -lt 15 ]; then
        echo "== $stage: no time left; call again"
        status=1
        continue
    fi
    echo "== $stage, $share s"
    # What remains of a call may be too little for an item: the next call begins with that stage.
    if [ "$share" -ge $least ] || [ "$first" = yes ]; then echo "$stage" >"$out/last_stage"; fi
    first=no
    # Node tests and what fills caches have no times, so processes may share the GPU.
    processes=1
    [ "$stage" = nodes ] && processes=$(nproc)
    [ "$stage" = prepare ] && processes=8
    run "$stage" $((share - 5)) "$processes" ${AGAIN:+--again}
    code=$?
    case $code in
        0) ;;
        4) failed="${failed:-} $stage" ;;
        *) echo "== $stage ended with status $code"; status=1 ;;
    esac
    "$python" -m benchmarks.cuda table "$out" || true
done
[ $status = 0 ] || exit $status
echo "nothing is left"
[ -z "${failed:-}" ] && exit 0
echo "some items failed twice, of:$failed. $out/RESULTS.md names them; AGAIN=1 does them again"
exit 4
