"""The example that trains with Keras; needs TensorFlow."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "examples" / "train_keras.py"


@pytest.mark.skipif(find_spec("tensorflow") is None, reason="needs TensorFlow")
def test_it_trains_natively(tmp_path: Path) -> None:
    given = ["--epochs", "2", "--images", "96"]
    done = subprocess.run(
        [sys.executable, SCRIPT, *given], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "epoch 1: loss" in done.stdout
    assert "5 runs by open-aoe, 1 by TensorFlow" in done.stdout
