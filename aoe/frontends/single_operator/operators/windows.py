"""Windows over the height and width of images: kernels, steps and padding as Ascend writes them.

The arithmetic is that of `aoe.frontends.shared_operators.windows`.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.errors import counted
from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.shared_operators import windows


class Window(windows.Window):
    """Windows over images, each field with a number for each axis."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """Raises `UnsupportedNodeError` for sizes and steps below 1."""
        if self.smallest < 1:
            raise UnsupportedNodeError(
                f"its windows are {list(self.kernel)}, with strides {list(self.strides)} and "
                f"dilations {list(self.dilations)}; all must be above 0"
            )

    def ceil_pads(self, image: Sequence[int], pads: Sequence[int]) -> list[int]:
        """Pads with room for partial windows; `UnsupportedNodeError` for windows larger than
        images.
        """
        rank = len(image)
        for index, (size, window) in enumerate(zip(image, self.sizes, strict=True)):
            padded = size + pads[index] + pads[index + rank]
            if padded < window:
                raise UnsupportedNodeError(
                    f"a window of {window} is larger than {counted(padded, 'element')}"
                )
        return windows.Window.ceil_pads(self, image, pads)


def of_image(numbers: Sequence[int], what: str, last: bool) -> tuple[int, ...]:
    """The numbers for height and width of four in the order of the format, or of two.

    Those for images and channels must be 1.
    """
    if len(numbers) == 2:
        return tuple(numbers)
    if len(numbers) != 4:
        raise UnsupportedNodeError(f"its {what} are {list(numbers)}; give four numbers")
    channel = numbers[3] if last else numbers[1]
    if numbers[0] != 1 or channel != 1:
        raise UnsupportedNodeError(
            f"its {what} are {list(numbers)}; those of batch and channels must be 1"
        )
    return tuple(numbers[1:3] if last else numbers[2:])


def around(pads: Sequence[int]) -> list[int]:
    """Pads of ONNX from those of Ascend: top, bottom, left, right."""
    if len(pads) != 4 or min(pads) < 0:
        raise UnsupportedNodeError(f"its pads are {list(pads)}; give top, bottom, left and right")
    top, bottom, left, right = pads
    return [top, left, bottom, right]
