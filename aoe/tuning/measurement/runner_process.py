"""The runner: the process in which candidates are loaded, checked and timed (see
`aoe.tuning.measurement.runner` for its owner's side).

A candidate's first run writes to a fresh output filled with a pattern that is no plausible result,
between guard zones; every element is then compared with the reference. Timed runs rotate through
copies of the constants, together as large as all of a model's, because in a model an operator does
not find its weights in the cache; where caches hold none of a model's, they are evicted. Its inputs
it finds there, each thread those that it computed.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from dataclasses import replace
from math import isinf
from statistics import median

import numpy as np

from aoe.element_types import is_floating, unit_roundoff
from aoe.errors import CandidateError
from aoe.graph.evaluate import evaluate
from aoe.isolation.memory_limit import limit_memory
from aoe.isolation.worker_process import Handler
from aoe.operators.reference import reference
from aoe.runtime.call_times import call_seconds, clock_readings
from aoe.runtime.native import NativeCode
from aoe.runtime.native_call import NativeCall
from aoe.runtime.offline_model import gather_constants
from aoe.runtime.thread_pool import ThreadPool
from aoe.tuning.measurement.candidate_memory import (
    LINE,
    Blocks,
    array_at,
    copied_to,
    room_apart,
    room_at,
)
from aoe.tuning.measurement.constant_rotation import Rotation, constant_bytes_read, constant_copies
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
from aoe.tuning.workload.single_operator import made_up_inputs, stored_arrays
from aoe.tuning.workload.synthetic_inputs import made_up_model_inputs

#: One sample of the first candidate lasts at least this many nanoseconds.
SAMPLE_NANOSECONDS = 200_000
#: Runs of one sample; fewer where so many last longer than `LONG_NANOSECONDS`.
FEWEST_RUNS, MOST_RUNS = 4, 1000
LONG_NANOSECONDS = 5_000_000
#: Constants that are not packed are rotated if a run reads at least so many bytes of them.
STREAMED = 65536
#: Bytes before and after an output that must not be touched.
GUARD = 4096
#: What outputs and guards are filled with: not-a-number for floats, implausible for integers.
POISON = 0xFF


class WrongAnswerError(CandidateError):
    """A candidate's output is not the reference's, or it wrote outside its output."""


def runner_handler() -> Handler:
    """What the runner process does with requests. Bounds its own memory to what is free."""
    limit_memory()
    return _Runner().answer


class _Runner:
    """The state of a runner: one opened model, its loaded candidates, one thread pool."""

    def __init__(self) -> None:
        self.references: dict[tuple[str, int], tuple[np.ndarray, ...]] = {}
        self.pools: dict[int, ThreadPool] = {}
        self.model: OpenModel | None = None
        self.runs = 0
        self.untimed = 1
        self.loaded: dict[int, _Loaded] = {}
        self.blocks = Blocks()
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
            case Forget():
                self._forget()
        return None

    def _load(self, request: LoadCandidate) -> float:
        assert self.model is not None, "nothing was opened"
        pool = self.pools.setdefault(self.model.threads, ThreadPool(self.model.threads))
        loaded = _Loaded(self.model, request, pool, self.blocks)
        loaded.check(self.model.expected, request.tolerance)
        if not self.model.expected:
            self.model = replace(self.model, expected=loaded.results())
        nanoseconds = loaded.shortest()
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

    def _operator_model(self, request: OpenOperator) -> OpenModel:
        operator = request.operator
        arrays = made_up_inputs(operator, request.seed)
        key = operator.key, request.seed
        if key not in self.references:
            result = reference(operator, arrays).transpose(operator.output.order)
            self.references[key] = (np.ascontiguousarray(result),)
        inputs, constants = stored_arrays(operator, arrays)
        return OpenModel(
            request.threads,
            request.working_set,
            tuple(inputs),
            constants,
            self.references[key],
            request.fewest_runs,
            rewriting=True,
        )

    def _subgraph_model(self, request: OpenSubgraph) -> OpenModel:
        graph = request.graph
        inputs = made_up_model_inputs(graph, request.seed)
        key = request.key, request.seed
        if key not in self.references:
            found = evaluate(graph, dict(zip(graph.inputs, inputs, strict=True)))
            self.references[key] = tuple(
                np.ascontiguousarray(found[name]) for name in graph.outputs
            )
        return OpenModel(
            request.threads,
            request.working_set,
            tuple(inputs),
            graph.constants,
            self.references[key],
            request.fewest_runs,
            rewriting=True,
        )


class _Guarded:
    """An output in a block of memory between two guard zones, all poisoned."""

    def __init__(self, like: np.ndarray, address: int) -> None:
        """`like`: of its shape and type. `address`: of the block, of `guarded_bytes`."""
        self.block = array_at(address, (guarded_bytes(like),), np.dtype(np.uint8))
        self.block[:] = POISON
        self.address = address + GUARD
        self.array = array_at(self.address, like.shape, like.dtype)

    @property
    def intact(self) -> bool:
        guards = (self.block[:GUARD], self.block[-GUARD:])
        return all(bool((guard == POISON).all()) for guard in guards)


def guarded_bytes(output: np.ndarray) -> int:
    """Bytes of an output and its guard zones."""
    return output.nbytes + 2 * GUARD


class _Loaded:
    """A candidate in memory, ready to run."""

    def __init__(
        self, model: OpenModel, request: LoadCandidate, pool: ThreadPool, blocks: Blocks
    ) -> None:
        plan = request.plan
        self.plan, self.pool = plan, pool
        self.code = NativeCode(request.objects, model.rewriting)
        self._place(model, request, blocks)
        pool.start(self.code)
        with pool.lock:
            self.code.prepare(self.constants.ctypes.data, self.packed, self.arena, pool.address)
        streamed = self.constants.nbytes if constant_bytes_read(plan) >= STREAMED else 0
        weights = (self.constants.ctypes.data, streamed), (self.packed, plan.packed_bytes)
        evicting = isinf(model.working_set) and self.code.evict is not None
        copies = 1 if evicting else constant_copies(plan, model.working_set)
        self.rotation = Rotation(*weights, copies, blocks)
        self.evicted = weights if evicting else ()
        self.call = NativeCall(self.code, plan, *self.rotation.first, self.arena)

    def _place(self, model: OpenModel, request: LoadCandidate, blocks: Blocks) -> None:
        """Finds room for all it reads and writes: a whole model's as in a session, an operator's
        or subgraph's at the place asked for, its inputs, too.
        """
        plan = self.plan
        inputs = [np.ascontiguousarray(array) for array in model.inputs]
        constants = gather_constants(plan, {**model.constants, **request.constants})
        outputs = [np.empty(info.shape, info.dtype) for info in plan.outputs]
        arena = plan.arena_bytes + plan.scratch_bytes * model.threads
        written = [*map(guarded_bytes, outputs), arena, plan.packed_bytes]
        if model.in_turns:
            self.room = room_apart(written)
            self.inputs, self.constants = inputs, constants
            addresses = iter(self.room.addresses)
        else:
            read = [*inputs, constants]
            sizes = [*(array.nbytes for array in read), *written]
            self.room = room_at(request.place, sizes, blocks)
            addresses = iter(self.room.addresses)
            *self.inputs, self.constants = [copied_to(next(addresses), array) for array in read]
        self.outputs = [_Guarded(like, next(addresses)) for like in outputs]
        self.arena, self.packed = addresses

    def release(self) -> None:
        """Gives back its memory, which the next candidates have; it cannot be run afterwards."""
        self.rotation.release()
        self.room.release()

    def check(self, expected: Sequence[np.ndarray], tolerance: float) -> None:
        """One run, whose outputs must be the expected ones. Raises `WrongAnswerError`."""
        self.time(1)
        for number, output in enumerate(self.outputs):
            if not output.intact:
                raise WrongAnswerError(f"it wrote outside output {number}")
        for output, right in zip(self.outputs, expected, strict=bool(expected)):
            compare_arrays(output.array, right, tolerance)

    def results(self) -> tuple[np.ndarray, ...]:
        """Copies of the outputs."""
        return tuple(output.array.copy() for output in self.outputs)

    def shortest(self) -> int:
        """Nanoseconds of the shortest of as many runs as a sample has at least."""
        first = self.time(1)[0]
        return min([first, *self.time(min(FEWEST_RUNS, runs_of_a_sample(first)[1]) - 1)])

    def turn(self, untimed: int, runs: int) -> float:
        """Seconds of one of some runs, as Python calls them, after untimed ones: the median."""
        return median(self.time_calls(untimed + runs)[untimed:])

    def sample(self, untimed: int, runs: int) -> float:
        """Seconds of one of some runs, after untimed ones: the first decile, because what disturbs
        a run makes it longer.
        """
        self.time(untimed)
        return sorted(self.time(runs))[runs // 10] * 1e-9

    def time_calls(self, runs: int) -> list[float]:
        """Seconds that whoever calls the model from Python sees, of each of some inferences."""
        feed = {info.name: array for info, array in zip(self.plan.inputs, self.inputs, strict=True)}
        seconds = []
        for _ in range(runs):
            begin = time.perf_counter()
            self.call.run(feed, self.pool)
            seconds.append(time.perf_counter() - begin)
        return seconds

    def profile(self) -> tuple[float, ...]:
        """Seconds of each kernel call of one run, after an unprofiled one."""
        self.time(1)
        clock = (ctypes.c_int64 * clock_readings(self.plan))()
        with self.pool.lock:
            self.code.profile_run(
                *self.addresses(),
                *self.rotation.first,
                self.arena,
                self.pool.address,
                clock,
            )
        return call_seconds(self.plan, list(clock))

    def addresses(self) -> tuple[ctypes.Array[ctypes.c_void_p], ctypes.Array[ctypes.c_void_p]]:
        """The arrays of pointers to inputs and to outputs."""
        inputs = _addresses([array.ctypes.data for array in self.inputs])
        return inputs, _addresses([output.address for output in self.outputs])

    def time(self, runs: int) -> list[int]:
        """Nanoseconds of each of some runs, each with the next copy of the constants, or with
        constants that no cache holds, and, where a model would have computed them, inputs that
        were just written.
        """
        inputs, outputs = self.addresses()
        elapsed = (ctypes.c_int64 * runs)()
        with self.pool.lock:
            for run in range(runs):
                self._evict_constants()
                self._rewrite_inputs()
                self.code.time_runs(
                    inputs,
                    outputs,
                    *self.rotation.next(),
                    self.arena,
                    self.pool.address,
                    ctypes.addressof(elapsed) + 8 * run,
                    1,
                )
        return list(elapsed)

    def _evict_constants(self) -> None:
        if self.code.evict is not None:
            for address, size in self.evicted:
                self.code.evict(self.pool.address, address, -(-size // LINE))

    def _rewrite_inputs(self) -> None:
        if self.code.rewrite is not None:
            for array in self.inputs:
                self.code.rewrite(self.pool.address, array.ctypes.data, array.nbytes // LINE)


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


def compare_arrays(array: np.ndarray, expected: np.ndarray, tolerance: float) -> None:
    """Raises `WrongAnswerError` unless the arrays agree: non-finite values exactly, finite ones
    within `tolerance` of the largest finite |expected|, or what rounding to the type may cost.
    """
    if not is_floating(array.dtype):
        wrong = int(np.count_nonzero(array != expected))
        if wrong:
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


def _addresses(values: Sequence[int]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * max(1, len(values)))(*values)
