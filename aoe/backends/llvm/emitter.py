"""A small builder of LLVM IR text: one `Emitter` per module, with its values and types.

The builder writes text instead of using a library. Text is what a developer reads when debugging,
it parses in microseconds, and generators stay plain functions that append lines.
`aoe.backends.llvm.kernel_body` emits loop nests with it.
`aoe.backends.llvm.expression_code` and `aoe.backends.llvm.vector_math` emit
arithmetic. Devices compile the text.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from aoe.element_types import FLOAT24, ITEM_BYTES, STORAGE, computed_type

#: LLVM's element type of a value, by NumPy dtype name. A bool is i1 as a value and i8 in memory.
#: Types stored in 16 bits are float as a value.
ELEMENT_TYPES = {
    "float32": "float",
    "float64": "double",
    "bool": "i1",
    **{f"{sign}int{8 * size}": f"i{8 * size}" for sign in ("", "u") for size in (1, 2, 4, 8)},
}


@dataclass(frozen=True, slots=True)
class Value:
    """An SSA value.

    Attributes:
        name: Its operand text: `%t7` or a literal.
        dtype: Its NumPy dtype name.
        lanes: The number of lanes; 1 for a scalar.
    """

    name: str
    dtype: str
    lanes: int = 1

    @property
    def type(self) -> str:
        """The value's LLVM type."""
        return llvm_type(self.dtype, self.lanes)

    @property
    def typed(self) -> str:
        """Type and name, as in an argument list."""
        return f"{self.type} {self.name}"

    @property
    def is_constant(self) -> bool:
        """Whether the operand text is a literal."""
        return not self.name.startswith(("%", "@"))


class Emitter:
    """The text of one LLVM module, appended line by line.

    Instructions go to the function that `define` opened last. Generated names are unique in the
    module.

    Attributes:
        converts_half: Whether the CPU converts between float16 and float32.
        converts_float8: Whether a GPU has instructions that convert float8.
        multiplies_bytes: Whether it has dot products of bytes (VNNI).
        multiplies_bfloat16: Whether it has dot products of bfloat16 (AVX512-BF16).
        multiplies_tiles: Whether it has matrix instructions for bfloat16 (AMX).
        scales_by_exponents: Whether it has instructions for x · 2ⁿ of vectors (AVX-512).
    """

    def __init__(
        self,
        converts_half: bool = True,
        multiplies_bytes: bool = False,
        multiplies_bfloat16: bool = False,
        multiplies_amx: bool = False,
        converts_float8: bool = False,
        scales_by_exponents: bool = False,
    ) -> None:
        self.converts_half, self.converts_float8 = converts_half, converts_float8
        self.multiplies_bytes, self.multiplies_bfloat16 = multiplies_bytes, multiplies_bfloat16
        self.multiplies_amx = multiplies_amx
        self.scales_by_exponents = scales_by_exponents
        self._declarations: dict[str, None] = {}
        self._lines: list[str] = []
        self._slots: list[str] = []
        self._configurations: dict[int, str] = {}
        self._entry = 0
        self._count = 0

    def let(self, text: str) -> str:
        """Appends `%tN = text` and returns `%tN`."""
        self._count += 1
        name = f"%t{self._count}"
        self._lines.append(f"  {name} = {text}")
        return name

    def do(self, text: str) -> None:
        """Appends an instruction without a result."""
        self._lines.append(f"  {text}")

    def label(self, name: str) -> None:
        """Starts a basic block. The previous block must have ended in a terminator."""
        self._lines.append(f"{name}:")

    def fresh(self, prefix: str) -> str:
        """Returns a unique name without sigil, for labels and registers."""
        self._count += 1
        return f"{prefix}.{self._count}"

    def declare(self, text: str) -> None:
        """Records a module-level line (a `declare`, a global, an attribute group) once."""
        self._declarations.setdefault(text)

    def define(self, header: str) -> None:
        """Opens a function. `header` is the text between `define` and the brace."""
        self._lines.append(f"define {header} {{")
        self._entry = len(self._lines)

    def alloca(self, type_name: str) -> str:
        """Returns a stack slot, allocated at the entry of the open function. LLVM promotes it to a
        register.
        """
        self._count += 1
        name = f"%s{self._count}"
        self._slots.append(f"  {name} = alloca {type_name}")
        return name

    def configure_tiles(self, text: str) -> None:
        """Loads a tile configuration by the instruction `text`.

        The instruction is slow. If the open function has only one configuration, it is loaded once
        at the entry instead.
        """
        self._configurations[len(self._lines)] = text
        self._lines.append("")

    @property
    def uses_amx(self) -> bool:
        """Whether the open function loads a tile configuration."""
        return bool(self._configurations)

    def end(self) -> None:
        """Closes the function."""
        distinct = {*self._configurations.values()}
        for line_number, text in self._configurations.items():
            self._lines[line_number] = f"  {text}" if len(distinct) > 1 else "  ; tiles as they are"
        configuration = [f"  {text}" for text in distinct] if len(distinct) == 1 else []
        self._lines[self._entry : self._entry] = self._slots + configuration
        self._slots.clear()
        self._configurations.clear()
        self._lines.append("}")

    def include(self, other: Emitter) -> None:
        """Adds another emitter's declarations, and its functions unless they are present."""
        for line in other._declarations:
            self.declare(line)
        self.declare("\n".join(other._lines))

    def module(self) -> str:
        """Returns the text of the whole module."""
        return "\n".join([*self._declarations, *self._lines, ""])


def llvm_type(dtype: str, lanes: int = 1) -> str:
    """Returns the LLVM type of a value: `float`, `<16 x float>`, `<16 x i1>`, …"""
    element = ELEMENT_TYPES[dtype]
    return element if lanes == 1 else f"<{lanes} x {element}>"


def memory_dtype(dtype: str) -> str:
    """Returns the dtype that a value is loaded and stored as.

    It is an unsigned integer for bool and for types that are computed in another type than they are
    stored in.
    """
    if dtype in STORAGE or dtype == "bool":
        return f"uint{8 * ITEM_BYTES[dtype]}"
    return dtype


def memory_type(dtype: str, lanes: int = 1) -> str:
    """Returns the LLVM type that a value is loaded and stored as."""
    return llvm_type(memory_dtype(dtype), lanes)


def element_type(dtype: str) -> str:
    """Returns the LLVM type with the size of one element, in which addresses are counted."""
    return f"[{ITEM_BYTES[dtype]} x i8]" if dtype == FLOAT24 else memory_type(dtype)


def literal(value: float | int | bool, dtype: str, lanes: int = 1) -> str:
    """Returns the operand text of a constant in every lane, exact to the bit.

    Types that are computed in another type give a constant of that type. float32 values are rounded
    to float32, and to infinity beyond its range. Integers wrap modulo 2ⁿ.
    """
    dtype = computed_type(dtype)
    element = _scalar_literal(value, dtype)
    return element if lanes == 1 else f"splat ({ELEMENT_TYPES[dtype]} {element})"


def constant(value: float | int | bool, dtype: str, lanes: int = 1) -> Value:
    """Returns `literal` as a `Value`."""
    return Value(literal(value, dtype, lanes), computed_type(dtype), lanes)


def splat(emitter: Emitter, value: Value, lanes: int) -> Value:
    """Copies a scalar to every one of `lanes` lanes. A value that has them already is returned
    unchanged.
    """
    if value.lanes == lanes:
        return value
    assert value.lanes == 1, f"cannot widen {value} to {lanes} lanes"
    if value.is_constant:
        return Value(f"splat ({value.typed})", value.dtype, lanes)
    vector = llvm_type(value.dtype, lanes)
    first = emitter.let(f"insertelement {vector} poison, {value.typed}, i64 0")
    name = emitter.let(
        f"shufflevector {vector} {first}, {vector} poison, <{lanes} x i32> zeroinitializer"
    )
    return Value(name, value.dtype, lanes)


def _scalar_literal(value: float | int | bool, dtype: str) -> str:
    if dtype == "bool":
        return "true" if value else "false"
    if dtype == "float32":
        return _float_literal(_to_float32(float(value)))
    if dtype == "float64":
        return _float_literal(float(value))
    bits = int(ELEMENT_TYPES[dtype][1:])
    return str((int(value) + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1)))


def _to_float32(value: float) -> float:
    try:
        packed = struct.pack("<f", value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
    return float(struct.unpack("<f", packed)[0])


def _float_literal(value: float) -> str:
    """Returns a float constant. LLVM writes float and double as the bits of a double."""
    bits = "7FF8000000000000" if value != value else struct.pack(">d", value).hex().upper()
    return f"0x{bits}"
