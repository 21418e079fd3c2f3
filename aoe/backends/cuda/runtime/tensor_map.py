"""Tensors that a kernel copies box by box, by the tensor memory accelerator (TMA) of compute
capability 9.0.

A kernel gets a *tensor map* of 128 bytes, in which the driver encodes where a tensor lies and how a
box of it is put into shared memory. It holds an address, so that a program keeps the description,
and `aoe.backends.cuda.runtime.driver_maps` has it encoded where a kernel is started. Parameters
behind all others of a kernel are such maps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

#: Bytes of a tensor map, and what its address is a multiple of.
MAP_BYTES, MAP_ALIGNMENT = 128, 64
#: Bytes that addresses and strides are multiples of.
UNIT = 16


@dataclass(frozen=True, slots=True)
class Moved:
    """How boxes of images are found (the mode `im2col`): a box has some channels of one tap, for
    pixels that follow each other, also across lines and images.

    Attributes:
        lower: Where windows begin along each dimension of an image, the innermost first.
        upper: Where the places of windows end, counted from the end of the dimension.
        steps: From one window to the next.
    """

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TensorMap:
    """A tensor in memory, and its boxes. Each line of a box has 128 bytes along the first
    dimension, whose pieces of 16 bytes are swizzled; zeros stand for what is outside of the tensor.

    Attributes:
        argument: The number of the argument of the kernel in whose buffer it lies.
        offset: Bytes from the beginning of that buffer to its first element.
        dtype: Its element type.
        sizes: Elements along each dimension, that of contiguous elements first.
        strides: Bytes from one element to the next along each dimension but the first.
        box: Elements of a box along each dimension, or its channels and pixels.
        moved: For images, how windows move: the dimensions are channels, those of an image, and
            images.
    """

    argument: int
    offset: int
    dtype: str
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    moved: Moved | None = None

    def address(self, arguments: Sequence[int]) -> int:
        """Where the tensor lies, for the arguments of a start."""
        return arguments[self.argument] + self.offset


def map_from_json(data: Mapping[str, Any]) -> TensorMap:
    """The description that `dataclasses.asdict` made. Raises one of `aoe.errors.MALFORMED` on
    anything else.
    """
    sizes, strides, box = (tuple(map(int, data[name])) for name in ("sizes", "strides", "box"))
    moved = None
    if data.get("moved") is not None:
        moved = Moved(
            *(tuple(map(int, data["moved"][name])) for name in ("lower", "upper", "steps"))
        )
    return TensorMap(
        int(data["argument"]), int(data["offset"]), str(data["dtype"]), sizes, strides, box, moved
    )
