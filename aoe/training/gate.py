"""Compares a native step with the framework's, before it takes the framework's place.

Float32 has no exact answer, and a step amplifies rounding: behind a normalisation the gradient of a
bias is noise, which Adam makes as large as any other. So the native step is run twice, once with
its variables and inputs changed by about one rounding. How far its own results then move says how
far the framework's may be from them.

A step of mixed precision rounds some of them to bfloat16 or float16 first. It is run some more
times with these changed by a rounding of that type, and no others: so what such a type does not
reach is judged by float32 alone. One run would not do, because a loss may move little by chance.

Where a sum is about zero, a rounding decides its sign, and behind a ReLU or a maximum a whole
gradient depends on that. Which sums these are differs from one right float32 step to the next, so
the second run may not show it. Where a result of float32 is refused for how far it is from the
framework's, both are compared with float64 (`exact_step.py`). It is taken if it is as near to that
as it had to be to the framework's, or as the framework's is, and if roundings explain how far the
framework's is. Without the last, a step that is read wrongly would always be nearer to itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import onnx_ir

from aoe.errors import AoeError, quoted

#: The relative change of the second run: a few roundings of float32.
ROUNDING = 4e-7
#: Relative differences of results and of changes of variables that are always allowed.
OUTPUTS, CHANGES = 1e-4, 1e-2
#: How much further than its own second run a native result may be from the framework's.
_FACTOR = 16.0
#: The same for runs of values changed by a rounding of fewer bits. Both round the same values, and
#: differ where a sum lies between two numbers.
COARSE_FACTOR = 1.0
#: How much further than the furthest of some float64 runs with roundings the framework's result may
#: be. Few runs do not show the furthest.
_EXACT_FACTOR = 2.0
#: Nodes that give the elements of their first operand, in another place.
_MOVES = frozenset({"Gather", "Identity", "Reshape", "Slice", "Squeeze", "Transpose", "Unsqueeze"})
#: Element types of fewer bits than float32, with the largest relative change by their rounding.
_COARSE = {
    onnx_ir.DataType.BFLOAT16: 2.0**-8,
    onnx_ir.DataType.FLOAT16: 2.0**-11,
}


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one step gave.

    Attributes:
        outputs: Its outputs.
        variables: The new values of the variables it changes, by name.
    """

    outputs: Sequence[np.ndarray]
    variables: Mapping[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class Moved:
    """Native steps of perturbed values.

    Attributes:
        results: What each gave.
        factor: How much further than the furthest of these a native result may be from the
            framework's.
    """

    results: Sequence[StepResult]
    factor: float = _FACTOR


@dataclass(frozen=True, slots=True)
class Exact:
    """A step in float64.

    Attributes:
        result: What it gave.
        outputs: How far roundings of float32 move each output.
        variables: The same of the new values of variables, by name.
    """

    result: StepResult
    outputs: Sequence[float]
    variables: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Judged:
    """A result that is compared.

    Attributes:
        name: What messages call it.
        found: That of the native step.
        moves: Those of its perturbed runs, with their factors.
        wanted: The framework's.
        scale: What differences are relative to.
        tolerance: Relative differences that are always allowed.
        exact: That of float64, and how far roundings move it.
    """

    name: str
    found: np.ndarray
    moves: Sequence[tuple[float, Sequence[np.ndarray]]]
    wanted: np.ndarray
    scale: np.ndarray
    tolerance: float
    exact: Callable[[Exact], tuple[np.ndarray, float]]


def without_shifts(result: StepResult, shifts: Mapping[str, np.ndarray]) -> StepResult:
    """What a native step of perturbed values gave, without that by which variables were changed
    before: it would hide how much the step changes them.
    """
    changed = {name: _wide(array) for name, array in result.variables.items()}
    for name in shifts.keys() & changed.keys():
        changed[name] = changed[name] - shifts[name]
    return StepResult(result.outputs, changed)


def roundings(model: onnx_ir.Model) -> Mapping[str, float]:
    """The relative size of the rounding of each input of a step that it rounds to a type of fewer
    bits than float32, by name.
    """
    found = {}
    for value in model.graph.inputs:
        rounding = _rounding(value)
        if rounding:
            found[str(value.name)] = rounding
    return found


def _rounding(given: onnx_ir.Value) -> float:
    """The largest rounding of a value before anything is computed of it; 0 for none."""
    largest, todo = 0.0, [given]
    while todo:
        value = todo.pop()
        size = 0.0 if value.dtype is None else _COARSE.get(value.dtype, 0.0)
        largest = max(largest, size)
        for node, place in value.uses():
            is_cast = node.op_type == "Cast" and not size
            if is_cast or (node.op_type in _MOVES and place == 0):
                todo.append(node.outputs[0])
    return largest


def perturbed(
    array: np.ndarray, generator: np.random.Generator, rounding: float = ROUNDING
) -> np.ndarray:
    """An array with its floating-point numbers changed by about one rounding."""
    if not is_floating(array.dtype):
        return array
    signs = generator.integers(0, 2, array.shape) * 2 - 1
    with np.errstate(all="ignore"):
        return np.asarray(array * (1 + rounding * signs), array.dtype)


def difference(
    before: Mapping[str, np.ndarray],
    native: StepResult,
    moved: Sequence[Moved],
    framework: StepResult,
    exact: Callable[[], Exact] | None = None,
) -> str | None:
    """What of a native step is not the framework's, in a few words; None if all is.

    Args:
        before: The variables before the step.
        native: The native step.
        moved: Native steps of perturbed values.
        framework: The framework's step.
        exact: Computes the step in float64; it is called once, where a result is further from the
            framework's than is allowed. Raises `AoeError`. None to refuse such a result.
    """
    known: list[Exact] = []
    for item in _results(before, native, moved, framework):
        problem = _mismatch(item)
        if problem is not None:
            return f"{item.name} {problem}"
        if not is_floating(item.found.dtype):
            continue
        distance, always, allowed = _distance(item)
        if distance <= allowed:
            continue
        problem = f"{item.name} differs by {distance:.2g}, {allowed:.2g} is allowed"
        if exact is None or item.found.dtype != np.float32:
            return problem
        try:
            known = known or [exact()]
        except AoeError as error:
            return f"{problem}, and it is not computed in float64: {quoted(error)}"
        right, rounding = item.exact(known[0])
        found, wanted = _apart(item.found, right), _apart(item.wanted, right)
        explained = wanted <= always + _EXACT_FACTOR * rounding
        if not (explained and found <= max(allowed, wanted)):
            return (
                f"{problem}; it is {found:.2g} from float64, the framework's {wanted:.2g}, of "
                f"which roundings explain {always + _EXACT_FACTOR * rounding:.2g}"
            )
    return None


def distances(one: StepResult, other: StepResult) -> tuple[list[float], dict[str, float]]:
    """How far the outputs and the new values of variables of a step are from those of another run;
    0 for what are no floating-point numbers.
    """

    def distance(found: np.ndarray, wanted: np.ndarray) -> float:
        # What overflows says nothing of how far another may be from it.
        return _norm(_moved(_wide(wanted), found)) if is_floating(np.asarray(found).dtype) else 0.0

    return (
        [distance(*items) for items in zip(one.outputs, other.outputs, strict=True)],
        {name: distance(array, other.variables[name]) for name, array in one.variables.items()},
    )


def _results(
    before: Mapping[str, np.ndarray],
    native: StepResult,
    moved: Sequence[Moved],
    framework: StepResult,
) -> Iterator[_Judged]:
    for number, (found, wanted) in enumerate(zip(native.outputs, framework.outputs, strict=True)):
        one, other = np.asarray(found), np.asarray(wanted)
        # Texts, which are constants of a step, have no size.
        scale = np.abs(_wide(other)) if is_floating(other.dtype) else other
        moves = [
            (item.factor, [np.asarray(result.outputs[number]) for result in item.results])
            for item in moved
        ]
        yield _Judged(
            f"output {number}", one, moves, other, scale, OUTPUTS, partial(_exact_output, number)
        )
    for name, wanted in framework.variables.items():
        change = np.abs(_wide(wanted) - _wide(before[name]))
        moves = [
            (item.factor, [result.variables[name] for result in item.results]) for item in moved
        ]
        yield _Judged(
            f"the new value of {name}",
            native.variables[name],
            moves,
            wanted,
            change,
            CHANGES,
            partial(_exact_variable, name),
        )


def _exact_output(number: int, exact: Exact) -> tuple[np.ndarray, float]:
    return np.asarray(exact.result.outputs[number]), exact.outputs[number]


def _exact_variable(name: str, exact: Exact) -> tuple[np.ndarray, float]:
    return exact.result.variables[name], exact.variables[name]


def _mismatch(item: _Judged) -> str | None:
    """What differs that roundings cannot make different."""
    found, wanted = item.found, item.wanted
    if (found.shape, found.dtype) != (wanted.shape, wanted.dtype):
        return f"is {found.dtype} {list(found.shape)}, not {wanted.dtype} {list(wanted.shape)}"
    if not is_floating(found.dtype):
        return None if np.array_equal(found, wanted) else "differs"
    if not np.array_equal(np.isfinite(_wide(found)), np.isfinite(_wide(wanted))):
        return "has other values that are not finite"
    return None


def _distance(item: _Judged) -> tuple[float, float, float]:
    """How far a result is from the framework's, how far any may always be, and how far this one."""
    one, other = _wide(item.found), _wide(item.wanted)
    finite = np.isfinite(other)
    # One rounding of each value, for what hardly changes.
    always = item.tolerance * _norm(item.scale[finite])
    always += _epsilon(item.found.dtype) * _norm(other[finite])
    allowed = always
    for factor, results in item.moves:
        allowed += factor * max(_norm(_moved(one, moved)[finite]) for moved in results)
    return _norm((one - other)[finite]), always, allowed


def _apart(found: np.ndarray, exact: np.ndarray) -> float:
    """How far a result is from that of float64; infinite where only the latter is not finite."""
    one = _wide(found)
    finite = np.isfinite(one)
    if exact.shape != found.shape or not np.isfinite(exact[finite]).all():
        return np.inf
    return _norm((one - exact)[finite])


def _moved(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """How far numbers move. What overflows says nothing of how far another may be from it."""
    with np.errstate(all="ignore"):
        difference = before - _wide(after)
    return np.where(np.isfinite(difference), difference, 0.0)


def is_floating(dtype: np.dtype) -> bool:
    """Whether numbers of a type are rounded; bfloat16 is no type of NumPy's own."""
    return dtype.kind in "fV"


def _wide(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float64)


def _epsilon(dtype: np.dtype) -> float:
    return 4 * float(np.finfo(dtype).eps) if dtype.kind == "f" else 4 * 2.0**-8


def _norm(values: np.ndarray) -> float:
    with np.errstate(all="ignore"):
        return float(np.sqrt(np.nansum(np.square(values))))
