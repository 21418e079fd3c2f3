"""Operator types and implementations are found by looking through folders, so a file that is moved
away vanishes without an error. `registered.json` lists all there are: who adds one adds its name.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from aoe.backends.cpu.implementations.registry import implementations
from aoe.operators.registry import definitions

#: `operator types`: their names; `implementations`: the type that each of them computes.
LIST: dict[str, Any] = json.loads((Path(__file__).parent / "registered.json").read_text("utf-8"))


def test_the_operator_types_listed_are_those_found() -> None:
    assert sorted(definitions()) == LIST["operator types"]


def test_the_implementations_listed_are_those_found() -> None:
    found = {name: item.operator_type for name, item in implementations().items()}
    assert found == LIST["implementations"]


def test_every_operator_type_has_an_implementation() -> None:
    assert {*LIST["implementations"].values()} == {*LIST["operator types"]}
