"""The error of a layer whose operands are stored in fewer bits.

It is the accuracy gate of `aoe.graph.precision.mixed_precision`. A layer is a contraction with
constant weights. Each result is the dot product of a column of weights and as many inputs. So a few
sets of synthetic inputs show the error, whatever the size of the image. Some sets are half-normal,
as what a ReLU lets through. Some are nearly constant, as smooth images are: weights that cancel
them leave little but rounding errors.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from aoe.element_types import numpy_type, unit_roundoff
from aoe.operators.factors import contraction_of
from aoe.operators.operator import Operator

#: Sets of synthetic inputs of each kind, and the standard deviation of the nearly constant ones.
_SETS, _DIFFERENCE = 8, 0.1
#: The largest allowed relative error (root mean square), whatever the type: twice the rounding of
#: bfloat16. Normal weights and inputs in bfloat16 come to 0.6 of that rounding, in float16 to an
#: eighth of it; weights so small that float16 has few bits left for them to more.
_ALLOWED = 2.0 * unit_roundoff("bfloat16")


def layer_holds(operator: Operator, weights: np.ndarray, dtype: str) -> bool:
    """Whether the error of a contraction is about the rounding of bfloat16, or less, if its input
    and its constant weights are stored in `dtype`.
    """
    return layer_error(operator, weights, dtype) <= _ALLOWED


def layer_error(operator: Operator, weights: np.ndarray, dtype: str) -> float:
    """The relative error (root mean square) of the results for synthetic inputs of the kind for
    which it is largest; infinite where a result is not finite.
    """
    return max(_columns_error(columns, dtype) for columns in _columns(operator, weights))


def _columns_error(columns: np.ndarray, dtype: str) -> float:
    normal = np.random.default_rng(0).standard_normal((_SETS, columns.shape[-2]))
    sets = (np.abs(normal), 1.0 + _DIFFERENCE * normal)
    return max(_error(inputs.astype(np.float32), columns, dtype) for inputs in sets)


def _error(inputs: np.ndarray, columns: np.ndarray, dtype: str) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        exact = inputs @ columns
        error = np.linalg.norm(_rounded(inputs, dtype) @ _rounded(columns, dtype) - exact)
        ratio = float(error / (np.linalg.norm(exact) or 1.0))
    return ratio if np.isfinite(ratio) else float("inf")


def _columns(operator: Operator, weights: np.ndarray) -> Iterable[np.ndarray]:
    """The weights as float32 matrices (…, terms of a sum, results)."""
    wide = weights.astype(np.float32, copy=False)
    return contraction_of(operator).columns(operator, wide)


def _rounded(array: np.ndarray, dtype: str) -> np.ndarray:
    return array.astype(numpy_type(dtype)).astype(np.float32)
