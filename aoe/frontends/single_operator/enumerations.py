"""Element types and formats of Ascend, with their numbers, which are part of names of files."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from aoe.element_types import numpy_type

#: Numbers of element types by the name in a description.
TYPE_NUMBERS: Mapping[str, int] = MappingProxyType(
    {
        "float": 0, "float32": 0, "float16": 1, "fp16": 1, "half": 1, "int8": 2, "int32": 3,
        "uint8": 4, "int16": 6, "uint16": 7, "uint32": 8, "int64": 9, "uint64": 10,
        "double": 11, "float64": 11, "bool": 12, "string": 13, "complex64": 16, "complex128": 17,
        "bfloat16": 27, "bf16": 27, "UNDEFINED": 28, "int4": 29, "uint1": 30, "complex32": 33,
    }
)  # fmt: skip
#: The element type of an input that is left out.
UNDEFINED = "UNDEFINED"
#: NumPy's names of the element types that are computed, by number.
DTYPES: Mapping[int, str] = MappingProxyType(
    {
        0: "float32", 1: "float16", 2: "int8", 3: "int32", 4: "uint8", 6: "int16", 7: "uint16",
        8: "uint32", 9: "int64", 10: "uint64", 11: "float64", 12: "bool", 27: "bfloat16",
    }
)  # fmt: skip
#: Names of element types in attributes: those of the enumeration `DataType`.
ENUMERATORS: Mapping[str, int] = MappingProxyType(
    {
        "DT_FLOAT": 0, "DT_FLOAT16": 1, "DT_INT8": 2, "DT_INT32": 3, "DT_UINT8": 4, "DT_INT16": 6,
        "DT_UINT16": 7, "DT_UINT32": 8, "DT_INT64": 9, "DT_UINT64": 10, "DT_DOUBLE": 11,
        "DT_BOOL": 12, "DT_BF16": 27,
    }
)  # fmt: skip
#: Formats whose dimensions are in the order of the name, with their numbers.
FORMATS: Mapping[str, int] = MappingProxyType(
    {"NCHW": 0, "NHWC": 1, "ND": 2, "HWCN": 16, "NDHWC": 27, "NCDHW": 30}
)
#: Formats of Ascend's memory, with their numbers.
HARDWARE_FORMATS: Mapping[str, int] = MappingProxyType(
    {
        "NC1HWC0": 3, "FRACTAL_Z": 4, "C1HWNC0": 9, "NC1HWC0_C04": 12, "FRACTAL_Z_C04": 13,
        "FRACTAL_ZZ": 28, "FRACTAL_NZ": 29, "NDC1HWC0": 32, "FRACTAL_Z_3D": 33,
    }
)  # fmt: skip
#: The format of an input that is left out.
RESERVED, RESERVED_NUMBER = "RESERVED", 40


def dtype_of_number(number: int) -> np.dtype | None:
    """The element type with a number; None if none that is computed has it."""
    name = DTYPES.get(number)
    return None if name is None else numpy_type(name)
