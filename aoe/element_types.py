"""Element types of tensors: names, sizes, NumPy's types, and the types they are computed in.

Names are NumPy's. float16, bfloat16 and the four types of 8 bits (`FLOAT8_FORMATS`) are storage
types: they are computed in float32 and rounded to nearest, ties to even, where a value is stored or
cast. Those without infinities store numbers beyond their range as the furthest one. `ml_dtypes`
gives NumPy bfloat16 and float8. float24 is not a type of tensors, but of weights that an
implementation packs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from types import MappingProxyType

import ml_dtypes
import numpy as np

#: Float32 in 24 bits, four vectors of it in the memory of three of float32
#: (`aoe.backends.cpu.lowering.reduced_precision.float24`). NumPy has no such type.
FLOAT24 = "float24"
#: Floating-point numbers of 8 bits: a sign, and 4 of exponent and 3 of fraction, or 5 and 2
#: (Micikevicius et al., "FP8 Formats for Deep Learning", 2022); and the largest of the former.
FLOAT8, FLOAT8_LARGEST = "float8_e4m3fn", 448.0
FLOAT8_E5M2 = "float8_e5m2"


@dataclass(frozen=True, slots=True)
class Float8Format:
    """How a type has its numbers in 8 bits.

    Attributes:
        fraction: Bits of the fraction.
        bias: What is added to exponents.
        largest: The largest number.
        end: The one halfway to what would follow it. Those beyond do not round to the largest, and
            `end` does if the largest is even.
        has_infinities: Whether there are infinities, so that the type has numbers as IEEE 754 says.
        has_negative_zero: Whether there is one; where not, its bits are those of NaN.
    """

    fraction: int
    bias: int
    largest: float
    end: float
    has_infinities: bool = False
    has_negative_zero: bool = True

    @property
    def end_is_inside(self) -> bool:
        """Whether `end` rounds to the largest number."""
        return self.largest / (self.end - self.largest) % 4 == 0


#: The types of 8 bits. Those that end in "fnuz" have neither negative zero nor infinities (Noune et
#: al., "8-bit Numerical Formats for Deep Neural Networks", 2022).
FLOAT8_FORMATS: Mapping[str, Float8Format] = MappingProxyType(
    {
        FLOAT8: Float8Format(3, 7, FLOAT8_LARGEST, 464.0),
        FLOAT8_E5M2: Float8Format(2, 15, 57344.0, 61440.0, has_infinities=True),
        "float8_e4m3fnuz": Float8Format(3, 8, 240.0, 248.0, has_negative_zero=False),
        "float8_e5m2fnuz": Float8Format(2, 16, 57344.0, 61440.0, has_negative_zero=False),
    }
)
#: Bytes of one element in memory.
ITEM_BYTES: Mapping[str, int] = MappingProxyType(
    {
        "float32": 4, "float16": 2, "bfloat16": 2, "float64": 8,
        "int64": 8, "int32": 4, "int16": 2, "int8": 1,
        "uint64": 8, "uint32": 4, "uint16": 2, "uint8": 1,
        "bool": 1, FLOAT24: 3, **dict.fromkeys(FLOAT8_FORMATS, 1),
    }
)  # fmt: skip
#: All element types of tensors.
DTYPES = tuple(name for name in ITEM_BYTES if name != FLOAT24)
#: Those whose values may have fractions.
FLOATING = frozenset({*FLOAT8_FORMATS, "float16", "bfloat16", "float32", "float64"})
#: Those that are stored in fewer bits than they are computed in.
STORAGE = frozenset({*FLOAT8_FORMATS, "float16", "bfloat16"})
#: ONNX Runtime's names of types that differ from NumPy's.
TYPE_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "float32": "float",
        "float64": "double",
        **{name: name.replace("_", "") for name in FLOAT8_FORMATS},
    }
)
#: Those to which `ml_dtypes` rounds float64 by way of float32.
_BY_FLOAT32 = frozenset({*FLOAT8_FORMATS, "bfloat16"})
#: Those without negative values.
UNSIGNED = frozenset({"uint8", "uint16", "uint32", "uint64", "bool"})


def is_floating(dtype: str | np.dtype) -> bool:
    """Whether a type, given by name or as NumPy's, is floating-point."""
    return str(dtype) in FLOATING


def computed_type(dtype: str) -> str:
    """The type in which values of a type are computed: float32 for those of fewer bits."""
    return "float32" if dtype in STORAGE or dtype == FLOAT24 else dtype


def numpy_type(name: str) -> np.dtype:
    """NumPy's type with a name. Raises `TypeError` for an unknown name."""
    is_own = name == "bfloat16" or name in FLOAT8_FORMATS
    found: np.dtype = np.dtype(getattr(ml_dtypes, name) if is_own else name)
    return found


def tensor_bytes(dtype: str, shape: Sequence[int]) -> int:
    """Bytes of a dense tensor."""
    return prod(shape) * ITEM_BYTES[dtype]


def rounded_to(array: np.ndarray, dtype: str) -> np.ndarray:
    """An array of floating-point numbers as a type, as it is stored."""
    if dtype in _BY_FLOAT32 and array.dtype == np.float64:
        array = _rounded_to_odd(array)
    small = FLOAT8_FORMATS.get(dtype)
    if small is not None and not small.has_infinities:
        wide = array.astype(computed_type(str(array.dtype)))
        array = np.clip(wide, -small.largest, small.largest)
    return array.astype(numpy_type(dtype), copy=False)


def _rounded_to_odd(array: np.ndarray) -> np.ndarray:
    """An array of float64 as float32, rounded to odd if inexact: what rounds it further rounds as
    if once (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", IEEE Transactions
    on Computers 2008).
    """
    with np.errstate(over="ignore"):
        nearest = array.astype(np.float32)
    inexact = (nearest != array) & ~np.isnan(array)
    bits = nearest.view(np.uint32) - (inexact & (np.abs(nearest) > np.abs(array)))
    return np.asarray(bits | inexact, np.uint32).view(np.float32)


def unit_roundoff(dtype: str) -> float:
    """The largest relative error of rounding a number to a floating-point type."""
    if dtype in FLOAT8_FORMATS:
        return float(2.0 ** -(FLOAT8_FORMATS[dtype].fraction + 1))
    known = {"bfloat16": 2.0**-8, "float16": 2.0**-11, "float32": 2.0**-24}
    return known.get(dtype, 2.0**-53)


def integer_limits(dtype: str) -> tuple[int, int]:
    """The smallest and the largest value of an integer type or bool."""
    if dtype == "bool":
        return 0, 1
    bits = 8 * ITEM_BYTES[dtype]
    return (0, 2**bits - 1) if dtype in UNSIGNED else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
