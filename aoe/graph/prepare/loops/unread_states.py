"""States that no iteration reads: variables that are assigned before they are read, as exporters
write them. Their first value may have any shape.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from aoe.graph.prepare.loops.body import LoopForm, is_used
from aoe.graph.prepare.loops.stepwise import Shapes
from aoe.graph.prepare.rewriting import Builder


def with_first_values(
    form: LoopForm, begins: Shapes, after: Shapes, has_iteration: bool, build: Builder
) -> LoopForm | None:
    """The loop with zeros as first values of states whose shape changes, although no iteration
    reads them.

    Nobody sees the first value if the loop has an iteration, or if nothing reads the last value.

    Args:
        form: The loop.
        begins: The shapes of the states before the first iteration.
        after: Their shapes after it.
        has_iteration: Whether the loop has an iteration for sure.
        build: Makes the zeros.

    Returns:
        None if there is no such state.
    """
    states, formal = list(form.states), form.graph.inputs[2:]
    for place, (old, new) in enumerate(zip(begins, after, strict=True)):
        unread = not is_used(formal[place]) and formal[place] not in form.graph.outputs
        if old != new and unread and (has_iteration or 1 + place not in form.used):
            dtype = states[place].dtype
            assert dtype is not None
            states[place] = build.constant(np.zeros(new, dtype.numpy()))
    return None if states == list(form.states) else replace(form, states=tuple(states))
