"""Boxes without those that overlap better ones, in results of a fixed size."""

from __future__ import annotations

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import UnsupportedNodeError, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.shared_operators.box_selection import (
    Choice,
    chosen_softly,
    filled_choice,
    first_chosen,
)
from aoe.frontends.tflite.call import Call, numbers

#: The operand that lowers scores, of the second of the two operators.
_SIGMA = 5


@numbers("NON_MAX_SUPPRESSION_V4")
def _chosen(call: Call) -> tuple[LayoutOperand, ...]:
    """The numbers of the best boxes, and how many there are."""
    choice = _choice(call)
    places, _, count = filled_choice(call.builder, choice.most, first_chosen(call.builder, choice))
    return places, count


@numbers("NON_MAX_SUPPRESSION_V5")
def _scored(call: Call) -> tuple[LayoutOperand, ...]:
    """The same with the scores of the boxes, which others that overlap them may have lowered."""
    choice, sigma = _choice(call), _number(call, _SIGMA, "sigma")
    if not 0 <= sigma < np.inf:
        raise UnsupportedNodeError(f"its sigma is {sigma}")
    if not sigma:
        found = first_chosen(call.builder, choice)
    else:
        found = chosen_softly(
            call.builder,
            choice.boxes,
            choice.scores,
            most=min(choice.most, choice.count),
            least=-np.inf if choice.least is None else choice.least,
            sigma=sigma,
            overlap=choice.overlap,
        )
    return filled_choice(call.builder, choice.most, found)


def _choice(call: Call) -> Choice:
    """Which boxes are chosen. A box goes whose overlap is the threshold, too: the largest number
    below it is the bound.
    """
    most, overlap = call.integers(2, "number of boxes")[0], _number(call, 3, "threshold")
    if not 1 <= most <= 1 << 20 or not overlap > 0:
        raise UnsupportedNodeError(
            f"it chooses {counted(most, 'box', 'boxes')} that overlap by less than {overlap}"
        )
    bound = float(np.nextafter(np.float32(min(overlap, 2)), np.float32(0)))
    boxes, scores = call.plain(0), call.plain(1)
    if shape_of(boxes) != (*shape_of(scores), 4) or 0 in shape_of(scores):
        raise UnsupportedNodeError(f"its boxes have the shape {list(shape_of(boxes))}")
    return Choice(boxes, scores, most, min(bound, 1.0), _number(call, 4, "threshold"))


def _number(call: Call, index: int, what: str) -> float:
    return float(call.constant(index, what).astype(np.float32).reshape(()))
