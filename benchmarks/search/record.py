"""Records tables of times for `simulate`: the policies of the suite's operators.

    python -m benchmarks.search.record --output trials.jsonl

Every policy of a space, or evenly drawn ones of a large space, is compiled, loaded, checked and
sampled as in a search. Its line in the trial log has the seconds that took and the seconds of a
run. The fastest policies of an operator are then measured against each other and the best known,
which they may replace (`best_known`). Run it on a machine that does nothing else; it takes about
fifteen seconds per operator. The same command goes on after an interruption.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from statistics import median

from aoe.application.model.machine import this_machine
from aoe.backends.backend import Compiler, Watch
from aoe.backends.registry import backend_of
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.settings import read_settings
from aoe.target import Target
from aoe.tuning.measurement.candidate import Candidate, compile_candidates
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.search.policy_search import CandidateRunner, failed_trial
from aoe.tuning.search.search_limits import LEVELS, USUAL, search_limits
from aoe.tuning.search.search_strategy import SearchSpace, Trial, search_space
from aoe.tuning.trial_log import TrialLog, read_trial_log
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.search.best_known import BEST_KNOWN, BestKnown
from benchmarks.search.judging import WORKING_SET, raised, samples_of
from benchmarks.search.suite import SUITE, describe, read_suite

#: Policies compiled together.
BATCH = 16
#: Samples of every policy, about what a search takes of one that is not dropped at once.
SAMPLES = 5
#: How many of the fastest are measured against each other.
FINALISTS = 8


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures the policies of the operators not recorded yet, and prints how many there were."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--suite", type=Path, default=SUITE)
    parser.add_argument("--policies", type=int, default=400, help="of an operator at most")
    parser.add_argument("--level", choices=sorted(LEVELS), default="O1", help="of the space")
    parser.add_argument("--deeper", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--output", type=Path, required=True, help="a trial log to append to")
    parser.add_argument("--best_known", type=Path, default=BEST_KNOWN)
    options = parser.parse_args(arguments)
    settings = read_settings()
    target = this_machine(options.threads, settings)
    done = set(read_trial_log(options.output)) if options.output.exists() else set()
    wanted = [item for item in read_suite(options.suite) if item.key not in done]
    log = TrialLog(options.output, target.soc_version)
    known = BestKnown.read(options.best_known, target.soc_version)
    with (
        closing(backend_of(target).compiler(target, max(2, settings.compile_processes))) as pool,
        backend_of(target).machine.watch(target) as watch,
    ):
        breadth = search_limits(options.level, options.deeper).breadth
        rows = [
            record(item, target, pool, log, known, options.policies, watch, breadth)
            for item in wanted
        ]
    print_report("Recorded operators", rows, options.json, [f"written to {options.output}"])
    return 0


def record(
    operator: Operator,
    target: Target,
    pool: Compiler,
    log: TrialLog,
    known: BestKnown,
    most: int,
    watch: Watch | None = None,
    breadth: int = USUAL.breadth,
) -> Row:
    """Measures the policies of an operator, at most `count`, and notes them all at once.

    `breadth` is that of the space, see `aoe.tuning.search.search_limits`.
    """
    begin = time.monotonic()
    space = search_space(operator, target, breadth=breadth)
    with closing(Runner(target, WORKING_SET)) as runner:
        trials = list(measured(operator, policies_of(space, most), pool, runner))
        timed = [trial for trial in trials if trial.seconds is not None]
        fastest = sorted(timed, key=lambda trial: trial.seconds or 0.0)[:FINALISTS]
        finalists = [trial.policy for trial in fastest]
    incumbent = known.policy(operator)
    if incumbent is not None:
        finalists.append(incumbent)
    samples = samples_of(operator, finalists, pool, target, watch)
    best = raised(known, operator, samples)
    exact = {policy: median(taken) for policy, taken in samples.items()}
    trials = [replace(item, seconds=exact.get(item.policy, item.seconds)) for item in trials]
    log.record(operator, space.default, trials)
    row: Row = {
        "operator": describe(operator),
        "policies": len(trials),
        "failed": len(trials) - len(timed),
        "best µs": exact[best] * 1e6 if best in exact else None,
        "seconds": time.monotonic() - begin,
    }
    print(row, file=sys.stderr, flush=True)
    return row


def policies_of(space: SearchSpace, most: int) -> list[Policy]:
    """Returns the default policy and all others of a space.

    Of a larger space as many are drawn, each equally likely, so that no method is favoured.
    """
    others = [policy for policy, _ in space.estimates if policy != space.default]
    return [space.default, *random.Random(0).sample(others, min(len(others), most - 1))]


def measured(
    operator: Operator, policies: Sequence[Policy], pool: Compiler, bench: CandidateRunner
) -> Iterator[Trial]:
    """Returns a trial of every policy, each measured alone.

    `spent` has its share of the time in which a batch was compiled, by the size of its code.
    """
    for start in range(0, len(policies), BATCH):
        begin = time.monotonic()
        requests = [(operator, policy) for policy in policies[start : start + BATCH]]
        compiled = compile_candidates(requests, pool)
        seconds = time.monotonic() - begin
        sizes = [_code_size(item) if isinstance(item, Candidate) else 0 for item in compiled]
        bench.open(operator)
        for item, size in zip(compiled, sizes, strict=True):
            if isinstance(item, Candidate):
                yield _trial(item, bench, seconds * size / sum(sizes))
            else:
                yield failed_trial(item)


def _trial(candidate: Candidate, bench: CandidateRunner, compile_seconds: float) -> Trial:
    begin = time.monotonic()
    bench.load(0, candidate)
    taken = [bench.sample([0]) for _ in range(SAMPLES) if 0 not in bench.failures]
    spent = compile_seconds + time.monotonic() - begin
    if 0 not in bench.failures:
        seconds = median(sample[0] for sample in taken)
        bench.forget()
        return Trial(candidate.policy, seconds, spent=spent)
    trial = failed_trial(bench.failures[0])
    bench.forget()
    return replace(trial, spent=spent)


def _code_size(candidate: Candidate) -> int:
    return sum(len(data) for data in candidate.compiled.objects.values())


if __name__ == "__main__":
    sys.exit(main())
