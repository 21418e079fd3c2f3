"""What a layer's results lose when its operands are stored in fewer bits: the accuracy gate of
mixed precision (`aoe.graph.precision.mixed_precision`).

A layer is a contraction with a constant. Each of its results is a sum of products of one column of
weights with as many inputs, so a few made-up sets of inputs show its error, whatever the size of
its image. Some are half-normal, as what an activation lets through, some nearly all alike, as
smooth images are: weights that cancel them out leave little but the rounding of the inputs.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from aoe.element_types import numpy_type, unit_roundoff
from aoe.operators.factors import contraction_of
from aoe.operators.operator import Operator

#: Made-up sets of inputs of either kind, and how much those that are alike differ.
_SETS, _DIFFERENCE = 8, 0.1
#: The largest root mean square error allowed, in parts of the root mean square result and in units
#: of the type's rounding. Weights and inputs without peculiarities come to 0.6.
_ALLOWED = 2.0


def layer_holds(operator: Operator, weights: np.ndarray, dtype: str) -> bool:
    """Whether a contraction's results are right to about the rounding of `dtype` if its inputs and
    its constant second operand are stored so.
    """
    return layer_error(operator, weights, dtype) <= _ALLOWED * unit_roundoff(dtype)


def layer_error(operator: Operator, weights: np.ndarray, dtype: str) -> float:
    """The root mean square error of made-up results, relative to the results, for the kind of
    inputs for which it is largest; infinite where a number is.
    """
    return max(_columns_error(columns, dtype) for columns in _columns(operator, weights))


def _columns_error(columns: np.ndarray, dtype: str) -> float:
    normal = np.random.default_rng(0).standard_normal((_SETS, columns.shape[-2]))
    sets = (np.abs(normal), 1.0 + _DIFFERENCE * normal)
    return max(_error(made_up.astype(np.float32), columns, dtype) for made_up in sets)


def _error(inputs: np.ndarray, columns: np.ndarray, dtype: str) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        exact = inputs @ columns
        error = np.linalg.norm(_rounded(inputs, dtype) @ _rounded(columns, dtype) - exact)
        ratio = float(error / (np.linalg.norm(exact) or 1.0))
    return ratio if np.isfinite(ratio) else float("inf")


def _columns(operator: Operator, weights: np.ndarray) -> Iterable[np.ndarray]:
    """The weights as (…, steps, columns), of each phase of a transposed convolution: float32."""
    wide = weights.astype(np.float32, copy=False)
    return contraction_of(operator).columns(operator, wide)


def _rounded(array: np.ndarray, dtype: str) -> np.ndarray:
    return array.astype(numpy_type(dtype)).astype(np.float32)
