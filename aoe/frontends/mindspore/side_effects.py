"""Primitives that change an operand in place.

The graph of ONNX has no such thing. The result of one is a new value, which is the same as long as
nobody reads the operand, or what shares memory with it, afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping

from aoe.frontends.mindspore.program import Function, MindNode

#: Primitives that change their first operand, beside those that are called `Inplace`.
_CHANGING = frozenset(("IndexAdd",))
_ORDERING = frozenset(("Depend", "depend", "UpdateState", "updatestate"))
_LOADS, _ITEMS = frozenset(("Load", "load")), frozenset(("TupleGetItem", "tuple_getitem"))
#: Primitives whose result may be an operand, or share memory with one.
_SHARING = frozenset(
    ("Depend", "depend", "Reshape", "Identity", "Squeeze", "ExpandDims", "Flatten", "MakeTuple",
     "make_tuple", "Return", "Switch", "Contiguous", "Detach", "stop_gradient", "Dropout",
     *_LOADS, *_ITEMS)
)  # fmt: skip


def is_in_place(primitive: str) -> bool:
    """Whether a primitive changes its first operand, which may be a parameter."""
    return primitive.startswith("Inplace")


def is_read_after_change(node: MindNode, function: Function) -> bool:
    """Whether a node changes its first operand, and another may see that."""
    name = str(node.primitive)
    if not (is_in_place(name) or name in _CHANGING) or not node.inputs:
        return False
    made = {item.output: item for item in function.nodes}
    names = _names_of(node.inputs[0], function, made)
    if names is None:
        return True
    later = function.nodes[function.nodes.index(node) + 1 :]
    return any(_reads(item, name, function) for name in names for item in later)


def ancestors(function: Function, node: MindNode) -> set[str]:
    """The names of all values that a node of a graph needs."""
    made = {item.output: item for item in function.nodes}
    found: set[str] = set()
    todo = [*node.inputs]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += made[name].inputs if name in made else ()
    return found


def _names_of(
    name: str, function: Function, made: Mapping[str, MindNode]
) -> tuple[str, ...] | None:
    """The names of a value that a primitive made in memory of its own; None if it did not."""
    names = [name]
    source = made.get(name)
    if source is not None and source.primitive in _LOADS:
        names.append(source.inputs[0])
        source = made.get(source.inputs[0])
    if source is not None and source.primitive in _ITEMS:
        same = [item for item in function.nodes if item.inputs == source.inputs]
        names.extend(item.output for item in same if item.primitive in _ITEMS)
        source = made.get(source.inputs[0])
    if source is None or source.primitive is None or source.primitive in _SHARING:
        return None
    return None if source.primitive.endswith("View") else tuple(dict.fromkeys(names))


def _reads(node: MindNode, name: str, function: Function) -> bool:
    """Whether a node reads a value other than to order side effects."""
    if node.primitive in _ORDERING:
        return node.primitive in ("Depend", "depend") and node.inputs[:1] == (name,)
    if name not in node.inputs:
        return False
    if node.primitive in ("MakeTuple", "make_tuple"):  # often only the operand of an UpdateState
        return node.output in function.outputs or any(
            _reads(item, node.output, function) for item in function.nodes
        )
    return True
