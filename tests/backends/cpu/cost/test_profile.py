"""Cost profiles: complete, documented, with a fallback, and open to a program that fits them."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from inspect import getdoc
from pathlib import Path

import pytest

import aoe.backends.cpu
from aoe.backends.cost_table import values_of, with_values
from aoe.backends.cpu.cost import cost, profile
from aoe.backends.cpu.cost.profile import CostProfile, profile_of
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.backends.cpu.target.host import target_for
from aoe.backends.cpu.target.named_cpus import named_cpus
from aoe.errors import UsageError
from aoe.operators.operator import Operand
from tests.backends.cpu.implementations.matmul_cases import matrix_product

BACKEND = Path(str(aoe.backends.cpu.__file__)).parent
FILE = json.loads((profile.FOLDER / "default.json").read_text())
CONSTANTS = [
    (section, name, constant)
    for section, constants in FILE["sections"].items()
    for name, constant in constants.items()
]


MATMUL = matrix_product(
    Operand("float32", (64, 256), (0, 1)), Operand("float32", (256, 128), (0, 1), constant=True)
)


def measured(cpu: str = "unheard-of") -> CpuTarget:
    """A target of known speed."""
    return replace(target_for("avx2", threads=2), model=cpu, speed=Speed(memory=19e9))


def changed(base: CostProfile, section: str, **values: object) -> CostProfile:
    return with_values(base, {section: values})


def test_the_default_profile_has_every_constant() -> None:
    costs = profile.profile(profile.DEFAULT)
    found = {
        (section.name, item.name)
        for section in fields(costs)
        for item in fields(getattr(costs, section.name))
    }
    assert found == {(section, name) for section, name, _ in CONSTANTS}


@pytest.mark.parametrize(("section", "name", "constant"), CONSTANTS)
def test_a_constant_has_a_unit_and_a_module_that_uses_it(
    section: str, name: str, constant: dict[str, object]
) -> None:
    assert constant.keys() == {"value", "unit", "used_in"}
    assert constant["unit"]
    assert f".{name}" in (BACKEND / str(constant["used_in"])).read_text()


@pytest.mark.parametrize("name", [n for n in profile.profile_names() if n != profile.DEFAULT])
def test_a_profile_of_a_microarchitecture_has_constants_that_differ_from_the_default(
    name: str,
) -> None:
    data = json.loads((profile.FOLDER / f"{name}.json").read_text())
    assert data["microarchitecture"] == name
    assert name in named_cpus()
    for section, constants in data["sections"].items():
        for constant, item in constants.items():
            default = FILE["sections"][section][constant]
            assert item["value"] != default["value"]
            assert {**item, "value": None} == {**default, "value": None}


def test_every_section_is_described() -> None:
    for section in fields(CostProfile):
        assert f"\n    {section.name}: " in (getdoc(CostProfile) or "")
        kind = type(getattr(profile.profile(profile.DEFAULT), section.name))
        for item in fields(kind):
            assert f"\n    {item.name}: " in (getdoc(kind) or "")


def test_a_microarchitecture_without_a_profile_has_the_default() -> None:
    assert profile_of(measured()) is profile.profile(profile.DEFAULT)


def test_a_name_is_not_a_path() -> None:
    assert profile.profile("../profiles/default") == profile.profile(profile.DEFAULT)


def test_a_file_may_leave_constants_out(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(json.dumps({"sections": {"core": {"frequency": {"value": 2e9}}}}))
    found = profile.load(path)
    default = profile.profile(profile.DEFAULT)
    assert found.core.frequency == 2e9
    assert found == replace(default, core=replace(default.core, frequency=2e9))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"sections": {"core": {"frequency": 3}}}',
        '{"sections": {"core": {"no_such": {"value": 1}}}}',
        '{"sections": {"no_such": {"frequency": {"value": 1}}}}',
    ],
)
def test_a_file_that_is_no_profile_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "some.json"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"some\.json"):
        profile.load(path)


def test_a_profile_survives_its_values() -> None:
    costs = profile.profile(profile.DEFAULT)
    assert with_values(costs, values_of(costs)) == costs


def test_a_trial_changes_estimates_but_not_the_space() -> None:
    operator, item = MATMUL, implementations()["matmul"]
    default = profile.profile(profile.DEFAULT)
    slow = changed(default, "contraction", tile_cycles=400)
    target = measured()
    with profile.trial(target, slow) as on_trial:
        assert profile_of(on_trial) is slow
        assert item.space(operator, on_trial) == item.space(operator, target)
        policy = item.default(operator, target)
        seconds = item.estimate(operator, policy, on_trial)
    assert seconds > item.estimate(operator, policy, target)
    assert profile_of(on_trial) is default


def test_an_unmeasured_target_has_the_default_even_on_trial() -> None:
    slow = changed(profile.profile(profile.DEFAULT), "core", frequency=1e9)
    with profile.trial(measured(), slow) as on_trial:
        assert cost.frequency(on_trial) == 1e9
        assert cost.frequency(on_trial.at_common_speed) == 3.6e9
