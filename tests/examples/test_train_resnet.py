"""The example that trains a ResNet; needs torch."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "examples" / "train_resnet.py"
#: Registers the backend without an installed entry point, then runs the script.
RUN = (
    "import runpy, sys; from torch._dynamo.backends.registry import register_backend; "
    "from aoe.torch.compiler import backend; "
    "from torch._dynamo.backends import registry; registry._lazy_import(); "
    "registry._BACKENDS.pop('aoe', None); registry._COMPILER_FNS.pop('aoe', None); "
    "register_backend(backend, name='aoe'); "
    "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
)


def losses(backend: str) -> list[float]:
    options = ["--backend", backend, "--steps", "3", "--batch", "2", "--width", "8"]
    run = subprocess.run(
        [sys.executable, "-c", RUN, SCRIPT, *options], check=True, capture_output=True, text=True
    )
    return [float(text) for text in run.stdout.splitlines()[0].split()[1:]]


@pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")
def test_the_example_trains_with_the_losses_of_eager() -> None:
    assert losses("aoe") == pytest.approx(losses("eager"), abs=2e-3)
