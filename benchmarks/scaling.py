"""Measures how many times as fast models are by several threads as by one.

    python -m benchmarks.scaling MODEL… --threads 2 --repository BANK

Machines drift, so two tables taken one after the other say little about the ratio. Here each number
of threads has a process of its own (`benchmarks.peers.contestant`), and the processes take turns in
rotating order. The speed-up is the median of the rounds' ratios. Multiply-adds in registers
(`benchmarks.peak`) by one thread and by all show in the same rounds what the machine allowed. A
round is quiet by that figure and by looks at the cores
(`aoe.backends.cpu.microbenchmarks.core_watch`); the time of the model has no part in it. Without a
repository policies are the default ones.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from aoe.application.model.machine import this_machine
from aoe.backends.registry import backend_of
from aoe.settings import read_settings
from benchmarks.peak import peak_run
from benchmarks.peers.contest import TURN_SECONDS
from benchmarks.peers.contestant import Contestant
from benchmarks.peers.engine import FLOAT32, PRECISIONS, Job
from benchmarks.peers.inputs import synthetic_feed
from benchmarks.report import Row, benchmark_parser, existing_model, print_report
from benchmarks.timing import medians_by_round

#: The least speed-up of multiply-adds, as a share of the threads, on whole cores.
_WHOLE = 0.95


@dataclass(frozen=True, slots=True)
class Rounds:
    """What was measured of one model.

    Attributes:
        medians: Seconds of a run in each round, by the number of threads, the fewest first.
        allowed: How many times as fast multiply-adds were by the most threads as by the fewest.
        shared_cache: Whether all looks in a round found cores that share a cache.
    """

    medians: Mapping[int, Sequence[float]]
    allowed: Sequence[float]
    shared_cache: Sequence[bool]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures the models and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "models", nargs="+", type=existing_model, help=".onnx files of static shapes"
    )
    parser.add_argument("--threads", type=int, default=2, help="what to compare one thread with")
    parser.add_argument("--seconds", type=float, default=10.0, help="measuring time of a model")
    parser.add_argument("--precision", choices=PRECISIONS, default=FLOAT32)
    parser.add_argument("--repository", type=Path, help="tuned policies; default: none are known")
    options = parser.parse_args(arguments)
    if options.threads < 2:
        parser.error("--threads: must be 2 or more")
    rows = []
    for path in options.models:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            job = Job(path.absolute(), 1, folder, options.precision)
            if options.repository is not None:
                job = replace(job, repository=options.repository.absolute())
            jobs = [replace(job, threads=threads) for threads in (1, options.threads)]
            rows.append(row_of(path.stem, rounds(jobs, options.seconds)))
    notes = [
        f"{options.precision}; one thread and {options.threads} take turns, each in a process of "
        "its own; ms: medians of the rounds' medians",
        "speed-up: median and quartiles of the rounds' ratios; of the fastest: of the fastest "
        "round by one thread and the fastest by all",
        "multiply-adds: how many times as fast multiply-adds in registers were by all threads in "
        "the same rounds, median; the lower, the noisier the machine was then",
        "quiet rounds: in which both looks at the cores, one before each number of threads, found "
        f"them with a shared cache, and multiply-adds were at least {_WHOLE:.0%} of the number of "
        "threads as fast; speed-up, quiet: median of those rounds",
    ]
    print_report(f"Speed-up by {options.threads} threads", rows, options.json, notes)
    return 0


def rounds(jobs: Sequence[Job], seconds: float) -> Rounds:
    """Runs jobs that differ in threads only, the fewest first, in turns for about `seconds`."""
    peaks = {job.threads: peak_run(job.threads) for job in jobs}
    few, many = peaks
    with ExitStack() as stack:
        target = this_machine(many, read_settings())
        watch = stack.enter_context(backend_of(target).machine.watch(target))
        contestants = {job.threads: _opened(job, stack) for job in jobs}
        turns: dict[tuple[str, int], Callable[[], Sequence[float]]] = {}
        for threads, contestant in contestants.items():
            turns["shared cache", threads] = lambda: [float(watch.is_quiet())]
            turns["model", threads] = partial(contestant.turn, TURN_SECONDS)
            turns["peak", threads] = partial(_one_run, peaks[threads])
        taken = medians_by_round(turns, seconds)
    pairs = zip(taken["peak", few], taken["peak", many], strict=True)
    return Rounds(
        {threads: taken["model", threads] for threads in peaks},
        [many / few * alone / together for alone, together in pairs],
        [
            all(looks)
            for looks in zip(taken["shared cache", few], taken["shared cache", many], strict=True)
        ],
    )


def row_of(model: str, taken: Rounds) -> Row:
    """Returns the row of a model."""
    (few, alone), (many, together) = taken.medians.items()
    ratios = [one / other for one, other in zip(alone, together, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    least = _WHOLE * many / few
    seen = zip(ratios, taken.shared_cache, taken.allowed, strict=True)
    quiet = [ratio for ratio, shared, allowed in seen if shared and allowed >= least]
    return {
        "model": model,
        "rounds": len(ratios),
        f"ms, {few} thread": statistics.median(alone) * 1e3,
        f"ms, {many} threads": statistics.median(together) * 1e3,
        "speed-up": middle,
        "lower quartile": low,
        "upper quartile": high,
        "of the fastest": min(alone) / min(together),
        "multiply-adds": statistics.median(taken.allowed),
        "quiet rounds": len(quiet),
        "speed-up, quiet": statistics.median(quiet) if quiet else None,
    }


def _one_run(run: Callable[[], None]) -> list[float]:
    begin = time.perf_counter()
    run()
    return [time.perf_counter() - begin]


def _opened(job: Job, stack: ExitStack) -> Contestant:
    """Returns a process that has run the model once; it lives until the stack is left."""
    module = "open_aoe" if job.repository is None else "open_aoe_tuned"
    feed, outputs = job.folder / "feed.npz", job.folder / f"outputs_{job.threads}.npz"
    np.savez(feed, **synthetic_feed(job.model))  # type: ignore[arg-type]
    contestant = stack.enter_context(Contestant(module, None, job.folder / f"{job.threads}.log"))
    contestant.open(job, feed, outputs)
    return contestant


if __name__ == "__main__":
    sys.exit(main())
