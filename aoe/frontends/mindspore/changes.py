"""What primitives that change parameters give: their new values."""

from __future__ import annotations

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.state import Changed, Held


def held(item: Item) -> Held:
    """A parameter that a primitive changes."""
    if not isinstance(item, Held):
        raise UnsupportedNodeError("it changes what is no parameter")
    return item


def changed(emit: Emitter, *changes: tuple[Held, Operand]) -> Changed:
    """What changes parameters to values, which get the types of these."""
    after = []
    for before, value in changes:
        if shape_of(value) != shape_of(before.value):
            raise UnsupportedNodeError(
                f"it gives {before.name!r} of shape {shape_of(before.value)} a value of shape "
                f"{shape_of(value)}"
            )
        after.append(before.changed(emit.cast(value, dtype_of(before.value))))
    return Changed(after[0].value, tuple(after))
