"""How near to the best known tuning comes in so many seconds: every operator of the suite, alone.

    python -m benchmarks.search.live --seconds 5 20 --output live.jsonl

Each operator is searched from an empty repository for each time, by what searches the operators of
a model (`aoe.tuning.tuning_session`), with cold weights. Afterwards what was found, the default
policy and the best known are measured against each other in turns (`judging`); a policy that beats
the best known raises it. Run it on a machine that does nothing else. Interrupted and started again
with the same output, it goes on with the next operator.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

from aoe.application.model.machine import this_machine
from aoe.device import Device
from aoe.execute.compile_pool import CompilePool
from aoe.execute.cpu.core_watch import core_watch
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.settings import read_settings
from aoe.tuning.deadline import Deadline
from aoe.tuning.observer import SilentObserver
from aoe.tuning.operator_search import OperatorSearch, start_search
from aoe.tuning.pace import Pace
from aoe.tuning.patience import Patience, Watch
from aoe.tuning.search_limits import LEVELS, SearchLimits, search_limits
from aoe.tuning.stored_policies import Winner
from aoe.tuning.tuning_case import TuningCase
from aoe.tuning.tuning_session import TuningSession
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.search.best_known import BEST_KNOWN, BestKnown
from benchmarks.search.judging import raised, samples_of, working_set
from benchmarks.search.suite import SUITE, describe, read_suite


@dataclass(frozen=True, slots=True)
class NoRepository:
    """A `PolicyStore` that is empty and stays so."""

    def lookup(self, operator: Operator) -> Policy | None:
        """Nothing."""

    def of_type(self, operator_type: str) -> Iterator[tuple[Operator, Policy]]:
        """Nothing."""
        return iter(())

    def store(self, operator: Operator, winner: Winner) -> None:
        """Forgets it."""

    def withdraw(self, operator: Operator) -> None:
        """There is nothing."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What searches run on: a device, the number of compiling processes, and what knows when the
    cores are calm.
    """

    device: Device
    processes: int
    watch: Watch

    def compile_pool(self) -> CompilePool:
        """Helpers that have compiled nothing yet."""
        return CompilePool(self.device, self.processes)


def main(arguments: Sequence[str] | None = None) -> int:
    """Tunes and judges the operators not in the output yet, and prints one table of all."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--suite", type=Path, default=SUITE)
    parser.add_argument("--seconds", nargs="+", type=float, default=[5.0, 20.0])
    parser.add_argument("--level", choices=sorted(LEVELS), default="O1")
    parser.add_argument("--deeper", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--output", type=Path, required=True, help="a line per operator, appended")
    parser.add_argument("--best_known", type=Path, default=BEST_KNOWN)
    options = parser.parse_args(arguments)
    settings = read_settings()
    device = this_machine(options.threads, settings)
    known = BestKnown.read(options.best_known, device.soc_version)
    suite = read_suite(options.suite)
    rows = {row["key"]: row for row in _lines(options.output)}
    limits = search_limits(options.level, options.deeper)
    processes = max(2, settings.compile_processes)
    with core_watch(device) as watch:
        machine = Machine(device, processes, watch)
        for operator in suite:
            if operator.key not in rows:
                row = judged(operator, options.seconds, machine, limits, known)
                rows[operator.key] = row
                with options.output.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    print_report(
        f"Share of best-known speed, {options.level}{', deeper' if options.deeper else ''}",
        [*(_without_key(rows[item.key]) for item in suite), *summary(list(rows.values()))],
        options.json,
        [f"threads: {options.threads}; shares in percent, searches from an empty repository"],
    )
    return 0


def judged(
    operator: Operator,
    seconds: Sequence[float],
    machine: Machine,
    limits: SearchLimits,
    known: BestKnown,
) -> dict[str, Any]:
    """Tunes an operator once for each time, and the share of best-known speed of each result."""
    results: dict[float, OperatorSearch] = {}
    row: dict[str, Any] = {"key": operator.key, "operator": describe(operator)}
    for budget in seconds:
        begin = time.monotonic()
        results[budget] = tuned(operator, budget, machine, limits)
        row |= {f"used {budget:g} s": time.monotonic() - begin}
        row |= {f"trials {budget:g} s": len(results[budget].history)}
    found = {budget: item.leader or item.baseline for budget, item in results.items()}
    default = results[seconds[0]].space.default
    candidates = [*found.values(), default]
    incumbent = known.policy(operator)
    if incumbent is not None:
        candidates.append(incumbent)
    with closing(machine.compile_pool()) as pool:
        samples = samples_of(operator, candidates, pool, machine.device, machine.watch)
    best = raised(known, operator, samples)
    for name, policy in [*((f"% {b:g} s", p) for b, p in found.items()), ("% default", default)]:
        row[name] = share(samples, policy, best)
    row["policies"] = {f"{b:g} s": policy.to_json() for b, policy in found.items()}
    row["best µs"] = median(samples[best]) * 1e6 if best in samples else None
    return row


def tuned(
    operator: Operator, seconds: float, machine: Machine, limits: SearchLimits
) -> OperatorSearch:
    """The search of an operator after so many seconds, or less if it came to its end. The helper
    processes run already, as for all operators of a model but the first, and have compiled nothing.
    """
    device = machine.device
    with closing(machine.compile_pool()) as pool:
        pool.compile([(f"empty{number}", "") for number in range(machine.processes)])
        begin = time.monotonic()
        search = start_search(operator, device, None, limits=limits)
        case = TuningCase(operator, describe(operator), (operator.type,), search=search)
        session = TuningSession(
            [case],
            device,
            NoRepository(),
            SilentObserver(),
            Pace(Deadline(seconds, begin)),
            patience=Patience(machine.watch, begin),
        )
        session.search_all(working_set(device), pool)
    return search


def share(
    samples: Mapping[Policy, Sequence[float]], policy: Policy, best: Policy | None
) -> float | None:
    """Percent of the best-known speed, from samples taken in turns. What is faster than the best
    known, but not beyond the noise, is as fast; None where either failed.
    """
    if best is None or best not in samples or policy not in samples:
        return None
    ratios = [b / p for b, p in zip(samples[best], samples[policy], strict=True)]
    return min(100.0, 100.0 * median(ratios))


def summary(rows: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Geometric mean and smallest of every share."""
    names = [name for name in rows[0] if name.startswith("% ")] if rows else []
    shares = {name: [row[name] for row in rows if row[name] is not None] for name in names}
    empty = dict.fromkeys(_without_key(rows[0])) if rows else {}
    return [
        {**empty, "operator": title, **{name: of(values) for name, values in shares.items()}}
        for title, of in (("geometric mean", geometric_mean), ("least", min))
    ]


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def _without_key(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in ("key", "policies")}


if __name__ == "__main__":
    sys.exit(main())
