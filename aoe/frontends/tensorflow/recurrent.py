"""Loops whose turns are steps of an LSTM or a GRU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.values import Held


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a loop.

    Attributes:
        before: Values of its variables before it.
        after: Values of its variables after it.
    """

    before: tuple[Held, ...]
    after: tuple[Held, ...]


def without_turns(
    context: Context, turns: Sequence[Turn], state: tuple[Held, ...]
) -> tuple[Held, ...]:
    """What a loop gives."""
    return state
