"""Rare functions by calls to the C library, lane by lane.

See `aoe.backends.llvm.vector_math.functions`. Models rarely use the tangent and the hyperbolic
functions, and rarely spend time in them. The C library's results are within 2 units
in the last place over the whole domain. float32 calls the float32 functions.
"""

from __future__ import annotations

from collections.abc import Callable

from aoe.backends.llvm.arithmetic import Arithmetic

#: Functions of one argument. Expressions use the C library's names.
NAMES = ("tan", "sinh", "cosh", "asinh", "acosh", "atanh")


def library_function(name: str) -> Callable[[Arithmetic, str], str]:
    """Returns an emitter of the C library's function `name` for float32 and float64."""

    def emit(a: Arithmetic, x: str) -> str:
        scalar = Arithmetic(a.emitter, a.dtype, 1).type
        function = f"@{name}f" if a.dtype == "float32" else f"@{name}"
        a.emitter.declare(f"declare {scalar} {function}({scalar}) nounwind memory(none)")
        if a.lanes == 1:
            return a.emitter.let(f"call {scalar} {function}({scalar} {x})")
        result = "poison"
        for lane in range(a.lanes):
            element = a.emitter.let(f"extractelement {a.type} {x}, i32 {lane}")
            value = a.emitter.let(f"call {scalar} {function}({scalar} {element})")
            operands = f"{a.type} {result}, {scalar} {value}, i32 {lane}"
            result = a.emitter.let(f"insertelement {operands}")
        return result

    return emit
