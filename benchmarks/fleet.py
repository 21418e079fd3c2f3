"""Times `aoe fleet` with one worker and with more of the same kind on this machine.

    python -m benchmarks.fleet a.onnx b.onnx --workers 1 2 --threads 1 --json

Each run has an empty repository and an empty compile cache, and tunes without a budget, so that all
runs search the same operators to their ends. The seconds are those between the beginning of the
first search and the end of the last one, as the job's own lines tell them. What comes before and
after, such as starting Ray and compiling the models, is told beside them. The bar is that two
workers take at most 0.55 of the time of one. Needs Ray (`pip install -e '.[fleet]'`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import Row, benchmark_parser, print_report

#: What two workers may take at most, as a share of the time of one.
BAR = 0.55
#: The lines of a job: searches begin, and one ends.
BEGINS = re.compile(r"^\S+: tuning (\d+) of \d+ ")
ENDS = re.compile(r"^\S+: .+: (?:.+ faster|nothing faster|no candidate works), (\d+) candidates$")


@dataclass(frozen=True, slots=True)
class Searches:
    """The searches of a job.

    Attributes:
        count: How many ended.
        candidates: How many candidates they tried.
        seconds: From the first one's beginning to the last one's end.
        whole: Seconds of the whole command.
        before: Those of them before the first search: Ray and the workers start, models are read.
    """

    count: int
    candidates: int
    seconds: float
    whole: float
    before: float = 0.0

    @property
    def after(self) -> float:
        """Seconds after the last search: models are compiled and checked, and Ray ends."""
        return self.whole - self.before - self.seconds


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a job with each number of workers; returns 0 if two halve the time of one."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("models", nargs="+", help=".onnx files of static shapes")
    parser.add_argument("--workers", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--scope", default="operators", help="as of aoe fleet tune")
    options = parser.parse_args(arguments)
    models = [str(Path(model).resolve()) for model in options.models]
    rest = ["--threads", str(options.threads), "--scope", options.scope]
    jobs = {count: run_job([*models, *rest, "--workers", str(count)]) for count in options.workers}
    rows = rows_of(jobs)
    notes = ["one run each; empty repository and compile cache; no budget"]
    print_report("A second worker of a fleet", rows, options.json, notes)
    return int(any(row["within the bar"] is False for row in rows))


def run_job(arguments: Sequence[str]) -> Searches:
    """Runs a job in a folder of its own. Raises `SystemExit` if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"HOME": folder, "TUNE_BANK_PATH": f"{folder}/bank", "TMPDIR": folder}
        Path(folder, "bank").mkdir()
        start = time.monotonic()
        with subprocess.Popen(
            [sys.executable, "-m", "aoe", "fleet", "tune", *arguments],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env={**os.environ, **own},
            cwd=folder,
            text=True,
        ) as process:
            assert process.stderr is not None, "it is piped"
            lines = [(time.monotonic() - start, line.rstrip()) for line in process.stderr]
        if process.returncode:
            raise SystemExit("\n".join(line for _, line in lines[-15:]))
    return searches_of(lines, time.monotonic() - start)


def searches_of(lines: Iterable[tuple[float, str]], whole: float) -> Searches:
    """What the lines of a job say of its searches.

    Args:
        lines: Each with the seconds at which it came.
        whole: Seconds of the job.
    """
    begun: float | None = None
    ended = 0.0
    tried = []
    for seconds, line in lines:
        if begun is None and BEGINS.match(line):
            begun = seconds
        found = ENDS.match(line)
        if found is not None:
            tried.append(int(found[1]))
            ended = seconds
    begun = begun or 0.0
    return Searches(len(tried), sum(tried), ended - begun if tried else 0.0, whole, begun)


def rows_of(jobs: dict[int, Searches]) -> list[Row]:
    """The rows of jobs, by their number of workers. Shares are those of the time of one worker for
    a candidate: workers do not try quite the same.
    """
    alone = jobs.get(1)
    rows: list[Row] = []
    for workers, job in sorted(jobs.items()):
        share = None if alone is None else _each(job) / _each(alone)
        rows.append(
            {
                "workers": workers,
                "searches": job.count,
                "candidates": job.candidates,
                "s before": round(job.before, 1),
                "s searching": round(job.seconds, 1),
                "s after": round(job.after, 1),
                "s in all": round(job.whole, 1),
                "share per candidate": None if share is None else round(share, 3),
                "within the bar": None if workers != 2 or share is None else share <= BAR,
            }
        )
    return rows


def _each(job: Searches) -> float:
    return job.seconds / max(1, job.candidates)


if __name__ == "__main__":
    sys.exit(main())
