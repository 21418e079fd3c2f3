"""Sizes of windows and of the padding around them, for convolutions and pools.

The arithmetic is that of `aoe.frontends.shared_operators.windows`.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.errors import counted
from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.shared_operators import windows


class Window(windows.Window):
    """Windows over the spatial dimensions, each a field with one integer per dimension."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """Raises `UnsupportedNodeError` for sizes and steps below 1."""
        if self.smallest < 1:
            raise UnsupportedNodeError("its windows have a size or step below 1")


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
    raise UnsupportedNodeError(f"its padding is {tuple(pairs)} for {counted(rank, 'dimension')}")
