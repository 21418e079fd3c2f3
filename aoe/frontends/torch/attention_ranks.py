"""Gives attention of an exported program four dimensions, which torch's exporter asks for.

`scaled_dot_product_attention` takes queries of two or three dimensions too. One of these becomes
one of four, with leading dimensions of size 1 that are taken away behind it.
"""

from __future__ import annotations

from typing import Any

_RANK = 4
#: The operands that have dimensions: query, key, value and mask.
_OPERANDS = 4


def with_four_dimensions(torch: Any, program: Any) -> Any:
    """A program whose attention has four dimensions; the program itself if it is such a one."""
    if not _narrow(torch, program):
        return program
    program = program.run_decompositions({})  # a copy, since the program may be the user's
    for node in _narrow(torch, program):
        _widen(torch, program.graph, node)
    program.graph_module.recompile()
    return program


def _narrow(torch: Any, program: Any) -> list[Any]:
    """The nodes of attention with fewer dimensions."""
    attention = torch.ops.aten.scaled_dot_product_attention.default
    return [
        node
        for node in program.graph.nodes
        if node.target is attention and node.args[0].meta["val"].dim() < _RANK
    ]


def _widen(torch: Any, graph: Any, node: Any) -> None:
    more = _RANK - node.args[0].meta["val"].dim()
    with graph.inserting_before(node):
        operands = [_with_more(torch, graph, operand, more) for operand in node.args[:_OPERANDS]]
        named = dict(node.kwargs)
        if named.get("attn_mask") is not None:
            named["attn_mask"] = _with_more(torch, graph, named["attn_mask"], more)
        wide = graph.call_function(node.target, (*operands, *node.args[_OPERANDS:]), named)
        values = [
            operand.meta["val"] if hasattr(operand, "meta") else operand for operand in operands
        ]
        given = {key: getattr(item, "meta", {}).get("val", item) for key, item in named.items()}
        wide.meta["val"] = node.target(*values, *node.args[_OPERANDS:], **given)
        found = wide
        for _ in range(more):
            before, found = found, graph.call_function(torch.ops.aten.squeeze.dim, (found, 0))
            found.meta["val"] = before.meta["val"].squeeze(0)
    node.replace_all_uses_with(found)
    graph.erase_node(node)


def _with_more(torch: Any, graph: Any, operand: Any, more: int) -> Any:
    """An operand with leading dimensions of size 1. A smaller mask broadcasts as it is."""
    if operand is None or operand.meta["val"].dim() < _RANK - more:
        return operand
    for _ in range(more):
        before, operand = (
            operand,
            graph.call_function(torch.ops.aten.unsqueeze.default, (operand, 0)),
        )
        operand.meta["val"] = before.meta["val"].unsqueeze(0)
    return operand
