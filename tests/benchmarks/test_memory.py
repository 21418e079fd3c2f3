import os
import sys

from benchmarks.memory import run_watched

CHILD = "import time; block = bytearray(b'1') * (64 << 20); time.sleep(0.5)"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {CHILD!r}]); print('done')"


def test_memory_of_descendants_counts() -> None:
    finished = run_watched([sys.executable, "-c", PARENT], os.environ)
    assert finished.status == 0
    assert finished.output == "done\n"
    assert finished.peak_bytes > 64 << 20


def test_a_failure_keeps_what_was_printed() -> None:
    finished = run_watched(
        [sys.executable, "-c", "import sys; sys.exit('no such model')"], os.environ
    )
    assert finished.status == 1
    assert finished.output == "no such model\n"
