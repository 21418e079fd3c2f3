"""The example that trains with MindSpore; needs MindSpore."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "examples" / "train_lenet_mindspore.py"
NUMBER = re.compile(r"step \d+: loss ([\d.]+)|accuracy of the last images: ([\d.]+)")


@pytest.mark.skipif(find_spec("mindspore") is None, reason="needs MindSpore")
def test_the_example_trains_as_mindspore_alone_does(tmp_path: Path) -> None:
    alone, natively = (
        subprocess.run(
            [sys.executable, *way, SCRIPT, "--steps=6"],
            check=True, capture_output=True, text=True, cwd=tmp_path,
        )
        for way in ((), ("-m", "aoe.mindspore"))
    )  # fmt: skip
    assert NUMBER.findall(natively.stdout) == NUMBER.findall(alone.stdout)
    assert len(NUMBER.findall(alone.stdout)) == 3
    assert "6 runs by open-aoe, 2 by MindSpore" not in alone.stderr
    assert "5 runs by open-aoe, 2 by MindSpore" in natively.stderr
