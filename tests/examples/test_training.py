"""The examples that train; they need torch, and some of them libraries that stand on it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

#: How far losses may be apart that fall by 1 in three steps. An activation whose sign is lost in
#: rounding, because it is nearly 0 before a ReLU, changes some gradients by percents.
TOLERANCE = 0.03
EXAMPLES = Path(__file__).parents[2] / "examples"
#: Registers the backend without an installed entry point, then runs the script.
RUN = (
    "import runpy, sys; from torch._dynamo.backends.registry import register_backend; "
    "from aoe.torch.compiler import backend; "
    "from torch._dynamo.backends import registry; registry._lazy_import(); "
    "registry._BACKENDS.pop('aoe', None); registry._COMPILER_FNS.pop('aoe', None); "
    "register_backend(backend, name='aoe'); "
    "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
)


def losses(script: str, backend: str, options: Sequence[str]) -> list[float]:
    run = subprocess.run(
        [sys.executable, "-c", RUN, EXAMPLES / script, "--backend", backend, "--steps=3", *options],
        check=True,
        capture_output=True,
        text=True,
    )
    compiled = " graphs, " in run.stdout + run.stderr
    assert compiled == (backend == "aoe"), "only open-aoe tells of its graphs"
    line = next(line for line in run.stdout.splitlines() if line.startswith("losses "))
    return [float(text) for text in line.split()[1:]]


@pytest.mark.parametrize(
    ("script", "library", "options"),
    [
        ("train_resnet.py", "torch", ["--batch=2", "--width=8"]),
        ("train_trainer.py", "accelerate", []),
        ("train_lightning.py", "lightning", []),
    ],
)
def test_an_example_trains_with_the_losses_of_eager(
    script: str, library: str, options: Sequence[str]
) -> None:
    if find_spec("torch") is None or find_spec(library) is None:
        pytest.skip(f"needs torch and {library}")
    found = losses(script, "aoe", options)
    assert len(found) == 3
    assert found == pytest.approx(losses(script, "eager", options), abs=TOLERANCE)


def test_text_is_generated_with_the_tokens_of_eager() -> None:
    if find_spec("torch") is None or find_spec("transformers") is None:
        pytest.skip("needs torch and transformers")
    found = [
        subprocess.run(
            [sys.executable, "-c", RUN, EXAMPLES / "generate_text.py", *options],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for options in (["--tokens=6"], ["--tokens=6", "--backend=eager"])
    ]
    aoe, eager = (
        [line for line in text.splitlines() if line.startswith("tokens ")] for text in found
    )
    assert len(aoe) == 3
    assert aoe == eager
