"""Min-sum variable elimination: minimises a sum of costs that depend on a few variables each,
exactly.

This is dynamic programming over variables that do not form a chain (Bertelè and Brioschi,
"Nonserial Dynamic Programming", 1972). Its cost grows with the largest table on the way. On a chain
or a tree that table has two neighbouring variables, however long the chain is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import prod

import numpy as np

#: Entries of a table, at most; larger problems are not solved.
LARGEST = 1 << 16


@dataclass(frozen=True, slots=True)
class Cost:
    """A term of the sum.

    Attributes:
        choices: Names of the variables that it depends on.
        table: `table[i, j, …]` is the cost if the variables have their i-th, j-th, … value. It is
            infinite if that is impossible.
    """

    choices: tuple[str, ...]
    table: np.ndarray


def least_sum(costs: Sequence[Cost]) -> dict[str, int] | None:
    """The values of all variables with the least sum of costs; of equal sums, the first values.
    None if the problem is too large.
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
