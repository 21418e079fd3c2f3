"""Compares search methods on the device: the same operators, spaces, seconds and rules.

    python -m benchmarks.search.contest --seconds 2 5 10 20 --seeds 0 1 2 --output contest.jsonl

Each method of `methods` searches each operator once with each seed, from its default policy, for
the longest of the times. One order of random search is luck, and so is one run of any method. All
but the choice of the next policies is the same: compiling, measuring, races, paired comparisons and
confirmations. Then the winners after each of the times are measured against each other and the best
known policy in turns (`judging`). The clock of a search stands still while random search or TPE
think; open-aoe pays for its thinking.

The methods begin in turn. Which policy is faster depends on the state of the machine. So a search
begins on quiet cores, and it is repeated, whatever its method, if many of its looks found noisy
ones. Run it on a machine that does nothing else. The same command with the same output goes on
after an interruption. `--search_again open-aoe` repeats the searches of one method after a change
and judges all methods anew.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

from aoe.application.model.machine import this_machine
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.settings import read_settings
from aoe.tuning.search.operator_search import OperatorSearch
from aoe.tuning.search.policy_search import Space
from aoe.tuning.search.search_limits import SearchLimits, search_limits
from aoe.tuning.search.search_strategy import Trial, search_space
from benchmarks.report import Row, print_report
from benchmarks.search.best_known import BestKnown
from benchmarks.search.judging import shares_of
from benchmarks.search.methods import Method, Proposer, limits_for, open_aoe, random_search, tpe
from benchmarks.search.one_search import (
    Machine,
    Winners,
    machine_of,
    on_quiet_cores,
    run_search,
)
from benchmarks.search.suite import describe, evenly, read_suite
from benchmarks.search.target_search import append_row, rows_of, target_search_parser

METHODS = ("open-aoe", "random", "TPE")
#: Beside the methods: the policy that all of them begin with.
DEFAULT = "default"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the methods on the operators not in the output yet, and prints one table of all."""
    options = _parser().parse_args(arguments)
    settings = read_settings()
    target = this_machine(options.threads, settings)
    known = BestKnown.read(options.best_known, target.soc_version)
    runs = _runs(options.seeds, evenly(read_suite(options.suite), options.operators))
    with machine_of(target, max(2, settings.compile_processes)) as machine:
        contest = Contest(machine, known, options.output, rows_of(options.output))
        _search(runs, contest, options)
        present = [run for run in runs if run.key in contest.rows]
        _judge_again(present, contest, options.judgements, options.judge_again)
    print_report(
        f"Search methods on the device, {options.level}{', deeper' if options.deeper else ''}",
        table(
            [contest.rows[run.key] | {"seed": run.seed} for run in present],
            [DEFAULT, *options.methods],
            options.seconds,
        ),
        options.json,
        [f"threads: {options.threads}; share of the best-known speed in percent"],
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = target_search_parser(__doc__, (2.0, 5.0, 10.0, 20.0))
    parser.add_argument("--operators", type=int, default=12, help="spread evenly over the suite")
    parser.add_argument("--most", type=int, help="how many of them to do now")
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    parser.add_argument("--seeds", nargs="+", type=int, default=[0])
    parser.add_argument("--judgements", type=int, default=3, help="of each search, at least")
    parser.add_argument(
        "--search_again", nargs="+", choices=METHODS, help="have these search what others have, too"
    )
    return parser


@dataclass(frozen=True, slots=True)
class Run:
    """All methods' searches of an operator with one seed; `turn` says which begins."""

    operator: Operator
    seed: int
    turn: int

    @property
    def key(self) -> str:
        """What the output knows it by."""
        return f"{self.operator.key} {self.seed}"


@dataclass(frozen=True, slots=True)
class Contest:
    """Where searches run and are judged, and the file at `output` with its `rows`, by key."""

    machine: Machine
    known: BestKnown
    output: Path
    rows: dict[str, dict[str, Any]]

    def judge(self, run: Run, row: Mapping[str, Any]) -> None:
        """Judges the searches of a row once more, and notes it."""
        shares = judged(run.operator, row["policies"], self.machine, self.known)
        self.rows[run.key] = with_judgement(row, shares)
        append_row(self.output, self.rows[run.key])


def _runs(seeds: Sequence[int], suite: Sequence[Operator]) -> list[Run]:
    return [
        Run(operator, seed, seed + place) for seed in seeds for place, operator in enumerate(suite)
    ]


def _search(runs: Sequence[Run], contest: Contest, options: argparse.Namespace) -> None:
    """Searches and judges what has no row yet, and what is to be searched again."""
    limits = search_limits(options.level, options.deeper)
    wanted = [run for run in runs if run.key not in contest.rows or options.search_again]
    for run in wanted[: options.most]:
        before = contest.rows.get(run.key)
        methods = _methods(options.search_again if before else options.methods, run.turn)
        order = _in_turn(methods, run.turn)
        row = contested(run.operator, order, options.seconds, contest.machine, limits)
        contest.judge(run, searched_again(before, row) if before else row | {"key": run.key})


def _judge_again(runs: Sequence[Run], contest: Contest, fewest: int, once_more: bool) -> None:
    """Judges all rows in turn until each was judged equally often, at least `fewest` times.

    With `once_more` every row is judged once more than that.
    """
    most = max((len(contest.rows[run.key]["judgements"]) for run in runs), default=0)
    for count in range(1, max(fewest, most + once_more)):
        for run in runs:
            if len(contest.rows[run.key]["judgements"]) <= count:
                contest.judge(run, contest.rows[run.key])


@dataclass(slots=True)
class Clock:
    """Seconds of a monotonic clock, without those that were `thought`."""

    thought: float = 0.0

    def __call__(self) -> float:
        """The seconds now."""
        return time.monotonic() - self.thought


@dataclass(slots=True)
class Unhurried(Proposer):
    """A method whose thinking takes no time of a clock."""

    method: Space[Policy]
    clock: Clock

    def propose(
        self, seeds: Sequence[Policy], history: Sequence[Trial], count: int, margin: float
    ) -> list[Policy]:
        """What the method proposes."""
        begin = time.monotonic()
        proposed = self.method.propose(seeds, history, count, margin)
        self.clock.thought += time.monotonic() - begin
        return proposed


def contested(
    operator: Operator,
    methods: Mapping[str, Method],
    seconds: Sequence[float],
    machine: Machine,
    limits: SearchLimits,
) -> dict[str, Any]:
    """Returns the policy that each method found after each of the times, by column."""
    row: dict[str, Any] = {"operator": describe(operator)}
    found: dict[str, Policy] = {}
    for name, method in methods.items():
        run = partial(searched, operator, method, max(seconds), limits)
        (search, winners, thought), attempts = on_quiet_cores(run, machine)
        row |= {f"attempts {name}": attempts}
        row |= {f"trials {name}": len(search.history), f"thought {name}": thought}
        for limit in seconds:
            found[_column(name, limit)] = winners.after(limit) or search.baseline
            found[_column(DEFAULT, limit)] = search.baseline
    return row | {"policies": {column: policy.to_json() for column, policy in found.items()}}


def judged(
    operator: Operator, policies: Mapping[str, Any], machine: Machine, known: BestKnown
) -> dict[str, float | None]:
    """Returns the share of the best-known speed that each of the policies has."""
    found = {column: Policy.from_json(policy) for column, policy in policies.items()}
    with closing(machine.compile_pool()) as pool:
        return shares_of(operator, found, pool, machine.target, machine.watch, known)[0]


def searched_again(before: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the row of an operator some of whose searches were repeated, not judged yet."""
    kept = {name: value for name, value in before.items() if name != "judgements"}
    return {**kept, **row, "policies": {**before["policies"], **row["policies"]}}


def with_judgement(row: Mapping[str, Any], shares: Mapping[str, float | None]) -> dict[str, Any]:
    """Returns the row of a search with one more judgement; its shares are the medians of all."""
    judgements = [*row.get("judgements", ()), dict(shares)]
    taken = {name: [j[name] for j in judgements if j.get(name) is not None] for name in shares}
    medians = {name: median(values) if values else None for name, values in taken.items()}
    return {**row, "judgements": judgements, **medians}


def searched(
    operator: Operator, method: Method, seconds: float, limits: SearchLimits, machine: Machine
) -> tuple[OperatorSearch, Winners, float]:
    """Runs one search of an operator by a method; returns also the seconds of unpaid thinking."""
    clock = Clock()

    def begin() -> OperatorSearch:
        space = search_space(operator, machine.target, limits.explored, limits.breadth)
        proposer = method(space)
        chosen = space if method is open_aoe else Unhurried(space, proposer, clock)
        return OperatorSearch(operator, chosen, space.default, limits=limits_for(method, limits))

    search, winners = run_search(begin, seconds, machine, clock)
    return search, winners, clock.thought


def table(
    rows: Sequence[Mapping[str, Any]], names: Sequence[str], seconds: Sequence[float]
) -> list[Row]:
    """Returns every method with each seed, and where there are several with all of them."""
    seeds = sorted({row["seed"] for row in rows})
    found = [
        summary([row for row in rows if row["seed"] == seed], name, str(seed), seconds)
        for name in names
        for seed in seeds
    ]
    every = [summary(rows, name, "all", seconds) for name in names]
    return [*found, *every] if len(seeds) > 1 else found


def summary(
    rows: Sequence[Mapping[str, Any]], name: str, seed: str, seconds: Sequence[float]
) -> Row:
    """Returns the geometric mean and the least of a method's shares after each time."""
    row: dict[str, str | int | float | None] = {
        "method": name,
        "seed": seed,
        "operators": len(rows),
    }
    for limit in seconds:
        shares = [row[_column(name, limit)] for row in rows]
        timed = [value for value in shares if value is not None]
        row[f"% after {limit:g} s"] = geometric_mean(timed) if timed else None
        row[f"least after {limit:g} s"] = min(timed, default=None)
    return row


def _column(name: str, seconds: float) -> str:
    return f"% {name} {seconds:g} s"


def _methods(names: Sequence[str], seed: int) -> dict[str, Method]:
    known: dict[str, Method] = {
        "open-aoe": open_aoe,
        "random": random_search(seed),
        "TPE": tpe(seed),
    }
    return {name: known[name] for name in names}


def _in_turn(methods: Mapping[str, Method], turn: int) -> dict[str, Method]:
    names = list(methods)
    first = turn % len(names)
    return {name: methods[name] for name in names[first:] + names[:first]}


if __name__ == "__main__":
    sys.exit(main())
