"""The reference evaluator: what an operator must compute, in NumPy, slow but beyond doubt.

`reference` applies prologue, anchor and epilogue in float64 (float32 only where a large product
would be too slow) and rounds once, to the output's dtype. `evaluate` computes one expression on
arrays. Candidates are checked against this (`aoe.tuning`), tests too. The anchors are in the
operator definitions beside this file.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from aoe.loops.expression import Accumulator, Apply, Constant, Expression, Index, Load
from aoe.operators.operator import Operator
from aoe.operators.registry import definitions


def reference(operator: Operator, arrays: Sequence[np.ndarray]) -> np.ndarray:
    """The operator's result on its inputs, of the output's shape and dtype."""
    wide = [_widened(array) for array in arrays]
    with np.errstate(all="ignore"):
        if operator.anchor_inputs:
            first = evaluate(operator.prologue, wide, wide[0])
            first = np.broadcast_to(first, operator.inputs[0].shape)
            anchor = definitions()[operator.type].reference(
                operator, [first, *wide[1 : operator.anchor_inputs]]
            )
            result = evaluate(operator.epilogue, wide, anchor)
        else:
            result = evaluate(operator.epilogue, wide)
        result = np.broadcast_to(result, operator.output.shape)
        result = convert(result, operator.output.dtype)
        return np.ascontiguousarray(result).reshape(operator.output.shape)  # the former adds to ()


def _widened(array: np.ndarray) -> np.ndarray:
    large = array.size > 16_000_000
    return array.astype(np.float64) if array.dtype == np.float32 and not large else array


def evaluate(
    expression: Expression,
    arrays: Sequence[np.ndarray],
    accumulator: np.ndarray | None = None,
    indices: Mapping[str, np.ndarray] = MappingProxyType({}),
) -> np.ndarray:
    """The value of an expression where `Load(i)` is `arrays[i]`, under NumPy broadcasting, in the
    dtypes of the arrays. `indices` gives the coordinates that `Index` refers to.
    """
    known: dict[Expression, np.ndarray] = {}

    def value(node: Expression) -> np.ndarray:
        if node not in known:
            known[node] = compute(node)
        return known[node]

    def compute(node: Expression) -> np.ndarray:
        match node:
            case Constant(value=number, dtype=dtype):
                return np.asarray(number, dtype)
            case Load(operand=operand):
                return arrays[operand]
            case Accumulator():
                assert accumulator is not None, "the expression refers to an anchor there is not"
                return accumulator
            case Index(axis=axis):
                return indices[axis]
            case Apply(function="cast", arguments=(argument,), dtype=dtype):
                return convert(value(argument), dtype)
            case Apply(function=function, arguments=arguments):
                return np.asarray(_FUNCTIONS[function](*(value(item) for item in arguments)))

    return value(expression)


def convert(array: np.ndarray, dtype: str) -> np.ndarray:
    """`array` as `dtype`: to integers by truncation, to bool by comparison with zero."""
    if dtype == "float32" and array.dtype == np.float64:
        return np.asarray(array, np.float32)
    return array.astype(dtype, copy=False)


def _divide(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Integers are divided as in C and ONNX: the quotient is truncated towards zero."""
    if np.issubdtype(np.result_type(a, b), np.floating):
        return np.asarray(np.true_divide(a, b))
    quotient = np.floor_divide(a, b)
    inexact = (quotient * b != a) & ((a < 0) != (b < 0))
    return np.asarray(quotient + inexact, np.result_type(a, b))


def erf(array: np.ndarray) -> np.ndarray:
    """The error function, by the C library."""
    return (
        np.asarray(np.frompyfunc(math.erf, 1, 1)(array), array.dtype)
        if array.size < 4096
        else (_erf_series(array))
    )


def _erf_series(array: np.ndarray) -> np.ndarray:
    """The error function to about 1e-15: Taylor series below 2.5, Lentz's continued fraction of
    erfc above (Abramowitz and Stegun 7.1.6 and 7.1.14).
    """
    x = np.abs(array.astype(np.float64))
    small = np.minimum(x, 2.5)
    term = small.copy()
    total = small.copy()
    for n in range(1, 60):
        term = term * (2.0 * small * small / (2 * n + 1))
        total = total + term
    low = 2.0 / math.sqrt(math.pi) * np.exp(-small * small) * total
    large = np.maximum(x, 2.5)
    fraction = large.copy()
    for n in range(60, 0, -1):
        fraction = large + (n / 2.0) / fraction
    high = 1.0 - np.exp(-large * large) / (math.sqrt(math.pi) * fraction)
    return np.asarray(np.copysign(np.where(x < 2.5, low, high), array), array.dtype)


def _sigmoid(x: np.ndarray) -> np.ndarray:
    small = np.exp(-np.abs(x))
    return np.asarray(np.where(x >= 0, 1.0, small) / (1.0 + small), x.dtype)


_FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "add": np.add,
        "sub": np.subtract,
        "mul": np.multiply,
        "div": _divide,
        "max": np.maximum,
        "min": np.minimum,
        "pow": np.power,
        "mod": np.fmod,
        "neg": np.negative,
        "abs": np.abs,
        "sign": np.sign,
        "floor": np.floor,
        "ceil": np.ceil,
        "round": np.rint,
        "exp": np.exp,
        "log": np.log,
        "sqrt": np.sqrt,
        "rsqrt": lambda x: 1 / np.sqrt(x),
        "reciprocal": lambda x: 1 / x,
        "tanh": np.tanh,
        "erf": erf,
        "sigmoid": _sigmoid,
        "sin": np.sin,
        "cos": np.cos,
        "fma": lambda a, b, c: a * b + c,
        "less": np.less,
        "less_equal": np.less_equal,
        "greater": np.greater,
        "greater_equal": np.greater_equal,
        "equal": np.equal,
        "not_equal": np.not_equal,
        "and": np.logical_and,
        "or": np.logical_or,
        "xor": np.logical_xor,
        "not": np.logical_not,
        "select": np.where,
    }
)
