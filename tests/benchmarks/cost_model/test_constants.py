"""Which constants a fit may change, how far, and what a profile's file says."""

from __future__ import annotations

import json
from math import log
from pathlib import Path

from aoe.backends.cpu.cost import profile
from benchmarks.cost_model.constants import (
    Constant,
    constants_of,
    profile_json,
    users_of,
    with_constants,
)
from benchmarks.cost_model.tables import read_tables
from tests.benchmarks.cost_model.examples import DEFAULT, OTHER, TARGET, recorded

CONSTANTS = {(item.section, item.name): item for item in constants_of(DEFAULT)}


def test_single_numbers_above_zero_may_change() -> None:
    assert CONSTANTS["contraction", "tile_cycles"].start == DEFAULT.contraction.tile_cycles
    assert ("core", "function_cost") not in CONSTANTS
    assert ("bfloat16_streams", "join_cycles") not in CONSTANTS


def test_shares_stay_at_most_one_and_nothing_goes_far() -> None:
    assert CONSTANTS["contraction", "l1_share_of_panel"].highest == 1.0
    cycles = CONSTANTS["contraction", "broadcast_cycles"]
    assert (cycles.moved(cycles.start, 9.0), cycles.moved(cycles.start, -9.0)) == (
        4 * cycles.start,
        cycles.start / 4,
    )


def test_whole_numbers_stay_whole_and_move() -> None:
    whole = Constant("contraction", "tile_cycles", 3.0, 1.0, 12.0, whole=True)
    assert [whole.moved(3.0, step) for step in (0.01, -0.01, log(2.0))] == [4.0, 2.0, 6.0]
    assert whole.moved(1.0, -0.1) == 1.0


def test_every_constant_may_take_its_bounds() -> None:
    for edge in ("lowest", "highest"):
        costs = with_constants(DEFAULT, {item: getattr(item, edge) for item in CONSTANTS.values()})
        for (section, name), item in CONSTANTS.items():
            assert getattr(getattr(costs, section), name) == getattr(item, edge)


def test_only_constants_that_trials_tell_of_are_fitted(tmp_path: Path) -> None:
    tables = read_tables([recorded(tmp_path / "t.jsonl", DEFAULT)], lambda name: TARGET)
    found = users_of(list(CONSTANTS.values()), tables, DEFAULT, 24, 3)
    names = {(item.section, item.name) for item in found}
    assert ("window", "tile_cycles") in names
    assert not {section for section, _ in names} & {"amx", "winograd", "elementwise", "pool"}
    assert users_of(list(CONSTANTS.values()), tables, DEFAULT, 10**6, 3) == {}


def test_a_file_has_what_differs_and_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    data = profile_json(OTHER, "some", "Made up.", {"trials": 3})
    path.write_text(json.dumps(data))
    assert profile.load(path) == OTHER
    assert data["sections"].keys() == {"window"}
    assert data["sections"]["window"]["tile_cycles"] == {
        "value": 24,
        "unit": "cycles",
        "used_in": "implementations/window/windows.py",
    }
