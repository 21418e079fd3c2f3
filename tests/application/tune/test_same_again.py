"""A model whose operators the repository knows becomes the same machine code again, unmeasured."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from aoe.application.model.compilation import repository_policies
from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_profiles
from aoe.application.tune.job_folder import TRIALS
from aoe.frontends.boundary import Boundary
from aoe.frontends.frontend import ModelOrigin
from aoe.graph.pipeline import nothing_known
from aoe.settings import read_settings
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.policy_database import Winner
from aoe.tuning.search.search_strategy import search_space

SHAPES = {"x": (2, 8)}
COMMAND = ("--model=small.onnx", "--job_type=2", "--input_shape=x:2,8", "--threads=1")


def fill_repository() -> None:
    """Stores a policy that is not the default one for every operator of the small model."""
    settings = read_settings()
    target = this_machine(1, settings)
    store = repository_policies(settings, target)
    _, (prepared,) = load_profiles(ModelOrigin("small.onnx"), (SHAPES,), None, Boundary())
    same = Measurement(1e-6, 1e-6, 0.0, 9)
    for node in prepared.formed(prepared.known(nothing_known)).operator_nodes:
        space = search_space(node.operator, target)
        other = next(policy for policy, _ in space.estimates if policy != space.default)
        store.store(node.operator, Winner(other, same, same, same))


def made(place: Path, name: str, *more: str) -> dict[str, bytes]:
    """What the command writes into the offline model, but for the manifest with its date."""
    command = [sys.executable, "-m", "aoe", *COMMAND, f"--output={name}", *more]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "nothing was searched or measured" in done.stdout
    with zipfile.ZipFile(place / f"{name}.om") as archive:
        names = sorted(set(archive.namelist()) - {"manifest.json"})
        return {name: archive.read(name) for name in names}


def test_the_same_repository_and_code_give_the_same_bytes_and_no_measurement(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
    fill_repository()
    first = made(place, "first", "--op_compiler_cache_mode=disable", "--seed=1")
    again = made(place, "again", "--op_compiler_cache_mode=disable", "--seed=2")
    assert [name for name in first if name.endswith(".o")]
    assert again == first
    assert not list(place.rglob(TRIALS))
