"""Sizes of windows and of the padding around them, for convolutions and pools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aoe.frontends.mindspore.items import UnsupportedPrimitiveError


@dataclass(frozen=True, slots=True)
class Window:
    """Windows over the spatial dimensions, each a field with one integer per dimension.

    Attributes:
        kernel: Elements of a window.
        strides: Steps between windows.
        dilations: Steps between elements of a window.
    """

    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]

    def __post_init__(self) -> None:
        if min((*self.kernel, *self.strides, *self.dilations)) < 1:
            raise UnsupportedPrimitiveError("its windows have a size or step below 1")

    @property
    def sizes(self) -> tuple[int, ...]:
        """From the first to the last element of a window."""
        pairs = zip(self.kernel, self.dilations, strict=True)
        return tuple((kernel - 1) * dilation + 1 for kernel, dilation in pairs)

    def same_pads(self, spatial: Sequence[int]) -> list[int]:
        """Padding such that there are as many windows as strides, the odd element at the end."""
        totals = [
            max(0, (-(-size // stride) - 1) * stride + window - size)
            for size, stride, window in zip(spatial, self.strides, self.sizes, strict=True)
        ]
        return [total // 2 for total in totals] + [total - total // 2 for total in totals]

    def ceil_pads(self, spatial: Sequence[int], pads: Sequence[int]) -> list[int]:
        """Pads with as much more at the end as a last, partial window needs.

        It is left out if it starts in the padding at the end.
        """
        rank, ends = len(spatial), list(pads)
        for index, (size, stride, window) in enumerate(
            zip(spatial, self.strides, self.sizes, strict=True)
        ):
            padded = size + pads[index] + pads[index + rank]
            count = -(-(padded - window) // stride) + 1
            if (count - 1) * stride >= size + pads[index]:
                count -= 1
            ends[index + rank] += max(0, (count - 1) * stride + window - padded)
        return ends


def begin_end(pairs: Sequence[int], rank: int) -> list[int]:
    """Pads of ONNX, all begins then all ends, from one number, one for each dimension, or a begin
    and an end for each dimension.
    """
    if len(pairs) == 1:
        return list(pairs) * 2 * rank
    if len(pairs) == rank:
        return [*pairs, *pairs]
    if len(pairs) == 2 * rank:
        return [*pairs[::2], *pairs[1::2]]
    raise UnsupportedPrimitiveError(f"its padding is {tuple(pairs)} for {rank} dimensions")
