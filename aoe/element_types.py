"""Element types of tensors: names, sizes, NumPy's types, and the types they are computed in.

Names are NumPy's. float16 and bfloat16 are storage types: they are computed in float32 and rounded
to nearest, ties to even, where a value is stored or cast. `ml_dtypes` gives NumPy bfloat16. float24
is not a type of tensors, but of weights that an implementation packs.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import ml_dtypes
import numpy as np

#: Float32 in 24 bits, four vectors of it in the memory of three of float32
#: (`aoe.backends.cpu.lowering.reduced_precision.float24`). NumPy has no such type.
FLOAT24 = "float24"
#: Bytes of one element in memory.
ITEM_BYTES: Mapping[str, int] = MappingProxyType(
    {
        "float32": 4, "float16": 2, "bfloat16": 2, "float64": 8,
        "int64": 8, "int32": 4, "int16": 2, "int8": 1,
        "uint64": 8, "uint32": 4, "uint16": 2, "uint8": 1,
        "bool": 1, FLOAT24: 3,
    }
)  # fmt: skip
#: All element types of tensors.
DTYPES = tuple(name for name in ITEM_BYTES if name != FLOAT24)
#: Those whose values may have fractions.
FLOATING = frozenset({"float16", "bfloat16", "float32", "float64"})
#: Those that are stored in fewer bits than they are computed in.
STORAGE = frozenset({"float16", "bfloat16"})
#: Those without negative values.
UNSIGNED = frozenset({"uint8", "uint16", "uint32", "uint64", "bool"})


def is_floating(dtype: str | np.dtype) -> bool:
    """Whether a type, given by name or as NumPy's, is floating-point."""
    return str(dtype) in FLOATING


def computed_type(dtype: str) -> str:
    """The type in which values of a type are computed: float32 for types of 16 and 24 bits."""
    return "float32" if dtype in STORAGE or dtype == FLOAT24 else dtype


def numpy_type(name: str) -> np.dtype:
    """NumPy's type with a name. Raises `TypeError` for an unknown name."""
    return np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype(name)


def unit_roundoff(dtype: str) -> float:
    """The largest relative error of rounding a number to a floating-point type."""
    return {"bfloat16": 2.0**-8, "float16": 2.0**-11, "float32": 2.0**-24}.get(dtype, 2.0**-53)


def integer_limits(dtype: str) -> tuple[int, int]:
    """The smallest and the largest value of an integer type or bool."""
    if dtype == "bool":
        return 0, 1
    bits = 8 * ITEM_BYTES[dtype]
    return (0, 2**bits - 1) if dtype in UNSIGNED else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
