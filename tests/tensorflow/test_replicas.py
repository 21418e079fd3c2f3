"""`MirroredStrategy`: a step on one device is native, one on several is not, with a sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

REPLICAS = Path(__file__).with_name("replicas.py")


def trained(devices: int) -> tuple[dict[str, Any], str]:
    """What a process found that trained on so many devices, and what it told."""
    variables = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, str(REPLICAS), str(devices)]
    done = subprocess.run(command, capture_output=True, text=True, env=variables, timeout=300)
    assert done.returncode == 0, done.stderr[-4000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found, done.stderr


@pytest.mark.parametrize("devices", [1, 2])
def test_losses_are_those_of_tensorflow(devices: int) -> None:
    found, told = trained(devices)
    for native, wanted in zip(found["native"], found["tensorflow"], strict=True):
        np.testing.assert_allclose(native, wanted, rtol=1e-5)
    if devices == 1:
        assert found["runs"] == [7, 7, 0, 3]
        assert "several replicas" not in told
    else:
        assert sum(found["runs"]) == 0
        assert told.count("stays with the framework: several replicas compute it together") == 1
        assert told.count("several replicas compute it together; on one machine, give") == 5
