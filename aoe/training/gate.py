"""Compares a native step with the framework's, before it takes the framework's place.

Float32 has no exact answer, and a step amplifies rounding: behind a normalisation the gradient of a
bias is noise, which Adam makes as large as any other. So the native step is run twice, once with
its variables and inputs changed by about one rounding. How far its own results then move says how
far the framework's may be from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

#: The relative change of the second run: a few roundings of float32.
ROUNDING = 4e-7
#: Relative differences of results and of changes of variables that are always allowed.
OUTPUTS, CHANGES = 1e-4, 1e-2
#: How much further than its own second run a native result may be from the framework's.
_FACTOR = 16.0


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one step gave.

    Attributes:
        outputs: Its outputs.
        variables: The new values of the variables it changes, by name.
    """

    outputs: Sequence[np.ndarray]
    variables: Mapping[str, np.ndarray]


def perturbed(array: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """An array with its floating-point numbers changed by about one rounding."""
    if not is_floating(array.dtype):
        return array
    signs = generator.integers(0, 2, array.shape) * 2 - 1
    with np.errstate(all="ignore"):
        return np.asarray(array * (1 + ROUNDING * signs), array.dtype)


def difference(
    before: Mapping[str, np.ndarray], native: StepResult, moved: StepResult, framework: StepResult
) -> str | None:
    """What of a native step is not the framework's, in a few words; None if all is.

    Args:
        before: The variables before the step.
        native: The native step.
        moved: The native step of perturbed values.
        framework: The framework's step.
    """
    for number, arrays in enumerate(
        zip(native.outputs, moved.outputs, framework.outputs, strict=True)
    ):
        found, other, wanted = map(np.asarray, arrays)
        # Texts, which are constants of a step, have no size.
        scale = np.abs(_wide(wanted)) if is_floating(wanted.dtype) else wanted
        error = _error(found, other, wanted, scale, OUTPUTS)
        if error is not None:
            return f"output {number} {error}"
    for name, wanted in framework.variables.items():
        change = np.abs(_wide(wanted) - _wide(before[name]))
        error = _error(native.variables[name], moved.variables[name], wanted, change, CHANGES)
        if error is not None:
            return f"the new value of {name} {error}"
    return None


def _error(
    found: np.ndarray, moved: np.ndarray, wanted: np.ndarray, scale: np.ndarray, tolerance: float
) -> str | None:
    if (found.shape, found.dtype) != (wanted.shape, wanted.dtype):
        return f"is {found.dtype} {list(found.shape)}, not {wanted.dtype} {list(wanted.shape)}"
    if not is_floating(found.dtype):
        return None if np.array_equal(found, wanted) else "differs"
    one, other = _wide(found), _wide(wanted)
    if not np.array_equal(np.isfinite(one), np.isfinite(other)):
        return "has other values that are not finite"
    finite = np.isfinite(other)
    apart = _norm((one - other)[finite])
    allowed = tolerance * _norm(scale[finite]) + _FACTOR * _norm((one - _wide(moved))[finite])
    # One rounding of each value, for what hardly changes.
    allowed += _epsilon(found.dtype) * _norm(other[finite])
    return None if apart <= allowed else f"differs by {apart:.2g}, {allowed:.2g} is allowed"


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
