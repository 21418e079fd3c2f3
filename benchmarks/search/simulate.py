"""Compares search methods on recorded times: no device, no noise.

    python -m benchmarks.search.record --output t.jsonl
    python -m benchmarks.search.simulate t.jsonl --seconds 2 5 10 20

For every operator in a trial log, the space is what was tried, and measuring a policy gives its
recorded time. The cost of trying it passes on a clock; thinking costs nothing. Each method of
`methods` searches each operator anew until the seconds are over. Of a large space the table has an
evenly drawn part (`record`), and all methods choose from that part.

The figures are the speed of the best policy found over the best of the table, after some seconds:
the geometric mean over operators and seeds, and the least of the operators' means over their seeds.
`contest` compares the methods on the device, over whole spaces.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from statistics import geometric_mean

from aoe.application.model.machine import this_machine
from aoe.backends.registry import backend_of
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.settings import read_settings
from aoe.target import Target
from aoe.tuning.search.operator_search import OperatorSearch
from aoe.tuning.search.search_limits import LEVELS, USUAL, SearchLimits, search_limits
from aoe.tuning.search.search_strategy import SearchSpace, Trial, space_of
from aoe.tuning.trial_log import RecordedSearch, read_trial_log
from aoe.tuning.tuning_task import BATCH
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.search.methods import Method, limits_for, open_aoe, random_search, tpe

#: Fewest policies that make an operator worth replaying.
FEWEST = 4
#: Seconds that a trial without a record of its cost is taken to have cost.
GUESSED_SECONDS = 0.1


def main(arguments: Sequence[str] | None = None) -> int:
    """Replays every method on every operator and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("log", type=Path, help="what `record` has written")
    parser.add_argument("--seconds", nargs="+", type=float, default=[2.0, 5.0, 10.0, 20.0])
    parser.add_argument("--level", choices=sorted(LEVELS), default="O1")
    parser.add_argument("--deeper", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--repeats", type=int, default=5, help="seeds of random search and TPE")
    parser.add_argument("--methods", nargs="+", default=["open-aoe", "random", "TPE"])
    options = parser.parse_args(arguments)
    seeds = range(options.seed, options.seed + options.repeats)
    limits = search_limits(options.level, options.deeper)
    known: dict[str, list[Method]] = {
        "open-aoe": [open_aoe],
        "random": [random_search(seed) for seed in seeds],
        "TPE": [tpe(seed) for seed in seeds],
    }
    methods = {name: known[name] for name in options.methods}
    searches = list(read_trial_log(options.log).values())
    target = this_machine(options.threads, read_settings())
    rows = simulate(searches, options.seconds, methods, target, limits)
    print_report("Search methods", rows, options.json, [f"{len(searches)} operators recorded"])
    return 0


def simulate(
    searches: Sequence[RecordedSearch],
    seconds: Sequence[float],
    methods: Mapping[str, Sequence[Method]],
    target: Target,
    limits: SearchLimits,
) -> list[Row]:
    """Returns a row for each method: percent of the best speed of the table after each time.

    `limits` are those of open-aoe's own searches.
    """
    replayed = [item for item in searches if len(table_of(item)) >= FEWEST]
    spaces = [space_for(item, target, limits.explored) for item in replayed]
    rows: list[Row] = []
    for name, variants in methods.items():
        row: dict[str, str | int | float | None] = {"method": name, "operators": len(replayed)}
        curves = [
            [speeds(method, item, space, seconds, limits) for method in variants]
            for item, space in zip(replayed, spaces, strict=True)
        ]
        for position, limit in enumerate(seconds):
            shares = [geometric_mean(curve[position] for curve in seeds) for seeds in curves]
            row[f"% after {limit:g} s"] = 100 * geometric_mean(shares) if shares else None
            row[f"least after {limit:g} s"] = 100 * min(shares) if shares else None
        rows.append(row)
    return rows


def table_of(search: RecordedSearch) -> dict[Policy, Trial]:
    """Returns the last trial of every policy; nothing if the default failed."""
    table = {trial.policy: trial for trial in search.trials}
    default = table.get(search.default)
    return table if default is not None and default.seconds is not None else {}


def space_for(search: RecordedSearch, target: Target, explored: int) -> SearchSpace:
    """Returns the recorded policies as a space, with the analytic model's figures."""
    known = backend_of(target).implementations()
    policies = [policy for policy in table_of(search) if policy.impl in known]
    estimates = [
        (policy, known[policy.impl].estimate(search.operator, policy, target))
        for policy in policies
    ]
    lower_bounds = {
        policy: known[policy.impl].lower_bound(search.operator, policy, target)
        for policy in policies
    }
    return space_of(search.default, estimates, lower_bounds, explored)


def speeds(
    method: Method,
    search: RecordedSearch,
    space: SearchSpace,
    seconds: Sequence[float],
    limits: SearchLimits = USUAL,
) -> list[float]:
    """Returns the speed of the best policy so far over the best of the table, after each time.

    Before anything was tried, that is the default policy.
    """
    table = table_of(search)
    times = {policy: trial.seconds or inf for policy, trial in table.items()}
    tried = replay(method, search.operator, space, table, max(seconds), limits)
    best = min(times.values())
    return [
        best / min([times[space.default], *(times[p] for when, p in tried if when <= limit)])
        for limit in seconds
    ]


def replay(
    method: Method,
    operator: Operator,
    space: SearchSpace,
    table: Mapping[Policy, Trial],
    seconds: float,
    limits: SearchLimits = USUAL,
) -> list[tuple[float, Policy]]:
    """Returns what a method tries within some seconds, and when each trial was done."""
    state = OperatorSearch(
        operator, method(space), space.default, limits=limits_for(method, limits)
    )
    tried: list[tuple[float, Policy]] = []
    best, clock = inf, 0.0
    while batch := state.next_batch(BATCH):
        for policy in batch:
            trial = table[policy]
            clock += trial.spent if trial.spent is not None else GUESSED_SECONDS
            if clock > seconds:
                return tried
            tried.append((clock, policy))
            state.history.append(trial)
            state.since_change += 1
            if trial.seconds is not None and trial.seconds < best:
                best, state.since_change = trial.seconds, 0
    return tried


if __name__ == "__main__":
    sys.exit(main())
