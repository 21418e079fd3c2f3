"""A model whose operators the repository knows becomes the same machine code again, unmeasured."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from aoe.application.command_line import main
from aoe.application.model.compilation import repository_policies
from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_profiles
from aoe.application.tune.job_folder import TRIALS
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
    _, (prepared,) = load_profiles(ModelOrigin("small.onnx"), (SHAPES,))
    same = Measurement(1e-6, 1e-6, 0.0, 9)
    for node in prepared.formed(prepared.known(nothing_known)).operator_nodes:
        space = search_space(node.operator, target)
        other = next(policy for policy, _ in space.estimates if policy != space.default)
        store.store(node.operator, Winner(other, same, same, same))


def elsewhere(arguments: Sequence[str]) -> str:
    """What the command prints in a process of its own."""
    command = [sys.executable, "-m", "aoe", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def made(place: Path, name: str, printed: str) -> dict[str, bytes]:
    """What the command wrote into the offline model, but for the manifest with its date."""
    assert "nothing was searched or measured" in printed
    with zipfile.ZipFile(place / f"{name}.om") as archive:
        names = sorted(set(archive.namelist()) - {"manifest.json"})
        return {name: archive.read(name) for name in names}


def test_the_same_repository_and_code_give_the_same_bytes_and_no_measurement(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
    fill_repository()
    command = [*COMMAND, "--op_compiler_cache_mode=disable"]
    assert main([*command, "--output=first", "--seed=1"]) == 0
    first = made(place, "first", capsys.readouterr().out)
    again = made(place, "again", elsewhere([*command, "--output=again", "--seed=2"]))
    assert [name for name in first if name.endswith(".o")]
    assert again == first
    assert not list(place.rglob(TRIALS))
