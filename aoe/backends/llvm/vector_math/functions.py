"""Mathematical functions on vectors of any width, as LLVM IR without library calls.

Library functions would be called lane by lane. These are polynomials and rational functions on
whole vectors. float32 results are within 4 units in the last place over the whole domain, special
values included; most are within 2 (`tests/backends/llvm/vector_math/test_functions.py`
measures it). Coefficients are minimax fits by the Remez exchange algorithm on the stated interval,
rounded to the working precision. This module has the table of functions and the simple ones. The
others are in `exponential`, `hyperbolic`, `inverse_trigonometric` and `trigonometric`. The rare
functions of `library_functions` do call the C library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from aoe.backends.llvm.arithmetic import Arithmetic
from aoe.backends.llvm.emitter import Emitter, Value
from aoe.backends.llvm.vector_math.exponential import (
    exponential,
    exponential_minus_one,
    logarithm,
    logarithm_of_one_plus,
    logistic,
    power,
)
from aoe.backends.llvm.vector_math.hyperbolic import error_function, hyperbolic_tangent
from aoe.backends.llvm.vector_math.inverse_trigonometric import arccosine, arcsine, arctangent
from aoe.backends.llvm.vector_math.library_functions import NAMES, library_function
from aoe.backends.llvm.vector_math.trigonometric import cosine, sine


def emit_function(emitter: Emitter, function: str, arguments: Sequence[Value]) -> Value:
    """Emits a function of `FUNCTIONS`, or an LLVM intrinsic such as `fabs`, of float32 or float64.

    All arguments have one dtype and one number of lanes, which the result has too.
    """
    first = arguments[0]
    arithmetic = Arithmetic(emitter, first.dtype, first.lanes)
    names = [argument.name for argument in arguments]
    if function in FUNCTIONS:
        return Value(FUNCTIONS[function](arithmetic, *names), first.dtype, first.lanes)
    return Value(arithmetic.intrinsic(function, *names), first.dtype, first.lanes)


def square_root(arithmetic: Arithmetic, x: str) -> str:
    """√x by the CPU's instruction, correctly rounded."""
    return arithmetic.intrinsic("sqrt", x)


def reciprocal(arithmetic: Arithmetic, x: str) -> str:
    """1 / x, correctly rounded."""
    return arithmetic.div(arithmetic.const(1.0), x)


def reciprocal_square_root(arithmetic: Arithmetic, x: str) -> str:
    """1 / √x by square root and division: two roundings."""
    return reciprocal(arithmetic, square_root(arithmetic, x))


def multiply_add(arithmetic: Arithmetic, a: str, b: str, c: str) -> str:
    """a · b + c."""
    return arithmetic.fma(a, b, c)


#: Functions by their names in expressions.
FUNCTIONS: Mapping[str, Callable[..., str]] = MappingProxyType(
    {
        "acos": arccosine,
        "asin": arcsine,
        "atan": arctangent,
        "cos": cosine,
        "erf": error_function,
        "exp": exponential,
        "expm1": exponential_minus_one,
        "fma": multiply_add,
        "log": logarithm,
        "log1p": logarithm_of_one_plus,
        "pow": power,
        "reciprocal": reciprocal,
        "rsqrt": reciprocal_square_root,
        "sigmoid": logistic,
        "sin": sine,
        "sqrt": square_root,
        "tanh": hyperbolic_tangent,
        **{name: library_function(name) for name in NAMES},
    }
)
