"""Search methods against each other on the device: the same operators, spaces, seconds and rules.

    python -m benchmarks.search.contest --seconds 2 5 10 20 --seeds 0 1 2 --output contest.jsonl

Each method of `methods` searches each operator once with each seed, from its default policy, for
the longest of the times. One seed's order of random search is luck, and so is one run of any
method. All but the choice of the next policies is the same for all: what compiles and measures
them, races, duels and confirmations. The winners after each of the times are then measured against
each other and the best known in turns (`judging`). Searching goes by a clock that stands still
while random search or TPE think; open-aoe pays for its thinking. The methods begin in turn. A
search begins when the cores are calm, and one that found them disturbed in many of its looks is
done again, whatever method it is of: which policy is faster depends on that state. Run it on a
machine that does nothing else. Interrupted and started again with the same output, it goes on with
the next operator. `--search_again open-aoe`: after a change to open-aoe, the other methods'
searches stay what they were, and all are judged anew.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from statistics import geometric_mean, median
from typing import Any

from aoe.application.model.machine import this_machine
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.settings import read_settings
from aoe.tuning.operator_search import OperatorSearch
from aoe.tuning.policy_search import Space
from aoe.tuning.search import Trial, search_space
from aoe.tuning.search_limits import SearchLimits, search_limits
from benchmarks.report import Row, print_report
from benchmarks.search.best_known import BestKnown
from benchmarks.search.device_search import append_row, device_search_parser, rows_of
from benchmarks.search.judging import shares_of
from benchmarks.search.methods import Method, Proposer, limits_for, open_aoe, random_search, tpe
from benchmarks.search.one_search import (
    Machine,
    Winners,
    machine_of,
    on_calm_cores,
    run_search,
)
from benchmarks.search.suite import describe, evenly, read_suite

METHODS = ("open-aoe", "random", "TPE")
#: Beside the methods: the policy that all of them begin with.
DEFAULT = "default"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the methods on the operators not in the output yet, and prints one table of all."""
    options = _parser().parse_args(arguments)
    settings = read_settings()
    device = this_machine(options.threads, settings)
    known = BestKnown.read(options.best_known, device.soc_version)
    runs = _runs(options)
    rows = rows_of(options.output)
    with machine_of(device, max(2, settings.compile_processes)) as machine:
        _search(runs, rows, machine, known, options)
        present = [run for run in runs if run.key in rows]
        _judge_again(present, rows, machine, known, options)
    print_report(
        f"Search methods on the device, {options.level}{', deeper' if options.deeper else ''}",
        table(
            [rows[run.key] | {"seed": run.seed} for run in present],
            [DEFAULT, *options.methods],
            options.seconds,
        ),
        options.json,
        [f"threads: {options.threads}; share of the best-known speed in percent"],
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = device_search_parser(__doc__, (2.0, 5.0, 10.0, 20.0))
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


def _runs(options: argparse.Namespace) -> list[Run]:
    suite = evenly(read_suite(options.suite), options.operators)
    return [
        Run(operator, seed, seed + place)
        for seed in options.seeds
        for place, operator in enumerate(suite)
    ]


def _search(
    runs: Sequence[Run],
    rows: dict[str, dict[str, Any]],
    machine: Machine,
    known: BestKnown,
    options: argparse.Namespace,
) -> None:
    """Searches and judges what is not in `rows` yet, and what is to be searched again."""
    limits = search_limits(options.level, options.deeper)
    wanted = [run for run in runs if run.key not in rows or options.search_again]
    for run in wanted[: options.most]:
        before = rows.get(run.key)
        methods = _methods(options.search_again if before else options.methods, run.turn)
        order = _in_turn(methods, run.turn)
        row = contested(run.operator, order, options.seconds, machine, limits)
        row = searched_again(before, row) if before else row | {"key": run.key}
        rows[run.key] = _judged_once_more(run.operator, row, machine, known)
        append_row(options.output, rows[run.key])


def _judge_again(
    runs: Sequence[Run],
    rows: dict[str, dict[str, Any]],
    machine: Machine,
    known: BestKnown,
    options: argparse.Namespace,
) -> None:
    """Judges all of them in turn, until each has been judged often enough."""
    most = max((len(rows[run.key]["judgements"]) for run in runs), default=0)
    for count in range(1, max(options.judgements, most + options.judge_again)):
        for run in runs:
            if len(rows[run.key]["judgements"]) <= count:
                rows[run.key] = _judged_once_more(run.operator, rows[run.key], machine, known)
                append_row(options.output, rows[run.key])


@dataclass(slots=True)
class Clock:
    """Seconds, monotonic, without those that were `thought`."""

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
    """The policy that each method has found after each of the times, by column of its share."""
    row: dict[str, Any] = {"operator": describe(operator)}
    found: dict[str, Policy] = {}
    for name, method in methods.items():

        def timed(
            watched: Machine, method: Method = method
        ) -> tuple[OperatorSearch, Winners, Clock]:
            clock = Clock()
            return *searched(operator, method, max(seconds), watched, limits, clock), clock

        (search, winners, clock), attempts = on_calm_cores(timed, machine)
        row |= {f"attempts {name}": attempts}
        row |= {f"trials {name}": len(search.history), f"thought {name}": clock.thought}
        for limit in seconds:
            found[_column(name, limit)] = winners.after(limit) or search.baseline
            found[_column(DEFAULT, limit)] = search.baseline
    return row | {"policies": {column: policy.to_json() for column, policy in found.items()}}


def judged(
    operator: Operator, policies: Mapping[str, Any], machine: Machine, known: BestKnown
) -> dict[str, float | None]:
    """The share of the best-known speed that each of the policies has."""
    found = {column: Policy.from_json(policy) for column, policy in policies.items()}
    with closing(machine.compile_pool()) as pool:
        return shares_of(operator, found, pool, machine.device, machine.watch, known)[0]


def searched_again(before: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """The row of an operator some of whose searches were done again, as `row` has them; nothing of
    it has been judged.
    """
    kept = {name: value for name, value in before.items() if name != "judgements"}
    return {**kept, **row, "policies": {**before["policies"], **row["policies"]}}


def _judged_once_more(
    operator: Operator, row: Mapping[str, Any], machine: Machine, known: BestKnown
) -> dict[str, Any]:
    return with_judgement(row, judged(operator, row["policies"], machine, known))


def with_judgement(row: Mapping[str, Any], shares: Mapping[str, float | None]) -> dict[str, Any]:
    """The row of a search with one more judgement; its shares are the medians of all."""
    judgements = [*row.get("judgements", ()), dict(shares)]
    taken = {name: [j[name] for j in judgements if j.get(name) is not None] for name in shares}
    medians = {name: median(values) if values else None for name, values in taken.items()}
    return {**row, "judgements": judgements, **medians}


def searched(
    operator: Operator,
    method: Method,
    seconds: float,
    machine: Machine,
    limits: SearchLimits,
    clock: Clock,
) -> tuple[OperatorSearch, Winners]:
    """One search of an operator by a method."""

    def begin() -> OperatorSearch:
        space = search_space(operator, machine.device, limits.explored, limits.breadth)
        proposer = method(space)
        chosen = space if method is open_aoe else Unhurried(space, proposer, clock)
        return OperatorSearch(operator, chosen, space.default, limits=limits_for(method, limits))

    return run_search(begin, seconds, machine, clock)


def table(
    rows: Sequence[Mapping[str, Any]], names: Sequence[str], seconds: Sequence[float]
) -> list[Row]:
    """Every method with each seed, and where there are several with all of them."""
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
    """Geometric mean and smallest of a method's shares over the operators, after each time."""
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
