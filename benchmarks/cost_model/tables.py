"""Tables of recorded times: what the cost model is judged by and fitted to.

A table has the measured times of one operator's policies, of one trial log
(`aoe.tuning.trial_log`). `regret` judges estimates by tables, `fitting` fits constants to them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aoe.backends.cpu.cost.profile import CostProfile, profile_of, trial
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError, UsageError
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.search.search_strategy import seconds_of
from aoe.tuning.trial_log import RecordedSearch, read_trial_log

#: Fewest timed policies of a table. With fewer there is hardly a choice.
FEWEST_POLICIES = 4

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The recorded times of one operator.

    Attributes:
        operator: The operator.
        target: What it was measured on, with its speed.
        policies: The policies that did not fail, in the order of the log.
        seconds: The time of each policy. float64, one-dimensional.
    """

    operator: Operator
    target: CpuTarget
    policies: tuple[Policy, ...]
    seconds: Floats

    def of(self, chosen: Sequence[int]) -> Table:
        """The table of the policies at these positions."""
        policies = tuple(self.policies[index] for index in chosen)
        return Table(self.operator, self.target, policies, self.seconds[list(chosen)])


def read_tables(paths: Iterable[Path], target_of: Callable[[str], CpuTarget]) -> list[Table]:
    """Reads the tables of trial logs. The same operator in two logs gives two tables, because the
    times of two recordings do not compare.

    Args:
        paths: Trial logs.
        target_of: The target of a `soc_version`, with its speed.

    Raises:
        AoeError: A file cannot be read.
        UsageError: No operator has enough timed policies.
    """
    named = list(paths)
    found = [
        table
        for path in named
        for search in read_trial_log(path).values()
        if len((table := _table(search, target_of)).policies) >= FEWEST_POLICIES
    ]
    if not found:
        raise UsageError(
            f"{', '.join(map(str, named))}: no operator has {FEWEST_POLICIES} timed policies; "
            "record more with `python -m benchmarks.cost_model record`"
        )
    return found


def estimates_of(tables: Sequence[Table], costs: CostProfile) -> list[Floats]:
    """The estimated seconds of every policy of every table with a profile on trial."""
    found: list[Floats] = [np.empty(0)] * len(tables)
    for target in dict.fromkeys(table.target for table in tables):
        with trial(target, costs) as on_trial:
            for index, table in enumerate(tables):
                if table.target == target:
                    found[index] = _estimates(table, on_trial)
    return found


def profile_in_force(tables: Sequence[Table]) -> CostProfile:
    """The profile that estimates for the targets of the tables use today."""
    return profile_of(tables[0].target)


def split(tables: Sequence[Table], share: float, seed: int) -> tuple[list[Table], list[Table]]:
    """Splits tables by operator into those to fit to and those held out.

    All tables of an operator are on one side. Of each operator type about the same share is held
    out.

    Args:
        tables: All tables.
        share: The share of operators that is held out, between 0 and 1.
        seed: Decides which operators are held out.

    Raises:
        UsageError: One side would be empty.
    """
    types = {table.operator.key: table.operator.type for table in tables}
    shuffled = sorted(types)
    random.Random(seed).shuffle(shuffled)
    keys = sorted(shuffled, key=types.__getitem__)
    held_out = {
        key
        for index, key in enumerate(keys)
        if floor((index + 1) * share + 0.5) > floor(index * share + 0.5)
    }
    if not 0 < len(held_out) < len(keys):
        raise UsageError(
            f"holding out {share:g} of {len(keys)} operators leaves one side empty; record more "
            "operators or change --held-out"
        )
    return (
        [table for table in tables if table.operator.key not in held_out],
        [table for table in tables if table.operator.key in held_out],
    )


def thinned(table: Table, estimates: Floats, most: int) -> Table:
    """The table with at most `most` policies: a third of them the fastest, a third those of the
    lowest estimates, the others spread evenly over the times.
    """
    if len(table.policies) <= most:
        return table
    by_time, by_estimate = np.argsort(table.seconds), np.argsort(estimates)
    kept = {int(index) for index in (*by_time[: most // 3], *by_estimate[: most // 3])}
    others = [int(index) for index in by_time if int(index) not in kept]
    places = np.linspace(0, len(others) - 1, most - len(kept)).astype(int)
    return table.of(sorted(kept | {others[place] for place in places}))


def _table(search: RecordedSearch, target_of: Callable[[str], CpuTarget]) -> Table:
    """The table of a search, without policies that this version does not estimate."""
    target = target_of(search.soc_version)
    times = seconds_of(search.trials)
    known = [policy for policy in times if _is_known(search.operator, policy, target)]
    return Table(search.operator, target, tuple(known), np.array([times[item] for item in known]))


def _is_known(operator: Operator, policy: Policy, target: CpuTarget) -> bool:
    item = implementations().get(policy.impl)
    if item is None:
        return False
    try:
        return item.estimate(operator, policy, operator.target(target)) > 0.0
    except (PolicyError, KeyError, ValueError):  # a version with other decisions recorded it
        return False


def _estimates(table: Table, target: CpuTarget) -> Floats:
    known: Mapping[str, Implementation[CpuTarget]] = implementations()
    own = table.operator.target(target)
    return np.array(
        [known[policy.impl].estimate(table.operator, policy, own) for policy in table.policies]
    )
