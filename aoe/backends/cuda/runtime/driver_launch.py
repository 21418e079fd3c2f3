"""How NVIDIA's driver is told to start a kernel in other ways than one after the other: the
structures `CUlaunchConfig` and `CUlaunchAttribute` of `cuda.h`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import c_char, c_int, c_uint, c_void_p

from aoe.backends.cuda.runtime.device import Start
from aoe.backends.cuda.runtime.launch_plan import Launch

#: `CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION`: the kernel waits itself for what is in
#: front of it. Captured, it becomes an edge of the graph of the same meaning.
FOLLOWS = 6


class Attribute(ctypes.Structure):
    """`CUlaunchAttribute` with a value of one int; 72 bytes."""

    _fields_ = (("id", c_int), ("pad", c_char * 4), ("value", c_int), ("rest", c_char * 60))


class Configuration(ctypes.Structure):
    """`CUlaunchConfig`."""

    _fields_ = (
        ("grid_x", c_uint),
        ("grid_y", c_uint),
        ("grid_z", c_uint),
        ("block_x", c_uint),
        ("block_y", c_uint),
        ("block_z", c_uint),
        ("shared", c_uint),
        ("stream", c_void_p),
        ("attributes", ctypes.POINTER(Attribute)),
        ("count", c_uint),
    )


def launch_attributes(kernel: Start) -> list[Attribute]:
    """What a start needs to be told."""
    return [Attribute(id=FOLLOWS, value=1)] if kernel.follows else []


def launch_configuration(
    launch: Launch, stream: c_void_p, attributes: Sequence[Attribute]
) -> Configuration:
    """The structure of a start, with what it points to."""
    held = (Attribute * len(attributes))(*attributes)
    grid, block = (launch.grid, 1, 1), (launch.block, 1, 1)
    return Configuration(*grid, *block, launch.shared, stream, held, len(attributes))
