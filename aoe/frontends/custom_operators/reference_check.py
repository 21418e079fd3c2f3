"""Compares what the body of a custom operator gives with what its reference in NumPy gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import onnx

from aoe.errors import ModelError, UsageError, counted, quoted

#: The largest difference from the reference, relative to the largest finite number, by the bytes
#: of an element.
_TOLERANCE: Mapping[int, float] = {2: 2e-2, 4: 1e-4, 8: 1e-10}


def compare(
    found: Sequence[np.ndarray],
    reference: Callable[..., Any],
    example: Mapping[str, Any],
    where: str,
) -> None:
    """Raises `ModelError` if a reference fails on an example or gives other results than `found`.
    `where`: the operator and the example, for messages.
    """
    try:
        expected = reference(**example)
    except Exception as error:  # whatever a function of the user raises
        cause = f"{type(error).__name__}: {quoted(error)}"
        raise ModelError(f"{where}: the reference raises {cause}; correct it") from error
    others = expected if isinstance(expected, tuple | list) else [expected]
    if len(others) != len(found):
        raise ModelError(
            f"{where}: the body has {counted(len(found), 'output')}, but the reference gives "
            f"{len(others)}; "
            "correct one of them"
        )
    for one, other in zip(found, others, strict=True):
        fault = _difference(one, np.asarray(other))
        if fault is not None:
            raise ModelError(
                f"{where}: the body gives {fault} than the reference; correct one of them"
            )


def check_callable(reference: object) -> None:
    """Raises `UsageError` for a reference that is no function."""
    if reference is not None and not callable(reference):
        raise UsageError(f"reference={quoted(repr(reference))}: must be a function of NumPy")


def check_names(example: Mapping[str, Any], body: onnx.FunctionProto, where: str) -> None:
    """Raises `ModelError` for a name in an example that is no input or attribute of the body."""
    known = {*body.input, *body.attribute, *(item.name for item in body.attribute_proto)}
    unknown = sorted(map(str, example.keys() - known))
    if unknown:
        raise ModelError(f"{where} has {unknown[0]!r}, which is no input or attribute of its body")


def _difference(found: np.ndarray, expected: np.ndarray) -> str | None:
    """What is different in two arrays; None if they agree."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return (
            f"{found.dtype}{list(found.shape)} instead of {expected.dtype}{list(expected.shape)}, "
            "which is another type or shape"
        )
    if expected.dtype.kind not in "fV":
        return None if np.array_equal(found, expected) else "other values"
    one, other = found.astype(np.float64), expected.astype(np.float64)
    largest = np.abs(other[np.isfinite(other)]).max(initial=0.0)
    limit = _TOLERANCE[expected.dtype.itemsize] * float(largest)
    if np.allclose(one, other, rtol=0, atol=limit, equal_nan=True):
        return None
    return "other values"
