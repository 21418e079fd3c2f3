"""Axes as models name them: from the front, or with negative numbers from the end."""

from __future__ import annotations

from collections.abc import Callable

from aoe.errors import counted


def axis_from_front(
    axis: int,
    rank: int,
    refusal: Callable[[str], Exception] = ValueError,
    *,
    scalars: bool = False,
) -> int:
    """An axis of a tensor, counted from the front.

    Args:
        axis: The axis; a negative one counts from the end.
        rank: The dimensions of the tensor.
        refusal: Makes the error to raise of what is wrong, if the tensor has no such axis.
        scalars: Whether a tensor without dimensions has an axis 0.
    """
    if scalars and axis == rank == 0:
        return 0
    if not -rank <= axis < rank:
        raise refusal(f"a tensor of {counted(rank, 'dimension')} has no axis {axis}")
    return axis % rank
