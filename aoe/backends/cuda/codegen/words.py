"""LLVM IR of arithmetic on numbers of 32 bits, as places in tiles and in shared memory are. Known
numbers stay literals.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cpu.codegen.emitter import Emitter
from aoe.loops.loop_nest import Axis


class Words:
    """Emits operations on i32. Operands are SSA names or literals."""

    def __init__(self, emitter: Emitter) -> None:
        self.emitter = emitter

    def register(self, name: str) -> str:
        """A special register, such as `tid.x`."""
        symbol = f"@llvm.nvvm.read.ptx.sreg.{name}"
        self.emitter.declare(f"declare i32 {symbol}()")
        return self.emitter.let(f"call i32 {symbol}()")

    def add(self, a: str | int, b: str | int) -> str:
        """a + b."""
        a, b = str(a), str(b)
        if a == "0" or b == "0":
            return b if a == "0" else a
        if _known(a) and _known(b):
            return str(int(a) + int(b))
        return self.emitter.let(f"add i32 {a}, {b}")

    def mul(self, a: str | int, b: str | int) -> str:
        """a · b."""
        a, b = str(a), str(b)
        if _known(a) and _known(b):
            return str(int(a) * int(b))
        if "0" in (a, b) or "1" in (a, b):
            return "0" if "0" in (a, b) else (b if a == "1" else a)
        return self.emitter.let(f"mul i32 {a}, {b}")

    def div(self, a: str, b: int) -> str:
        """a / b, rounded down, of numbers that are not negative."""
        if b == 1 or a == "0":
            return a
        return self.emitter.let(f"udiv i32 {a}, {b}")

    def rem(self, a: str, b: int) -> str:
        """a modulo b, of numbers that are not negative."""
        if b == 1 or a == "0":
            return "0"
        return self.emitter.let(f"urem i32 {a}, {b}")

    def op(self, name: str, a: str, b: str | int) -> str:
        """Another operation, such as `and`."""
        return self.emitter.let(f"{name} i32 {a}, {b}")

    def below(self, a: str, b: str | int) -> str:
        """Whether a number is 0 or more and below another, as i1."""
        return self.emitter.let(f"icmp ult i32 {a}, {b}")

    def both(self, a: str, b: str) -> str:
        """Whether two conditions hold; `true` is a literal."""
        if "true" in (a, b):
            return b if a == "true" else a
        return self.emitter.let(f"and i1 {a}, {b}")

    def choose(self, condition: str, yes: str | int, no: str | int) -> str:
        """One of two numbers."""
        if condition == "true":
            return str(yes)
        return self.emitter.let(f"select i1 {condition}, i32 {yes}, i32 {no}")

    def wide(self, a: str) -> str:
        """As i64."""
        return a if _known(a) else self.emitter.let(f"sext i32 {a} to i64")

    def decoded(self, number: str, axes: Sequence[Axis]) -> dict[str, str]:
        """The coordinates along axes, the outermost first, of the point with a number. That along
        the outermost may be behind its end.
        """
        found: dict[str, str] = {}
        for axis in reversed(axes[1:]):
            found[axis.name] = self.rem(number, axis.extent)
            number = self.div(number, axis.extent)
        if axes:
            found[axes[0].name] = number
        return found


def _known(text: str) -> bool:
    return text.lstrip("-").isdigit()
