"""Search methods against each other, replayed on recorded times: no device, no noise.

    python -m benchmarks.search.record m.onnx --output t.jsonl
    python -m benchmarks.search.simulate t.jsonl --trials 4 8 16 32

For every operator in a trial log, the policies that were tried are the space and their times are
what measuring them would give; each method searches it anew. "open-aoe" is
`aoe.tuning.search.propose` with the analytic estimates of this machine; "random" draws without
replacement and is the mean of several seeds. The figures are the speed of the best policy found,
over the best known, after so many trials: the geometric mean over the operators.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from statistics import geometric_mean

from aoe.device import Device
from aoe.execute.cpu.host import host_device
from aoe.operators.registry import implementations
from aoe.policy import Policy
from aoe.tuning.search import SearchSpace, Trial, propose, space_of
from aoe.tuning.trial_log import RecordedSearch, read_trial_log
from benchmarks.report import Row, benchmark_parser, print_report

#: Candidates that open-aoe measures in a round.
BATCH = 8
#: Fewest policies that make an operator worth replaying.
FEWEST = 4

#: The order in which a method tries the policies of a table (seconds by policy).
Method = Callable[[SearchSpace, Mapping[Policy, float | None]], list[Policy]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Replays every method on every operator and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("log", type=Path, help="what `record` or `aoe --trial_log` has written")
    parser.add_argument("--trials", nargs="+", type=int, default=[2, 4, 8, 16, 32])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--repeats", type=int, default=20, help="seeds of random search")
    options = parser.parse_args(arguments)
    searches = list(read_trial_log(options.log).values())
    seeds = range(options.seed, options.seed + options.repeats)
    rows = simulate(searches, options.trials, seeds, host_device())
    print_report("Search methods", rows, options.json, [f"{len(searches)} operators recorded"])
    return 0


def simulate(
    searches: Sequence[RecordedSearch], trials: Sequence[int], seeds: Sequence[int], device: Device
) -> list[Row]:
    """A row for each method: share of the best-known speed, in percent, after so many trials."""
    tables = [(item, table_of(item)) for item in searches]
    tables = [(item, table) for item, table in tables if len(table) >= FEWEST]
    spaces = [space_for(item, table, device) for item, table in tables]
    methods: dict[str, list[Method]] = {
        "open-aoe": [ours],
        "random": [random_method(seed) for seed in seeds],
    }
    rows: list[Row] = []
    for name, variants in methods.items():
        curves = [
            speeds(method(space, table), table)
            for method in variants
            for space, (_, table) in zip(spaces, tables, strict=True)
        ]
        shares = {
            f"% after {count}": 100
            * geometric_mean(curve[min(count, len(curve)) - 1] for curve in curves)
            for count in trials
            if curves
        }
        rows.append({"method": name, "operators": len(tables), **shares})
    return rows


def table_of(search: RecordedSearch) -> dict[Policy, float | None]:
    """Seconds of every policy that was tried, None where it failed; empty if the default did."""
    table = {trial.policy: trial.seconds for trial in search.trials}
    return table if table.get(search.default) is not None else {}


def space_for(
    search: RecordedSearch, table: Mapping[Policy, float | None], device: Device
) -> SearchSpace:
    """The recorded policies as a space, with the estimates of the analytic model."""
    known = implementations()
    estimates = [
        (policy, known[policy.impl].estimate(search.operator, policy, device))
        for policy in table
        if policy.impl in known
    ]
    return space_of(search.default, estimates)


def ours(space: SearchSpace, table: Mapping[Policy, float | None]) -> list[Policy]:
    """The order of open-aoe's search, to its end."""
    history: list[Trial] = []
    while batch := propose(space, (), history, BATCH):
        history += [Trial(policy, table[policy]) for policy in batch]
    return [trial.policy for trial in history]


def random_method(seed: int) -> Method:
    """Draws without replacement; the default policy, which is known, comes first."""

    def order(space: SearchSpace, table: Mapping[Policy, float | None]) -> list[Policy]:
        others = [policy for policy in table if policy != space.default]
        random.Random(seed).shuffle(others)
        return [space.default, *others]

    return order


def speeds(order: Sequence[Policy], table: Mapping[Policy, float | None]) -> list[float]:
    """Speed of the best policy so far over the best known, after each trial."""
    best_known = min(seconds for seconds in table.values() if seconds is not None)
    times = [table[policy] or float("inf") for policy in order]
    return [best_known / best for best in accumulate(times, min)]


if __name__ == "__main__":
    sys.exit(main())
