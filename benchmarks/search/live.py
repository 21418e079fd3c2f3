"""Measures how close to the best known tuning comes in some seconds, operator by operator.

    python -m benchmarks.search.live --seconds 5 20 --output live.jsonl

Each operator of the suite is searched from an empty repository for each time, as the operators of a
model are (`aoe.tuning.task_scheduler`), with cold weights. A search is repeated once if the cores
were noisy for much of the time. Afterwards the policies found, the default policy and the best
known are measured in turns (`judging`); a faster policy becomes the best known. Run it on a machine
that does nothing else. The same command with the same output goes on after an interruption.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from statistics import geometric_mean
from typing import Any

from aoe.application.model.machine import this_machine
from aoe.backends.registry import default_policy
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.settings import read_settings
from aoe.tuning.search.operator_search import OperatorSearch, start_search
from aoe.tuning.search.search_limits import SearchLimits, search_limits
from benchmarks.report import Row, print_report
from benchmarks.search.best_known import BestKnown
from benchmarks.search.judging import shares_of
from benchmarks.search.one_search import Machine, machine_of, on_quiet_cores, run_search
from benchmarks.search.suite import describe, read_suite
from benchmarks.search.target_search import append_row, rows_of, target_search_parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Tunes and judges the operators not in the output yet, and prints one table of all."""
    parser = target_search_parser(__doc__, (5.0, 20.0))
    parser.add_argument("--places", nargs="+", type=int, help="in the suite, all unless given")
    options = parser.parse_args(arguments)
    settings = read_settings()
    target = this_machine(options.threads, settings)
    known = BestKnown.read(options.best_known, target.soc_version)
    suite = read_suite(options.suite)
    suite = suite if options.places is None else [suite[place] for place in options.places]
    rows = rows_of(options.output)
    limits = search_limits(options.level, options.deeper)
    processes = max(2, settings.compile_processes)
    with machine_of(target, processes) as machine:
        for operator in suite:
            row = rows.get(operator.key)
            if row is not None and not options.judge_again:
                continue
            if row is None:
                row = searched(operator, options.seconds, machine, limits)
            rows[operator.key] = row | judged(operator, row["policies"], machine, known)
            append_row(options.output, rows[operator.key])
    judged_rows = [rows[operator.key] for operator in suite]
    print_report(
        f"Share of best-known speed, {options.level}{', deeper' if options.deeper else ''}",
        [*(_without_key(row) for row in judged_rows), *summary(judged_rows)],
        options.json,
        [f"threads: {options.threads}; shares in percent, searches from an empty repository"],
    )
    return 0


def searched(
    operator: Operator, seconds: Sequence[float], machine: Machine, limits: SearchLimits
) -> dict[str, Any]:
    """Tunes an operator once for each time; returns what that took, and the policies found."""
    row: dict[str, Any] = {"key": operator.key, "operator": describe(operator)}
    policies: dict[str, Any] = {}
    for budget in seconds:
        run = partial(_timed, operator, budget, limits)
        (search, used), _ = on_quiet_cores(run, machine)
        row |= {f"used {budget:g} s": used}
        row |= {f"trials {budget:g} s": len(search.history)}
        policies[f"{budget:g} s"] = (search.incumbent or search.baseline).to_json()
    return row | {"policies": policies}


def _timed(
    operator: Operator, seconds: float, limits: SearchLimits, machine: Machine
) -> tuple[OperatorSearch, float]:
    """Runs one search and returns its seconds too."""
    begin = time.monotonic()
    search, _ = run_search(
        lambda: start_search(operator, machine.target, None, limits=limits), seconds, machine
    )
    return search, time.monotonic() - begin


def judged(
    operator: Operator, policies: Mapping[str, Any], machine: Machine, known: BestKnown
) -> dict[str, Any]:
    """Returns the share of the best-known speed of each policy and of the default policy."""
    found = {name: Policy.from_json(policy) for name, policy in policies.items()}
    found["default"] = default_policy(operator, machine.target)
    with closing(machine.compile_pool()) as pool:
        shares, best = shares_of(operator, found, pool, machine.target, machine.watch, known)
    row: dict[str, Any] = {f"% {name}": value for name, value in shares.items()}
    return row | {"best µs": None if best is None else best * 1e6}


def summary(rows: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Returns the geometric mean and the least of every share."""
    names = [name for name in rows[0] if name.startswith("% ")] if rows else []
    shares = {name: [row[name] for row in rows if row[name] is not None] for name in names}
    empty = dict.fromkeys(_without_key(rows[0])) if rows else {}
    return [
        {**empty, "operator": title, **{name: of(values) for name, values in shares.items()}}
        for title, of in (("geometric mean", geometric_mean), ("least", min))
    ]


def _without_key(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in ("key", "policies")}


if __name__ == "__main__":
    sys.exit(main())
