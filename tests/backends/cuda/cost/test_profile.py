"""The cost profile of GPUs: complete and documented, and another one for an architecture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from inspect import getdoc
from pathlib import Path

import pytest

import aoe.backends.cuda
from aoe.backends.cost_table import values_of
from aoe.backends.cuda.cost import profile
from aoe.backends.cuda.cost.profile import CudaCosts, profile_of
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.backends.registry import default_estimate
from benchmarks.cuda.kernels import product

BACKEND = Path(str(aoe.backends.cuda.__file__)).parent
FILE = json.loads((profile.FOLDER / "default.json").read_text())["sections"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of profiles, with those of the package."""
    for path in profile.FOLDER.glob("*.json"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(profile, "FOLDER", tmp_path)
    profile.profile.cache_clear()
    yield tmp_path
    profile.profile.cache_clear()


def test_the_default_profile_has_every_constant_with_a_unit_and_a_module_that_uses_it() -> None:
    known = values_of(profile.profile(profile.DEFAULT))
    assert {name: {*constants} for name, constants in FILE.items()} == {
        name: {*constants} for name, constants in known.items()
    }
    for constants in FILE.values():
        for name, constant in constants.items():
            assert constant.keys() == {"value", "unit", "used_in"}
            assert constant["unit"]
            assert f".{name}" in (BACKEND / constant["used_in"]).read_text()


def test_every_section_is_described() -> None:
    for section in fields(CudaCosts):
        assert f"\n    {section.name}: " in (getdoc(CudaCosts) or "")
        kind = type(getattr(profile.profile(profile.DEFAULT), section.name))
        for item in fields(kind):
            assert f"\n    {item.name}: " in (getdoc(kind) or "")


def test_an_architecture_may_have_other_constants(folder: Path) -> None:
    operator = product(128, 768, 768, "float16")
    targets = cuda_target("sm_80"), cuda_target("sm_90")
    before = [default_estimate(operator, target) for target in targets]
    (folder / "sm_80.json").write_text(
        json.dumps({"sections": {"tiles": {"start": {"value": 1.0}}}})
    )
    profile.profile.cache_clear()
    after = [default_estimate(operator, target) for target in targets]
    assert after[0] > before[0]
    assert after[1] == before[1]
    assert profile_of(targets[0]).tiles.step == profile_of(targets[1]).tiles.step


def test_a_constant_that_is_not_known_is_refused(folder: Path) -> None:
    (folder / "sm_80.json").write_text(
        json.dumps({"sections": {"tiles": {"begin": {"value": 1.0}}}})
    )
    with pytest.raises(TypeError, match="begin"):
        profile.profile("sm_80")
