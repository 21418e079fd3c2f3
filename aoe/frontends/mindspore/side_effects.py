"""Primitives that change an operand in place.

The graph of ONNX has no such thing. The result of one is a new value, which is the same as long as
nobody reads the operand, or what shares memory with it, afterwards.
"""

from __future__ import annotations

from aoe.frontends.mindspore.program import Function, MindNode

_ORDERING = frozenset(("Depend", "depend", "UpdateState", "updatestate"))

#: Primitives whose result may be an operand, or share memory with it.
_SHARING = frozenset(
    ("Depend", "depend", "Load", "load", "TupleGetItem", "tuple_getitem", "Reshape", "Identity")
)


def is_read_after_change(node: MindNode, function: Function) -> bool:
    """Whether a node changes its first operand, and another may see that."""
    if not str(node.primitive).startswith("Inplace") or not node.inputs:
        return False
    changed = node.inputs[0]
    made = {item.output: item for item in function.nodes}
    source = made.get(changed)
    if source is None or source.callee or source.primitive in _SHARING:
        return True
    if str(source.primitive).endswith("View"):
        return True
    position = function.nodes.index(node)
    return any(_reads(item, changed, made, function) for item in function.nodes[position + 1 :])


def _reads(
    node: MindNode, name: str, made: dict[str, MindNode], function: Function
) -> bool:
    """Whether a node reads a value other than to order side effects."""
    if node.primitive in _ORDERING:
        return node.primitive in ("Depend", "depend") and node.inputs[:1] == (name,)
    if name not in node.inputs:
        return False
    if node.primitive in ("MakeTuple", "make_tuple"):  # often only the operand of an UpdateState
        return node.output in function.outputs or any(
            _reads(item, node.output, made, function) for item in function.nodes
        )
    return True
