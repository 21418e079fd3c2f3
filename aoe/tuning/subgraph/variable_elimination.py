"""The least sum of costs that depend on a few choices each: exact, one choice eliminated after the
other.

That is dynamic programming where choices do not stand in a row (Bertelè and Brioschi, "Nonserial
Dynamic Programming", 1972). What it takes grows with the largest table met on the way: on a chain
or a tree that is one of two neighbours' choices, however long the chain is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import prod

import numpy as np

#: Entries of a table beyond which a problem is given up.
LARGEST = 1 << 16


@dataclass(frozen=True, slots=True)
class Cost:
    """`table[i, j, …]`: the cost where the choices named are their i-th, j-th, … possibility;
    infinite where that is impossible.
    """

    choices: tuple[str, ...]
    table: np.ndarray


def least_sum(costs: Sequence[Cost]) -> dict[str, int] | None:
    """The possibilities of all choices by which the costs' sum is least; None where that would take
    too long. Of equal sums, the first possibilities.
    """
    sizes = {
        name: n for cost in costs for name, n in zip(cost.choices, cost.table.shape, strict=True)
    }
    left, waiting = list(costs), list(sizes)
    eliminated: list[tuple[str, tuple[str, ...], np.ndarray]] = []
    while waiting:
        name = min(waiting, key=lambda item: _entries(_around(item, left), sizes))
        around = _around(name, left)
        if _entries(around, sizes) > LARGEST:
            return None
        others = tuple(item for item in around if item != name)
        table = _summed([cost for cost in left if name in cost.choices], (*others, name), sizes)
        eliminated.append((name, others, table.argmin(axis=-1)))
        left = [cost for cost in left if name not in cost.choices]
        left.append(Cost(others, table.min(axis=-1)))
        waiting.remove(name)
    chosen: dict[str, int] = {}
    for name, others, best in reversed(eliminated):
        chosen[name] = int(best[tuple(chosen[item] for item in others)])
    return chosen


def _around(name: str, costs: Iterable[Cost]) -> list[str]:
    """The choices that costs depend on together with this one, and itself."""
    names = [item for cost in costs if name in cost.choices for item in cost.choices]
    return list(dict.fromkeys(names))


def _entries(names: Iterable[str], sizes: Mapping[str, int]) -> int:
    return prod(sizes[name] for name in names)


def _summed(costs: Sequence[Cost], names: Sequence[str], sizes: Mapping[str, int]) -> np.ndarray:
    """The sum of costs as a table over these choices, which are all of theirs."""

    def spread(cost: Cost) -> np.ndarray:
        present = [name for name in names if name in cost.choices]
        turned = cost.table.transpose([cost.choices.index(name) for name in present])
        return turned.reshape([sizes[name] if name in present else 1 for name in names])

    shape = tuple(sizes[name] for name in names)
    return np.asarray(reduce(np.add, map(spread, costs), np.zeros(shape)))
