"""How NVIDIA's driver is told to encode a tensor map: `cuTensorMapEncodeTiled` and
`cuTensorMapEncodeIm2col` of `cuda.h`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from ctypes import c_int, c_uint32, c_uint64, c_void_p
from types import MappingProxyType
from typing import Any

from aoe.backends.cuda.runtime.driver import Driver
from aoe.backends.cuda.runtime.tensor_map import MAP_ALIGNMENT, MAP_BYTES, TensorMap
from aoe.element_types import ITEM_BYTES

#: `CU_TENSOR_MAP_DATA_TYPE_…`; types of 8 bits are copied as bytes (`UINT8`).
_TYPES: Mapping[str, int] = MappingProxyType({"float16": 6, "float32": 7, "bfloat16": 9})
_BYTES = 0
#: `CU_TENSOR_MAP_INTERLEAVE_NONE`, `CU_TENSOR_MAP_SWIZZLE_128B`,
#: `CU_TENSOR_MAP_L2_PROMOTION_L2_128B` and `CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE`.
HOW = (0, 3, 2, 0)


class EncodedMap:
    """A tensor map for the driver.

    Attributes:
        location: The address of its bytes in this process, for as long as this object lives.
    """

    def __init__(self, used: Driver, wanted: TensorMap, address: int) -> None:
        """Has it encoded for a tensor at an address. Raises `DriverError` if the driver refuses."""
        self._room = ctypes.create_string_buffer(MAP_BYTES + MAP_ALIGNMENT)
        start = ctypes.addressof(self._room)
        self.location = -(-start // MAP_ALIGNMENT) * MAP_ALIGNMENT
        rank = len(wanted.sizes)
        assert ITEM_BYTES[wanted.dtype] == 1 or wanted.dtype in _TYPES, wanted.dtype
        tensor = (
            c_void_p(self.location),
            _TYPES.get(wanted.dtype, _BYTES),
            rank,
            c_void_p(address),
            _array(c_uint64, wanted.sizes),
            _array(c_uint64, wanted.strides),
        )
        if wanted.moved is None:
            box, every = _array(c_uint32, wanted.box), _array(c_uint32, (1,) * rank)
            used.call("cuTensorMapEncodeTiled", *tensor, box, every, *HOW)
            return
        corners = (_array(c_int, wanted.moved.lower), _array(c_int, wanted.moved.upper))
        steps = _array(c_uint32, (1, *wanted.moved.steps, 1))
        used.call("cuTensorMapEncodeIm2col", *tensor, *corners, *wanted.box, steps, *HOW)


def _array(kind: type[Any], values: tuple[int, ...]) -> Any:
    return (kind * max(len(values), 1))(*values)
