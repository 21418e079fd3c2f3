"""Element types of tensors: names, sizes, NumPy's types, and the types they are computed in.

Names are NumPy's. float16, bfloat16 and float8_e4m3fn are storage types: they are computed in
float32 and rounded to nearest, ties to even, where a value is stored or cast. float8_e4m3fn has no
infinities: numbers beyond 448 become 448. `ml_dtypes` gives NumPy bfloat16 and float8_e4m3fn.
float24 is not a type of tensors, but of weights that an implementation packs.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import ml_dtypes
import numpy as np

#: Float32 in 24 bits, four vectors of it in the memory of three of float32
#: (`aoe.backends.cpu.lowering.reduced_precision.float24`). NumPy has no such type.
FLOAT24 = "float24"
#: Floating-point numbers of 8 bits: a sign, 4 of exponent and 3 of fraction (Micikevicius et al.,
#: "FP8 Formats for Deep Learning", 2022), and the largest of them.
FLOAT8, FLOAT8_LARGEST = "float8_e4m3fn", 448.0
#: Bytes of one element in memory.
ITEM_BYTES: Mapping[str, int] = MappingProxyType(
    {
        "float32": 4, "float16": 2, "bfloat16": 2, "float64": 8,
        "int64": 8, "int32": 4, "int16": 2, "int8": 1,
        "uint64": 8, "uint32": 4, "uint16": 2, "uint8": 1,
        "bool": 1, FLOAT24: 3, FLOAT8: 1,
    }
)  # fmt: skip
#: All element types of tensors.
DTYPES = tuple(name for name in ITEM_BYTES if name != FLOAT24)
#: Those whose values may have fractions.
FLOATING = frozenset({FLOAT8, "float16", "bfloat16", "float32", "float64"})
#: Those that are stored in fewer bits than they are computed in.
STORAGE = frozenset({FLOAT8, "float16", "bfloat16"})
#: Those to which `ml_dtypes` rounds float64 by way of float32.
_BY_FLOAT32 = frozenset({FLOAT8, "bfloat16"})
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
    own: dict[str, type] = {"bfloat16": ml_dtypes.bfloat16, FLOAT8: ml_dtypes.float8_e4m3fn}
    found: np.dtype = np.dtype(own.get(name, name))
    return found


def rounded_to(array: np.ndarray, dtype: str) -> np.ndarray:
    """An array of floating-point numbers as a type, as it is stored."""
    if dtype in _BY_FLOAT32 and array.dtype == np.float64:
        array = _rounded_to_odd(array)
    if dtype == FLOAT8:
        array = np.clip(
            array.astype(computed_type(str(array.dtype))), -FLOAT8_LARGEST, FLOAT8_LARGEST
        )
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
    known = {FLOAT8: 2.0**-4, "bfloat16": 2.0**-8, "float16": 2.0**-11, "float32": 2.0**-24}
    return known.get(dtype, 2.0**-53)


def integer_limits(dtype: str) -> tuple[int, int]:
    """The smallest and the largest value of an integer type or bool."""
    if dtype == "bool":
        return 0, 1
    bits = 8 * ITEM_BYTES[dtype]
    return (0, 2**bits - 1) if dtype in UNSIGNED else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
