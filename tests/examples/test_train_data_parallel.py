"""The example that trains on several workers; needs torch. One worker has nothing to tune."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "examples" / "train_data_parallel.py"


@pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")
def test_the_example_trains() -> None:
    alone = {"RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "0"}
    run = subprocess.run(
        [sys.executable, SCRIPT, "--steps", "2", "--batch", "2"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **alone, "GLOO_SOCKET_IFNAME": "lo"},
    )
    assert run.stdout.startswith("loss ")
    assert "there is one worker, so nothing is reduced" in run.stderr
