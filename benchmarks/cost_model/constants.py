"""The constants of a cost profile that a fit may change, and which estimates each changes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from math import exp, inf, log
from typing import Any, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

from aoe.backends.cost_table import values_of, with_values
from aoe.backends.cpu.cost import profile
from aoe.backends.cpu.cost.profile import CostProfile
from benchmarks.cost_model.tables import Floats, Table, estimates_of

#: A constant stays within this factor of its value in the profile that the fit begins with.
WIDEST = 4.0
#: Factors by which a constant is changed to see which estimates depend on it. The second is for
#: constants at a bound or beside a threshold.
_PROBES = (1.5, 1 / 1.5)
#: Policies of a table that are estimated for that.
_PROBED = 8

Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant that a fit may change.

    Attributes:
        section: Its section in the profile.
        name: Its name in the section.
        start: Its value in the profile that the fit begins with, above 0.
        lowest: The least value it may have.
        highest: The largest.
        whole: Whether it is a whole number.
    """

    section: str
    name: str
    start: float
    lowest: float
    highest: float
    whole: bool

    def moved(self, value: float, step: float) -> float:
        """The value times exp(step), within the bounds. A whole number changes by at least 1."""
        wanted = value * exp(step)
        if self.whole:
            wanted = round(wanted)
            if wanted == value:
                wanted += 1 if step > 0 else -1
        return min(max(wanted, self.lowest), self.highest)

    def distance(self, value: float) -> float:
        """The logarithm of the ratio of a value and the first one."""
        return log(value / self.start)


def constants_of(costs: CostProfile) -> list[Constant]:
    """The constants that a fit may change: single numbers above 0. Tables of numbers stay.

    A share, which has the unit 1 and is at most 1, stays at most 1.
    """
    units, found = _described(), []
    for section in fields(costs):
        values = getattr(costs, section.name)
        kinds = get_type_hints(type(values))
        for item in fields(values):
            value = getattr(values, item.name)
            if isinstance(value, int | float) and value > 0:
                share = units[section.name][item.name]["unit"] == "1" and value <= 1.0
                found.append(_constant(section.name, item.name, value, kinds, share))
    return found


def with_constants(base: CostProfile, values: Mapping[Constant, float]) -> CostProfile:
    """The profile with other values of constants."""
    changed: dict[str, dict[str, float]] = {}
    for constant, value in values.items():
        number = int(value) if constant.whole else float(value)
        changed.setdefault(constant.section, {})[constant.name] = number
    return with_values(base, changed)


def users_of(
    constants: Sequence[Constant],
    tables: Sequence[Table],
    base: CostProfile,
    fewest_trials: int,
    fewest_operators: int,
) -> dict[Constant, tuple[int, ...]]:
    """The constants that enough recorded times say something about.

    Args:
        constants: The constants in question.
        tables: The tables to fit to.
        base: The profile that the fit begins with.
        fewest_trials: Estimates that a constant must change at least, as a few of each table tell.
        fewest_operators: Operators that these must belong to at least.

    Returns:
        For each constant kept, the positions of the tables that have a policy of an implementation
        whose estimates it changes.
    """
    probed = [_probed(table) for table in tables]
    shares = [
        len(table.policies) / len(few.policies) for table, few in zip(tables, probed, strict=True)
    ]
    before = estimates_of(probed, base)
    found = {}
    for section in dict.fromkeys(constant.section for constant in constants):
        own = [constant for constant in constants if constant.section == section]
        if not any(map(np.any, _changed(probed, base, before, own))):
            continue
        for constant in own:
            changed = _changed(probed, base, before, [constant])
            trials = sum(share * mask.sum() for share, mask in zip(shares, changed, strict=True))
            pairs = list(zip(probed, changed, strict=True))
            operators = {table.operator.key for table, mask in pairs if mask.any()}
            if trials >= fewest_trials and len(operators) >= fewest_operators:
                families = {name for table, mask in pairs for name in _implementations(table, mask)}
                found[constant] = tuple(
                    index
                    for index, table in enumerate(tables)
                    if any(policy.impl in families for policy in table.policies)
                )
    return found


def profile_json(
    costs: CostProfile, name: str, about: str, provenance: Mapping[str, Any]
) -> dict[str, Any]:
    """A profile in the form of `default.json`, with the constants that differ from it.

    Args:
        costs: The profile.
        name: Its microarchitecture, as LLVM names the CPU.
        about: What it is, as a sentence.
        provenance: What it was fitted to, and how well it fits.
    """
    default, known = values_of(profile.profile(profile.DEFAULT)), _described()
    sections: dict[str, dict[str, Any]] = {}
    for section, constants in values_of(costs).items():
        for constant, value in constants.items():
            if value != default[section][constant]:
                described = {**known[section][constant], "value": value}
                sections.setdefault(section, {})[constant] = described
    return {
        "microarchitecture": name,
        "about": about,
        "provenance": dict(provenance),
        "sections": sections,
    }


def _described() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """The constants of the default profile with their units, by section and name."""
    text = (profile.FOLDER / f"{profile.DEFAULT}.json").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, Mapping[str, Any]]] = json.loads(text)["sections"]
    return found


def _constant(
    section: str, name: str, value: float, kinds: Mapping[str, Any], share: bool
) -> Constant:
    whole = kinds[name] is int
    lowest, highest = value / WIDEST, min(value * WIDEST, 1.0 if share else inf)
    if whole:
        lowest, highest = max(1, round(lowest)), round(value * WIDEST)
    return Constant(section, name, value, lowest, highest, whole)


def _probed(table: Table) -> Table:
    """A few policies of a table, spread over its implementations."""
    order = sorted(range(len(table.policies)), key=lambda index: table.policies[index].impl)
    places = np.linspace(0, len(order) - 1, min(_PROBED, len(order))).astype(int)
    return table.of([order[place] for place in places])


def _implementations(table: Table, mask: Mask) -> set[str]:
    """The implementations of the chosen policies."""
    return {table.policies[index].impl for index in np.flatnonzero(mask)}


def _changed(
    tables: Sequence[Table],
    base: CostProfile,
    before: Sequence[Floats],
    constants: Sequence[Constant],
) -> list[Mask]:
    """Which estimates of each table change with constants, all of them changed at once."""
    masks: list[Mask] = [np.zeros(len(table.policies), dtype=np.bool_) for table in tables]
    for factor in _PROBES:
        if not any(map(np.any, masks)):
            other = {item: item.moved(item.start, log(factor)) for item in constants}
            after = estimates_of(tables, with_constants(base, other))
            masks = [a != b for a, b in zip(before, after, strict=True)]
    return masks
