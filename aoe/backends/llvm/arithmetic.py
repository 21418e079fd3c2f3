"""Floating-point and bit arithmetic on SSA names of one type, the basis of vector math.

An `Arithmetic` fixes element type and lane count, so that an algorithm reads as its formula.
Multiply-adds are `llvm.fmuladd`: one instruction if the CPU has one, else a product and a sum,
never a library call. Used by `aoe.backends.llvm.vector_math.functions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aoe.backends.llvm.emitter import Emitter, literal, llvm_type


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Operations on `lanes` lanes of `dtype`. Operands and results are SSA names.

    Methods with `bits` in their name work on the same registers as integers of the same width.
    Conditions are names of i1 lanes.

    Attributes:
        emitter: Receives the instructions.
        dtype: float32 or float64.
        lanes: The number of lanes.
    """

    emitter: Emitter
    dtype: str
    lanes: int

    @property
    def type(self) -> str:
        """The LLVM type of values."""
        return llvm_type(self.dtype, self.lanes)

    @property
    def integer(self) -> str:
        """The integer dtype of the same width."""
        return "int32" if self.dtype == "float32" else "int64"

    @property
    def bits_type(self) -> str:
        """The LLVM type of that integer dtype."""
        return llvm_type(self.integer, self.lanes)

    def wide(self) -> Arithmetic:
        """Returns the same lanes in float64."""
        return Arithmetic(self.emitter, "float64", self.lanes)

    def const(self, value: float) -> str:
        """Returns a number in every lane."""
        return literal(value, self.dtype, self.lanes)

    def const_bits(self, value: int) -> str:
        """Returns an integer in every lane."""
        return literal(value, self.integer, self.lanes)

    def add(self, a: str, b: str) -> str:
        """a + b."""
        return self._binary("fadd", a, b)

    def sub(self, a: str, b: str) -> str:
        """a − b."""
        return self._binary("fsub", a, b)

    def mul(self, a: str, b: str) -> str:
        """a · b."""
        return self._binary("fmul", a, b)

    def div(self, a: str, b: str) -> str:
        """a / b."""
        return self._binary("fdiv", a, b)

    @property
    def scales_by_exponents(self) -> bool:
        """Whether the CPU has the instruction of `scaled` for vectors of this width."""
        return self.emitter.scales_by_exponents and self._bits in (128, 256, 512)

    def scaled(self, x: str, exponent: str) -> str:
        """x · 2^exponent for whole exponents, rounded once, denormal results too. Only where
        `scales_by_exponents`.
        """
        packed = "ps" if self.dtype == "float32" else "pd"
        name = f"llvm.x86.avx512.mask.scalef.{packed}.{self._bits}"
        mask = f"i{max(self.lanes, 8)}"
        # All lanes, and rounding as the CPU is set.
        rest = f"{mask} -1" + (", i32 4" if self._bits == 512 else "")
        declared = f"{self.type}, {self.type}, {self.type}, {mask}"
        declared += ", i32" if self._bits == 512 else ""
        self.emitter.declare(f"declare {self.type} @{name}({declared})")
        values = (f"{self.type} {value}" for value in (x, exponent, x))
        return self.emitter.let(f"call {self.type} @{name}({', '.join(values)}, {rest})")

    def neg(self, a: str) -> str:
        """−a."""
        return self.emitter.let(f"fneg {self.type} {a}")

    def fma(self, a: str, b: str, c: str) -> str:
        """a · b + c, rounded once if the CPU has such an instruction."""
        return self.intrinsic("fmuladd", a, b, c)

    def polynomial(self, x: str, coefficients: Sequence[float]) -> str:
        """Σ coefficients[i]·xⁱ by Horner's rule; at least one coefficient."""
        total = self.const(coefficients[-1])
        for coefficient in reversed(coefficients[:-1]):
            total = self.fma(total, x, self.const(coefficient))
        return total

    def intrinsic(self, name: str, *arguments: str) -> str:
        """Calls `llvm.<name>`, whose arguments and result are all of this type."""
        width = "f32" if self.dtype == "float32" else "f64"
        suffix = width if self.lanes == 1 else f"v{self.lanes}{width}"
        function = f"@llvm.{name}.{suffix}"
        types = ", ".join([self.type] * len(arguments))
        self.emitter.declare(f"declare {self.type} {function}({types})")
        passed = ", ".join(f"{self.type} {argument}" for argument in arguments)
        return self.emitter.let(f"call {self.type} {function}({passed})")

    def compare(self, predicate: str, a: str, b: str) -> str:
        """`fcmp` with a predicate such as olt, oge or uno."""
        return self.emitter.let(f"fcmp {predicate} {self.type} {a}, {b}")

    def select(self, condition: str, then: str, otherwise: str) -> str:
        """Returns `then` in the lanes where the condition holds, else `otherwise`."""
        mask = llvm_type("bool", self.lanes)
        return self.emitter.let(
            f"select {mask} {condition}, {self.type} {then}, {self.type} {otherwise}"
        )

    def at_least(self, x: str, bound: float) -> str:
        """max(x, bound) that keeps NaN: one instruction on x86."""
        limit = self.const(bound)
        return self.select(self.compare("olt", x, limit), limit, x)

    def at_most(self, x: str, bound: float) -> str:
        """min(x, bound) that keeps NaN: one instruction on x86."""
        limit = self.const(bound)
        return self.select(self.compare("ogt", x, limit), limit, x)

    def both(self, condition: str, other: str) -> str:
        """Logical and of two conditions."""
        return self.emitter.let(f"and {llvm_type('bool', self.lanes)} {condition}, {other}")

    def either(self, condition: str, other: str) -> str:
        """Logical or of two conditions."""
        return self.emitter.let(f"or {llvm_type('bool', self.lanes)} {condition}, {other}")

    def bits(self, x: str) -> str:
        """Returns the value's bits as an integer."""
        return self.emitter.let(f"bitcast {self.type} {x} to {self.bits_type}")

    def from_bits(self, bits: str) -> str:
        """Returns the value with these bits."""
        return self.emitter.let(f"bitcast {self.bits_type} {bits} to {self.type}")

    def on_bits(self, operation: str, a: str, b: str | int) -> str:
        """Applies an integer instruction (`add`, `shl`, `lshr`, `ashr`, `and`, …) to bits."""
        other = self.const_bits(b) if isinstance(b, int) else b
        return self.emitter.let(f"{operation} {self.bits_type} {a}, {other}")

    def to_float(self, bits: str) -> str:
        """Converts a signed integer to this type."""
        return self.emitter.let(f"sitofp {self.bits_type} {bits} to {self.type}")

    def widen(self, x: str) -> str:
        """Converts a float32 value to float64."""
        return self.emitter.let(f"fpext {self.type} {x} to {self.wide().type}")

    def narrow(self, x: str) -> str:
        """Rounds a float64 value to this float32 type."""
        return self.emitter.let(f"fptrunc {self.wide().type} {x} to {self.type}")

    @property
    def _bits(self) -> int:
        """Bits of a vector."""
        return self.lanes * (32 if self.dtype == "float32" else 64)

    def _binary(self, operation: str, a: str, b: str) -> str:
        return self.emitter.let(f"{operation} {self.type} {a}, {b}")
