"""Scripts for a framework that is not installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("package", "framework"), [("mindspore", "MindSpore"), ("tensorflow", "TensorFlow")]
)
def test_a_missing_framework_is_one_sentence(tmp_path: Path, package: str, framework: str) -> None:
    (tmp_path / "train.py").write_text("print(1)")
    hidden = f"""
import importlib.util, runpy, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == {package!r} else found(name, *rest)
sys.argv = ["-m", "train.py"]
sys.orig_argv = ["python", "-m", "aoe.{package}", "train.py"]
runpy.run_module("aoe.{package}", run_name="__main__", alter_sys=True)
"""
    done = subprocess.run(
        [sys.executable, "-c", hidden],
        cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 2
    assert f"error: aoe.{package} needs {framework}, which is not installed" in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout
