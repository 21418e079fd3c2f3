"""Holds what comparing engines on one model found, and stores it as JSON.

A comparison of many models can so be interrupted and continued.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from aoe.atomic_file import replace_file
from benchmarks.peers.engine import FLOAT32, STRICT
from benchmarks.timing import Timing

#: Engines that are this project's, by the name that tables show, the better one first.
OURS = ("open-aoe tuned", "open-aoe")


@dataclass(frozen=True, slots=True)
class Result:
    """One engine at one precision.

    Attributes:
        engine: The name that tables show.
        precision: One of `benchmarks.peers.engine.PRECISIONS`.
        version: The version of the library.
        processes: Seconds a run, of each process in which the engine ran.
        error: The largest difference from the outputs in float64, over the largest of these.
        prepare_seconds: How long tuning or compiling ahead took.
    """

    engine: str
    precision: str
    version: str
    processes: tuple[Timing, ...]
    error: float
    prepare_seconds: float

    @property
    def runs(self) -> int:
        """How many runs were timed."""
        return sum(item.runs for item in self.processes)

    @property
    def minimum(self) -> float:
        """Seconds of the fastest run."""
        return min(item.minimum for item in self.processes)

    @property
    def median(self) -> float:
        """Seconds: the median of the processes' medians."""
        return statistics.median(item.median for item in self.processes)

    @property
    def spread(self) -> float:
        """Seconds: half the range of the processes' medians, or the spread within one if larger."""
        medians = [item.median for item in self.processes]
        between = (max(medians) - min(medians)) / 2
        return max(between, *(item.spread for item in self.processes), 0.0)


@dataclass(frozen=True, slots=True)
class Absence:
    """An engine that gave no result.

    Attributes:
        engine: The name that tables show.
        precision: The precision at which it was asked.
        reason: Why there is no result.
        failed: Whether the engine failed; otherwise it could not take part.
    """

    engine: str
    precision: str
    reason: str
    failed: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """All engines on one model at one number of threads.

    Attributes:
        model: The name of the model.
        threads: The number of threads.
        machine: The machine as `benchmarks.machine.describe_machine` tells it.
        results: The engines that ran.
        absences: The engines that did not.
    """

    model: str
    threads: int
    machine: Mapping[str, str]
    results: Sequence[Result]
    absences: Sequence[Absence]

    @property
    def failures(self) -> list[Absence]:
        """The engines that ought to have given a result."""
        return [item for item in self.absences if item.failed]

    def ours(self, precision: str) -> Result | None:
        """Returns our result at a precision, the tuned one if there is one.

        At mixed precision, a float32 result stands in for a missing one. A strict result has no
        stand-in.
        """
        wanted = (precision,) if precision == STRICT else dict.fromkeys((precision, FLOAT32))
        for name in wanted:
            for engine in OURS:
                for result in self.results:
                    if (result.engine, result.precision) == (engine, name):
                        return result
        return None

    def best_peer(self, precision: str) -> Result | None:
        """Returns the fastest of the other engines; at `STRICT`, of their float32 results."""
        theirs = FLOAT32 if precision == STRICT else precision
        peers = [
            item for item in self.results if item.engine not in OURS and item.precision == theirs
        ]
        return min(peers, key=lambda item: item.median, default=None)

    def speed(self, precision: str) -> float | None:
        """Returns the fastest peer's median over ours."""
        ours, peer = self.ours(precision), self.best_peer(precision)
        return None if ours is None or peer is None else peer.median / ours.median

    def speed_over(self, engine: str, precision: str) -> float | None:
        """Returns the float32 median of one named engine over ours at a precision."""
        ours = self.ours(precision)
        for peer in self.results:
            if ours is not None and (peer.engine, peer.precision) == (engine, FLOAT32):
                return peer.median / ours.median
        return None


def write_comparison(path: Path, comparison: Comparison) -> None:
    """Replaces the file of a comparison."""
    replace_file(path, (json.dumps(asdict(comparison), indent=1) + "\n").encode())


def read_comparison(path: Path) -> Comparison:
    """Reads a comparison."""
    data = json.loads(path.read_text())
    results = [
        Result(**{**item, "processes": tuple(Timing(**timing) for timing in item["processes"])})
        for item in data["results"]
    ]
    absences = [Absence(**item) for item in data["absences"]]
    return Comparison(data["model"], data["threads"], data["machine"], results, absences)


def result_path(folder: Path, model: str, threads: int) -> Path:
    """Returns the file of the comparison of a model with a number of threads."""
    return folder / f"{model}_{threads}.json"


def read_comparisons(folder: Path) -> list[Comparison]:
    """Reads all comparisons in a folder, the most threads first, then by model."""
    found = [read_comparison(path) for path in folder.glob("*_[0-9]*.json")]
    return sorted(found, key=lambda item: (-item.threads, item.model))
