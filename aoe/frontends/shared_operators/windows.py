"""Windows over the spatial axes of images, for convolutions and pools of all readers.

The rules are those of TensorFlow's padding SAME and of pools that round the number of windows up
(`ceil_mode`). Readers keep what their formats add: names of paddings, checks and messages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Window:
    """Windows over images, each field with a number for each axis.

    Attributes:
        kernel: Elements of a window.
        strides: Steps between windows.
        dilations: Steps between elements of a window.
    """

    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]

    @property
    def smallest(self) -> int:
        """The smallest size or step, which a valid window has above 0."""
        return min((*self.kernel, *self.strides, *self.dilations))

    @property
    def sizes(self) -> tuple[int, ...]:
        """From the first to the last element of a window."""
        pairs = zip(self.kernel, self.dilations, strict=True)
        return tuple((kernel - 1) * dilation + 1 for kernel, dilation in pairs)

    def same_pads(self, image: Sequence[int]) -> list[int]:
        """Padding for a window at each stride, see the function `same_pads`."""
        return same_pads(image, self.sizes, self.strides)

    def ceil_pads(self, image: Sequence[int], pads: Sequence[int]) -> list[int]:
        """Pads with as much more at the end as a last, partial window needs.

        It is left out if it starts in the padding at the end.
        """
        rank, ends = len(image), list(pads)
        for index, (size, stride, window) in enumerate(
            zip(image, self.strides, self.sizes, strict=True)
        ):
            padded = size + pads[index] + pads[index + rank]
            count = -(-(padded - window) // stride) + 1
            if (count - 1) * stride >= size + pads[index]:
                count -= 1
            ends[index + rank] += max(0, (count - 1) * stride + window - padded)
        return ends


def same_pads(image: Sequence[int], sizes: Sequence[int], strides: Sequence[int]) -> list[int]:
    """Padding for a window at each stride: all begins, then all ends.

    The odd element is at the end.

    Args:
        image: Elements of each axis.
        sizes: From the first to the last element of a window, for each axis.
        strides: Steps between windows, for each axis.
    """
    totals = [
        max(0, (-(-size // stride) - 1) * stride + window - size)
        for size, window, stride in zip(image, sizes, strides, strict=True)
    ]
    return [total // 2 for total in totals] + [total - total // 2 for total in totals]
