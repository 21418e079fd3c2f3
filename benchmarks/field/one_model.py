"""Runs one model beside ONNX Runtime, in a process of its own, and writes its outcomes.

    python -m benchmarks.field.one_model LIST PACKAGE NAME MODEL.onnx OUTCOMES.json --threads 2

`benchmarks.field` starts one such process for each model, so that a crash costs one model only. The
current folder is used for repositories and whatever tuning writes.
"""

from __future__ import annotations

import argparse
import datetime
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
import onnx

import aoe
from aoe.application.run.bench_command import relative_error
from benchmarks.field.catalogue import Case, FieldModel, feed_of, read_models
from benchmarks.field.outcome import (
    AGREEING,
    DEFAULT,
    FAILED,
    PEER,
    REFUSED,
    RIGHT,
    ROUNDING,
    TUNED,
    WRONG,
    Measuring,
    Outcome,
    outcome,
    write_outcomes,
)
from benchmarks.field.spread import SPREAD_FACTOR, peer_spread
from benchmarks.peers.engine import Job, Run
from benchmarks.peers.engines.onnxruntime import open_model
from benchmarks.peers.reference import float64_outputs
from benchmarks.sessions import repository_at, run_of
from benchmarks.timing import interleave

Feed: TypeAlias = Mapping[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class Opened:
    """A model that both engines have open.

    Attributes:
        model: Its entry in the list.
        path: Its `.onnx` file.
        graph: Its graph.
        session: That of open-aoe, with open shapes.
        peer: ONNX Runtime.
        opening: Seconds that opening `session` took.
        measuring: How to measure.
    """

    model: FieldModel
    path: Path
    graph: onnx.GraphProto
    session: aoe.InferenceSession
    peer: Run
    opening: float
    measuring: Measuring

    def checked(self, number: int, case: Case) -> Outcome:
        """The outcome of a case before its speed is measured."""
        try:
            return self._compared(number, case)
        except Exception as error:
            return _not_run(self.model, case, error)

    def _compared(self, number: int, case: Case) -> Outcome:
        feed = feed_of(self.graph, case)
        expected = self.peer(feed)
        first, outputs = _timed(self.session, feed)
        again, _ = _timed(self.session, feed)
        opening = self.opening if number == 0 else 0.0
        plain = replace(
            outcome(self.model, case.text, RIGHT),
            nodes=len(self.graph.node),
            compile_seconds=opening + max(0.0, first - again),
            date=datetime.datetime.now().astimezone().isoformat(timespec="minutes"),
        )
        made = _judged(plain, self.model, outputs, expected)
        if made.result == RIGHT:
            return made
        made = self._against_spread(made, feed)
        return self._against_float64(made, feed, outputs, expected)

    def _against_spread(self, made: Outcome, feed: Feed) -> Outcome:
        """Tells a wrong outcome from one that is as near as rounding lets engines be."""
        spread = peer_spread(self.path, feed, self.measuring.threads)
        told = f"ONNX Runtime itself moves by {spread:.1e} when last bits or threads change"
        within = made.error is not None and made.error <= SPREAD_FACTOR * spread
        result = ROUNDING if within else made.result
        return replace(made, result=result, cause=f"{made.cause}; {told}")

    def _against_float64(
        self,
        made: Outcome,
        feed: Feed,
        outputs: Sequence[np.ndarray],
        expected: Sequence[np.ndarray],
    ) -> Outcome:
        """Says in the cause of an outcome which engine is how far from float64."""
        try:
            exact = float64_outputs(self.path, feed, self.measuring.threads, Path("empty"))
        except aoe.AoeError as error:
            return replace(made, cause=f"{made.cause}; not computed in float64: {_text(error)}")
        errors = [relative_error(results, exact) for results in (outputs, expected)]
        told = "from float64 open-aoe is {:.1e} off, ONNX Runtime {:.1e}".format(*errors)
        return replace(made, cause=f"{made.cause}; {told}")

    def measured(self, number: int, case: Case, before: Outcome) -> Outcome:
        """Adds the times of a case, tuned only if it is the first one.

        Args:
            number: The number of the case, from 0 on.
            case: The case.
            before: Its outcome without times.
        """
        try:
            return self._timed_in_turns(number, case, before)
        except Exception as error:
            return replace(before, result=FAILED, cause=f"measuring: {_text(error)}")

    def _timed_in_turns(self, number: int, case: Case, before: Outcome) -> Outcome:
        feed = feed_of(self.graph, case)
        ours, made = run_of(self.session), before
        runs = {DEFAULT: lambda: ours(feed), PEER: lambda: self.peer(feed)}
        if not self.measuring.budget or number:
            return replace(made, times=interleave(runs, self.measuring.seconds))
        try:
            session = tuned_session(self.model, self.path, feed, self.measuring)
        except Exception as error:
            made = replace(made, cause=f"tuning: {_text(error)}")
            return replace(made, times=interleave(runs, self.measuring.seconds))
        with closing(session):
            wanted = {item.name for item in session.get_inputs()}
            given = {name: array for name, array in feed.items() if name in wanted}
            tuned = run_of(session)
            found, expected = tuned(given), self.peer(feed)
            judged = _judged(made, self.model, found, expected)
            if judged.error != made.error:
                right = judged.result == RIGHT
                made = judged if right else self._against_spread(judged, feed)
            runs[TUNED] = lambda: tuned(given)
            return replace(made, times=interleave(runs, self.measuring.seconds))


def outcomes(model: FieldModel, path: Path, measuring: Measuring) -> Iterator[list[Outcome]]:
    """Yields the outcomes of a model so far, after each step: first all cases, then their times.

    Args:
        model: The model.
        path: Its `.onnx` file.
        measuring: How to measure.
    """
    made: list[Outcome] = []
    with repository_at(Path("empty").absolute()):
        try:
            opened = _opened(model, path, measuring)
        except Exception as error:
            yield [_not_run(model, case, error) for case in model.cases]
            return
        with closing(opened.session):
            for number, case in enumerate(model.cases):
                made.append(opened.checked(number, case))
                yield made
            for number, case in enumerate(model.cases):
                if measuring.seconds and made[number].result in (*AGREEING, WRONG):
                    made[number] = opened.measured(number, case, made[number])
                    yield made


def _opened(model: FieldModel, path: Path, measuring: Measuring) -> Opened:
    graph = onnx.load(path).graph
    peer = open_model(Job(path, measuring.threads, Path.cwd()))
    begin = time.perf_counter()
    session = aoe.compile(path, threads=measuring.threads, cache=aoe.CacheOptions(mode="disable"))
    opening = time.perf_counter() - begin
    return Opened(model, path, graph, session, peer, opening, measuring)


def tuned_session(
    model: FieldModel, path: Path, feed: Feed, measuring: Measuring
) -> aoe.InferenceSession:
    """Tunes a model at one shape from an empty repository, and opens the result.

    Args:
        model: The model.
        path: Its file.
        feed: Inputs of the shapes to tune for.
        measuring: The budget and the threads.

    Raises:
        AoeError: The model cannot be tuned.
    """
    with repository_at(Path("repository").absolute()):
        done = aoe.tune(
            path,
            output=Path("tuned").absolute(),
            budget=measuring.budget,
            threads=measuring.threads,
            input_shape={
                name: array.shape for name, array in feed.items() if name not in model.deciding
            },
            input_values={name: feed[name] for name in model.deciding},
        )
    return aoe.InferenceSession(done.model_path, measuring.threads)


def _judged(
    made: Outcome, model: FieldModel, outputs: Sequence[np.ndarray], expected: Sequence[np.ndarray]
) -> Outcome:
    """An outcome with the errors of outputs, if they are larger than those it has already."""
    error = max(made.error or 0.0, relative_error(outputs, expected))
    difference = max(made.difference or 0.0, largest_difference(outputs, expected))
    made = replace(made, error=error, difference=difference)
    if error <= model.tolerance:
        return made
    return replace(made, result=WRONG, cause=f"off by {error:.1e} of the largest output")


def largest_difference(outputs: Sequence[np.ndarray], expected: Sequence[np.ndarray]) -> float:
    """The largest difference of finite numbers; that of outputs of other shapes does not count."""
    worst = 0.0
    for ours, theirs in zip(outputs, expected, strict=True):
        if ours.shape == theirs.shape:
            with np.errstate(invalid="ignore"):
                apart = np.abs(ours.astype(np.float64) - theirs)
            worst = max(worst, float(apart[np.isfinite(apart)].max(initial=0.0)))
    return worst


def _not_run(model: FieldModel, case: Case, error: Exception) -> Outcome:
    result = REFUSED if isinstance(error, aoe.AoeError) else FAILED
    return outcome(model, case.text, result, _text(error))


def _text(error: Exception) -> str:
    """The message of an error in one line, with its kind if it is none of open-aoe."""
    message = " ".join(str(error).split())
    return message if isinstance(error, aoe.AoeError) else f"{type(error).__name__}: {message}"


def _timed(session: aoe.InferenceSession, feed: Feed) -> tuple[float, list[np.ndarray]]:
    begin = time.perf_counter()
    outputs = session.run(None, feed)
    return time.perf_counter() - begin, outputs


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures one model and writes its outcomes after each step. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Runs one model beside ONNX Runtime.")
    parser.add_argument("list", type=Path, help="a list such as models.json")
    parser.add_argument("package")
    parser.add_argument("name", help="the model's file without .onnx")
    parser.add_argument("model", type=Path, help="the .onnx file")
    parser.add_argument("outcomes", type=Path, help="the JSON file to write")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--budget", type=float, default=0.0)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args(arguments)
    wanted = options.package, options.name
    model = next(item for item in read_models(options.list) if (item.package, item.name) == wanted)
    measuring = Measuring(options.threads, options.budget, options.seconds)
    for made in outcomes(model, options.model, measuring):
        write_outcomes(options.outcomes, made, measuring)
    return 0


if __name__ == "__main__":
    sys.exit(main())
