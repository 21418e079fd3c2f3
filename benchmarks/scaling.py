"""How many times as fast models are with several threads as with one.

    python -m benchmarks.scaling MODEL… --threads 2 --repository BANK

Machines drift, so tables of one thread and of two that were taken one after the other say little of
their ratio. Here each number of threads has a process of its own, stopped unless it is its turn
(`benchmarks.peers.contestant`), and they take turns in rotating order; what is quoted is the median
of the rounds' ratios. What the machine would have allowed at that time is measured in the same
rounds: multiply-adds in registers (`benchmarks.peak`) by one thread and by all. Which rounds were
calm follows from that, and from looks at the cores (`aoe.backends.cpu.calibration.core_watch`); no
model's time has a part in it. Without a repository policies are the default ones.
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
from benchmarks.peers.inputs import made_up_feed
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.timing import medians_by_round

#: Part of the number of threads by which multiply-adds are faster on cores that are all there.
_WHOLE = 0.95


@dataclass(frozen=True, slots=True)
class Rounds:
    """`medians`: seconds of a run in each round, by the number of threads, the fewest first.
    `allowed`: how many times as fast multiply-adds were by the most threads as by the fewest.
    `near`: whether all looks at the cores in that round found them so.
    """

    medians: Mapping[int, Sequence[float]]
    allowed: Sequence[float]
    near: Sequence[bool]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures the models and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("models", nargs="+", type=Path, help=".onnx files of static shapes")
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
        "the same rounds, median; the lower, the more the machine was disturbed then",
        "calm rounds: in which both looks at the cores, one before each number of threads, found "
        f"them near, and multiply-adds were at least {_WHOLE:.0%} of the number of threads as "
        "fast; speed-up, calm: median of those rounds",
    ]
    print_report(f"Speed-up by {options.threads} threads", rows, options.json, notes)
    return 0


def rounds(jobs: Sequence[Job], seconds: float) -> Rounds:
    """What jobs that differ in threads, the fewest first, take for about so many seconds."""
    peaks = {job.threads: peak_run(job.threads) for job in jobs}
    few, many = peaks
    with ExitStack() as stack:
        target = this_machine(many, read_settings())
        watch = stack.enter_context(backend_of(target).machine.watch(target))
        contestants = {job.threads: _opened(job, stack) for job in jobs}
        turns: dict[tuple[str, int], Callable[[], Sequence[float]]] = {}
        for threads, contestant in contestants.items():
            turns["near", threads] = lambda: [float(watch.is_calm())]
            turns["model", threads] = partial(contestant.turn, TURN_SECONDS)
            turns["peak", threads] = partial(_one_run, peaks[threads])
        taken = medians_by_round(turns, seconds)
    pairs = zip(taken["peak", few], taken["peak", many], strict=True)
    return Rounds(
        {threads: taken["model", threads] for threads in peaks},
        [many / few * alone / together for alone, together in pairs],
        [all(looks) for looks in zip(taken["near", few], taken["near", many], strict=True)],
    )


def row_of(model: str, taken: Rounds) -> Row:
    """The row of a model."""
    (few, alone), (many, together) = taken.medians.items()
    ratios = [one / other for one, other in zip(alone, together, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    least = _WHOLE * many / few
    seen = zip(ratios, taken.near, taken.allowed, strict=True)
    calm = [ratio for ratio, near, allowed in seen if near and allowed >= least]
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
        "calm rounds": len(calm),
        "speed-up, calm": statistics.median(calm) if calm else None,
    }


def _one_run(run: Callable[[], None]) -> list[float]:
    begin = time.perf_counter()
    run()
    return [time.perf_counter() - begin]


def _opened(job: Job, stack: ExitStack) -> Contestant:
    """A process that has run the model once, until the stack is left."""
    module = "open_aoe" if job.repository is None else "open_aoe_tuned"
    feed, outputs = job.folder / "feed.npz", job.folder / f"outputs_{job.threads}.npz"
    np.savez(feed, **made_up_feed(job.model))  # type: ignore[arg-type]
    contestant = stack.enter_context(Contestant(module, None, job.folder / f"{job.threads}.log"))
    contestant.open(job, feed, outputs)
    return contestant


if __name__ == "__main__":
    sys.exit(main())
