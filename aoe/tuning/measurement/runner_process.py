"""The runner: the process in which candidates are loaded, checked and timed (see
`aoe.tuning.measurement.runner` for its owner's side). The backend's profiler loads and runs them
(`aoe.backends.backend.Profiler`); every element of a candidate's first output is compared with the
reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from statistics import median

import numpy as np

from aoe.backends.backend import LoadedProgram, Profiler, Workload
from aoe.backends.registry import backend_named
from aoe.element_types import is_floating, unit_roundoff
from aoe.errors import CandidateError
from aoe.isolation.memory_limit import limit_memory
from aoe.isolation.worker_process import Handler
from aoe.operators.evaluate import evaluate
from aoe.operators.reference import references
from aoe.tuning.measurement.runner_requests import (
    TURN_SECONDS,
    Forget,
    LoadCandidate,
    OpenModel,
    OpenOperator,
    OpenSubgraph,
    Request,
    TakeProfile,
    TakeSample,
)
from aoe.tuning.workload.single_operator import stored_arrays, synthetic_operator_inputs
from aoe.tuning.workload.synthetic_inputs import synthetic_model_inputs

#: One sample of the first candidate lasts at least this many nanoseconds.
SAMPLE_NANOSECONDS = 200_000
#: Runs of one sample; fewer where so many last longer than `LONG_NANOSECONDS`.
FEWEST_RUNS, MOST_RUNS = 4, 1000
LONG_NANOSECONDS = 5_000_000
#: Bytes of the references that are kept for when an operator or subgraph is opened again.
MOST_BYTES = 512 << 20

#: The share of a whole model's integers and booleans that may differ: they say which of several
#: numbers is larger, and few numbers are equal but for rounding.
_TIES = 1e-4


class WrongAnswerError(CandidateError):
    """A candidate's output is not the reference's, or it wrote outside its output."""


def runner_handler(backend: str) -> Handler:
    """What the runner process of a backend does with requests. Bounds its own memory to what is
    free.
    """
    profiler = backend_named(backend).profiler()
    profiler.open()
    limit_memory()
    return _Runner(profiler).answer


class _Runner:
    """The state of a runner: one opened model and its loaded candidates."""

    def __init__(self, profiler: Profiler, most_bytes: int = MOST_BYTES) -> None:
        """`most_bytes`: of references. The latest one is always kept."""
        self.profiler, self.most_bytes = profiler, most_bytes
        self.references: dict[tuple[str, int], tuple[np.ndarray, ...]] = {}
        self.model: OpenModel | None = None
        self.runs = 0
        self.untimed = 1
        self.loaded: dict[int, _Loaded] = {}
        self.opened: OpenOperator | OpenSubgraph | None = None

    def answer(self, request: Request) -> float | tuple[float, ...] | None:
        match request:
            case OpenModel():
                self.opened = None
                self._open(request)
            case OpenOperator():
                same = self.model if request == self.opened else None
                self._open(same or self._operator_model(request))
                self.opened = request
            case OpenSubgraph():
                same = self.model if request == self.opened else None
                self._open(same or self._subgraph_model(request))
                self.opened = request
            case LoadCandidate():
                return self._load(request)
            case TakeSample(number=number):
                assert self.model is not None, "nothing was opened"
                loaded = self.loaded[number]
                take = loaded.turn if self.model.in_turns else loaded.sample
                return take(self.untimed, self.runs)
            case TakeProfile(number=number):
                return self.loaded[number].profile()
            case Forget(references=references):
                self._forget()
                if references:
                    self.references.clear()
                    self.model = self.opened = None
        return None

    def _load(self, request: LoadCandidate) -> float:
        assert self.model is not None, "nothing was opened"
        workload = _workload(self.model, request)
        loaded = _Loaded(self.profiler.load(request.program, workload))
        with ExitStack() as failed:  # memory of a device is given back by nobody else
            failed.callback(loaded.release)
            loaded.check(self.model.expected, request.tolerance, self.model.in_turns)
            if not self.model.expected:
                self.model = replace(self.model, expected=loaded.results())
            nanoseconds = loaded.shortest()
            failed.pop_all()
        if not self.runs:  # as many for all candidates, or their samples would not compare
            runs_of = runs_of_a_turn if self.model.in_turns else runs_of_a_sample
            self.untimed, self.runs = runs_of(nanoseconds, self.model.fewest_runs)
        self.loaded[request.number] = loaded
        return nanoseconds * 1e-9 * (self.untimed + self.runs)

    def _forget(self) -> None:
        for loaded in self.loaded.values():
            loaded.release()
        self.loaded.clear()

    def _open(self, model: OpenModel) -> None:
        self._forget()
        self.model = model
        self.runs = 0

    def _keep(self, key: tuple[str, int], arrays: Iterable[np.ndarray]) -> None:
        """Keeps a reference, and no more of the oldest ones than memory is for."""
        self.references[key] = tuple(arrays)
        sizes = {name: sum(item.nbytes for item in kept) for name, kept in self.references.items()}
        total = sum(sizes.values())
        for oldest in [name for name in sizes if name != key]:
            if total > self.most_bytes:
                del self.references[oldest]
                total -= sizes[oldest]

    def _operator_model(self, request: OpenOperator) -> OpenModel:
        operator = request.operator
        arrays = synthetic_operator_inputs(operator, request.seed)
        key = operator.key, request.seed
        if key not in self.references:
            results = zip(operator.outputs, references(operator, arrays), strict=True)
            self._keep(
                key,
                (
                    np.asarray(array.transpose(operand.order), order="C")
                    for operand, array in results
                ),
            )
        inputs, constants = stored_arrays(operator, arrays)
        return OpenModel(
            request.threads,
            request.working_set,
            tuple(inputs),
            constants,
            self.references[key],
            request.fewest_runs,
            rewriting=True,
            cold=request.cold,
        )

    def _subgraph_model(self, request: OpenSubgraph) -> OpenModel:
        graph = request.graph
        inputs = synthetic_model_inputs(graph, request.seed)
        key = request.key, request.seed
        if key not in self.references:
            found = evaluate(graph, dict(zip(graph.inputs, inputs, strict=True)))
            self._keep(key, (np.asarray(found[name], order="C") for name in graph.outputs))
        return OpenModel(
            request.threads,
            request.working_set,
            tuple(inputs),
            graph.constants,
            self.references[key],
            request.fewest_runs,
            rewriting=True,
            cold=request.cold,
        )


def _workload(model: OpenModel, request: LoadCandidate) -> Workload:
    return Workload(
        threads=model.threads,
        inputs=model.inputs,
        constants={**model.constants, **request.constants},
        working_set=model.working_set,
        in_session=model.in_turns,
        rewriting=model.rewriting,
        location=request.location,
        cold_inputs=model.cold.inputs,
        cold_outputs=model.cold.outputs,
    )


class _Loaded:
    """A candidate that the backend has loaded: it is checked, and samples of it are taken."""

    def __init__(self, program: LoadedProgram) -> None:
        self._program = program

    def release(self) -> None:
        """Gives back its memory; it cannot be run afterwards."""
        self._program.release()

    def check(self, expected: Sequence[np.ndarray], tolerance: float, whole: bool) -> None:
        """One run, whose outputs must be the expected ones. Raises `WrongAnswerError`. `whole`:
        whether they are a model's.
        """
        self._program.time(1)
        overrun = self._program.overrun()
        if overrun is not None:
            raise WrongAnswerError(f"it wrote outside output {overrun}")
        for output, right in zip(self._program.outputs(), expected, strict=bool(expected)):
            compare_arrays(output, right, tolerance, _TIES if whole else 0.0)

    def results(self) -> tuple[np.ndarray, ...]:
        """Copies of the outputs."""
        return tuple(output.copy() for output in self._program.outputs())

    def shortest(self) -> int:
        """Nanoseconds of the shortest of as many runs as a sample has at least."""
        first = self._program.time(1)[0]
        return min([first, *self._program.time(min(FEWEST_RUNS, runs_of_a_sample(first)[1]) - 1)])

    def turn(self, untimed: int, runs: int) -> float:
        """Seconds of one of some runs, as Python calls them, after untimed ones: the median."""
        return median(self._program.time_calls(untimed + runs)[untimed:])

    def sample(self, untimed: int, runs: int) -> float:
        """Seconds of one of some runs, after untimed ones: the first decile, because what disturbs
        a run makes it longer.
        """
        self._program.time(untimed)
        return sorted(self._program.time(runs))[runs // 10] * 1e-9

    def profile(self) -> tuple[float, ...]:
        """Seconds of each kernel call of one run."""
        return self._program.call_seconds()


def runs_of_a_sample(nanoseconds: int, least: int = 1) -> tuple[int, int]:
    """How many runs of such a length make a sample, untimed and timed, where it must not be of less
    than `least`.
    """
    return 1, _runs(nanoseconds, least, SAMPLE_NANOSECONDS)


def runs_of_a_turn(nanoseconds: int, least: int = 1) -> tuple[int, int]:
    """The same of a turn."""
    turn = round(TURN_SECONDS * 1e9)
    return int(nanoseconds < turn), _runs(nanoseconds, least, turn)


def _runs(nanoseconds: int, least: int, length: int) -> int:
    """How many runs last about `length` nanoseconds together."""
    fewest = min(FEWEST_RUNS, max(1, LONG_NANOSECONDS // max(1, nanoseconds)))
    usual = min(max(fewest, length // max(1, nanoseconds)), MOST_RUNS)
    return max(least, usual)


def compare_arrays(
    array: np.ndarray, expected: np.ndarray, tolerance: float, ties: float = 0.0
) -> None:
    """Raises `WrongAnswerError` unless the arrays agree: non-finite values exactly, finite ones
    within `tolerance` of the largest finite |expected|, or what rounding to the type may cost.
    Integers and booleans are equal, but for a share of `ties`. In a whole model many say which of
    several numbers is larger, as the places of maxima do. Where two are equal but for rounding,
    another order of sums chooses the other.
    """
    if not is_floating(array.dtype):
        wrong = int(np.count_nonzero(array != expected))
        if wrong > ties * array.size:
            raise WrongAnswerError(f"{wrong} of {array.size} elements differ")
        return
    if array.dtype.itemsize < 4:  # NumPy's own functions do not know all of these
        tolerance = max(tolerance, 2 * unit_roundoff(array.dtype.name))
        array, expected = array.astype(np.float32), expected.astype(np.float32)
    finite = np.isfinite(expected)
    odd = array[~finite], expected[~finite]
    if not np.array_equal(*odd, equal_nan=True) or not np.isfinite(array[finite]).all():
        raise WrongAnswerError("infinite or undefined elements where there should be none, or none")
    wanted = expected[finite].astype(np.float64)
    error = float(np.abs(array[finite] - wanted).max(initial=0.0))
    largest = float(np.abs(wanted).max(initial=0.0))
    if error > tolerance * largest:
        relative = error / largest if largest else float("inf")
        raise WrongAnswerError(f"its relative error is {relative:.1e}, allowed are {tolerance:.0e}")
