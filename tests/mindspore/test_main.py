"""`python -m aoe.mindspore`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys
import numpy as np
import mindspore
from mindspore import Tensor, nn

mindspore.set_context(mode=mindspore.GRAPH_MODE)
net = nn.Dense(4, 3)
net.set_train(False)
for _ in range(3):
    net(Tensor(np.ones((2, 4), np.float32)))
print(sys.argv[1:])
"""


def run(
    folder: Path, *arguments: str, script: str = SCRIPT, **variables: str
) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(script)
    root = str(Path(__file__).parents[2])
    return subprocess.run(
        [sys.executable, "-m", "aoe.mindspore", *arguments],
        capture_output=True, text=True, cwd=folder,
        env={**os.environ, "PYTHONPATH": root, **variables},
    )  # fmt: skip


def test_a_script_is_run_with_its_arguments(tmp_path: Path) -> None:
    done = run(tmp_path, "--threads=1", "script.py", "--threads", "7")
    assert done.returncode == 0, done.stderr
    assert "['--threads', '7']" in done.stdout
    assert "aoe.mindspore: step_0_Dense: 2 operators in open-aoe" in done.stderr
    assert "1 function: 2 runs by open-aoe, 1 by MindSpore" in done.stderr


def test_a_type_of_job_without_a_mode_has_no_effect(tmp_path: Path) -> None:
    done = run(tmp_path, "--threads=1", "--job_type=1", "script.py")
    assert done.returncode == 0, done.stderr
    assert "job_type=1 has no effect, because no aoe_tune_mode is set" in done.stderr


def test_a_script_without_cells_is_told_what_has_graphs(tmp_path: Path) -> None:
    done = run(tmp_path, "script.py", script="print(1)")
    assert done.returncode == 0
    assert "no step was taken over; cells have graphs after" in done.stderr


def test_a_wrong_mode_is_refused(tmp_path: Path) -> None:
    done = run(tmp_path, "--aoe_tune_mode=on", "script.py")
    assert done.returncode == 2
    assert "must be in ['online', 'offline'], but got on" in done.stderr
    assert "no step was taken over" not in done.stderr


def test_gradients_are_refused_before_any_work(tmp_path: Path) -> None:
    done = run(tmp_path, "script.py", AOE_MODE="4")
    assert done.returncode == 2
    assert "error: AOE_MODE=4 tunes how gradients of several workers are joined" in done.stderr
    assert not done.stdout


def test_a_mindspore_that_cannot_be_imported_says_what_fails(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    (broken / "mindspore").mkdir(parents=True)
    (broken / "mindspore" / "__init__.py").write_text("raise OSError('libgomp.so.1 is missing')")
    path = os.pathsep.join((str(broken), str(Path(__file__).parents[2])))
    done = run(tmp_path, "script.py", PYTHONPATH=path)
    assert done.returncode == 2
    assert "importing it fails: OSError: libgomp.so.1 is missing" in done.stderr
    assert "Traceback" not in done.stderr
    assert "defect of open-aoe" not in done.stderr
