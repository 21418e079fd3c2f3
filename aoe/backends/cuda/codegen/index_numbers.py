"""LLVM IR of whole numbers of 32 bits that are known to be small: a GPU divides and multiplies
those of 64 bits by many instructions.

Numbers are SSA names or literals; what literals decide is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.llvm.emitter import Emitter
from aoe.loops.loop_nest import Axis

#: A number: an SSA name of type i32, or a literal.
Number = str


class Numbers:
    """Emits arithmetic of numbers."""

    def __init__(self, emitter: Emitter) -> None:
        self.emitter = emitter

    def plus(self, *terms: Number | int) -> Number:
        """The sum."""
        known, total = 0, ""
        for term in map(str, terms):
            if _is_literal(term):
                known += int(term)
            else:
                total = self.emitter.let(f"add nsw i32 {total}, {term}") if total else term
        if not total:
            return str(known)
        return self.emitter.let(f"add nsw i32 {total}, {known}") if known else total

    def minus(self, number: Number | int, other: Number) -> Number:
        """The difference."""
        number = str(number)
        if _is_literal(other):
            return self.plus(number, -int(other))
        return self.emitter.let(f"sub nsw i32 {number}, {other}")

    def times(self, number: Number | int, factor: int) -> Number:
        """The product with a constant."""
        number = str(number)
        if _is_literal(number):
            return str(int(number) * factor)
        if factor == 0:
            return "0"
        return number if factor == 1 else self.emitter.let(f"mul nsw i32 {number}, {factor}")

    def divided(self, number: Number, divisor: int) -> tuple[Number, Number]:
        """The quotient and the rest of a number that is not negative."""
        return self.quotient(number, divisor), self.rest(number, divisor)

    def quotient(self, number: Number, divisor: int) -> Number:
        """The quotient of a number that is not negative, rounded down."""
        if divisor == 1:
            return number
        if _is_literal(number):
            return str(int(number) // divisor)
        return self.emitter.let(f"udiv i32 {number}, {divisor}")

    def rest(self, number: Number, divisor: int) -> Number:
        """The rest of a number that is not negative."""
        if divisor == 1:
            return "0"
        if _is_literal(number):
            return str(int(number) % divisor)
        return self.emitter.let(f"urem i32 {number}, {divisor}")

    def bits(self, operation: str, number: Number, other: Number | int) -> Number:
        """An operation on bits, such as `and`."""
        return self.emitter.let(f"{operation} i32 {number}, {other}")

    def decoded(self, number: Number, axes: Sequence[Axis]) -> dict[str, Number]:
        """The coordinates along axes of the point with a number. That of the first axis goes on
        behind its end.
        """
        found: dict[str, Number] = {}
        for axis in reversed(axes[1:]):
            number, found[axis.name] = self.divided(number, axis.extent)
        if axes:
            found[axes[0].name] = number
        return found

    def below(self, number: Number, end: Number | int) -> str:
        """Whether a number is not negative and below another, as an i1."""
        if _is_literal(number) and _is_literal(str(end)):
            return "true" if 0 <= int(number) < int(end) else "false"
        return self.emitter.let(f"icmp ult i32 {number}, {end}")

    def both(self, *conditions: str) -> str:
        """Whether all conditions hold, as an i1."""
        if "false" in conditions:
            return "false"
        total = "true"
        for condition in conditions:
            if condition != "true":
                total = (
                    condition
                    if total == "true"
                    else self.emitter.let(f"and i1 {total}, {condition}")
                )
        return total

    def chosen(self, condition: str, number: Number | int, other: Number | int) -> Number:
        """A number if a condition holds, else another."""
        if condition in ("true", "false"):
            return str(number) if condition == "true" else str(other)
        return self.emitter.let(f"select i1 {condition}, i32 {number}, i32 {other}")

    def least(self, number: Number, other: Number | int) -> Number:
        """The smaller of two numbers that are not negative."""
        return self.chosen(self.below(number, other), number, other)

    def wide(self, number: Number) -> str:
        """The number as an i64."""
        return number if _is_literal(number) else self.emitter.let(f"sext i32 {number} to i64")


def _is_literal(number: Number) -> bool:
    return number.lstrip("-").isdigit()
