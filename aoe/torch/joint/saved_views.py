"""What the forward graph saves as views of one value, it saves as that value.

The heads of attention are such views: of one product come q, k and v. As results of the forward
graph each of them is a copy. The value that they are views of is a result as it lies, and the
backward graph repeats the views, which costs nothing.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import torch

from aoe.torch.multiple_views import SEVERAL_VIEWS, VIEWS

_aten: Any = torch.ops.aten
#: Operators whose result is a view of their first argument.
_VIEWS = VIEWS | {_aten._unsafe_view.default, _aten.detach.default}
#: What PyTorch writes into `meta` of a value that it saves apart from the others.
_APART = "saved_tensor_with_no_vc_check"


def save_bases(forward: torch.fx.GraphModule, backward: torch.fx.GraphModule, seen: int) -> None:
    """Saves what views are of in place of the views, where that takes no more memory. Values with
    open sizes stay as they are.

    Args:
        forward: The forward graph. Its saved results have the names of the backward graph's
            arguments, and are in their order.
        backward: The backward graph.
        seen: How many results of the forward graph the user sees, before those that it saves.
    """
    output = forward.graph.output_node()
    results: list[Any] = list(output.args[0])
    known = {node.name for node in backward.graph.nodes}
    user, saved = set(results[:seen]), set(results[seen:])
    groups: dict[torch.fx.Node, list[torch.fx.Node]] = {}
    for node in results[seen:]:
        if isinstance(node, torch.fx.Node) and node not in user and node.name in known:
            base = _base(node)
            if base is not node and _can_be_saved(base, node):
                groups.setdefault(base, []).append(node)
    moved: dict[torch.fx.Node, list[torch.fx.Node]] = {}
    for base, views in groups.items():
        if base in saved:
            if base.name in known:
                moved[base] = views
        elif base not in user and base.name not in known and _are_whole(base, views):
            moved[base] = views
    if moved:
        _replace_results(output, seen, moved)
        _repeat_views(backward, moved)
        for views in moved.values():
            _erase(views)
        for module in (forward, backward):
            module.graph.lint()
            module.recompile()


def _base(node: torch.fx.Node) -> torch.fx.Node:
    """The node that a node gives a view of; the node itself if it is no view."""
    while (source := _viewed(node)) is not None:
        node = source
    return node


def _viewed(node: torch.fx.Node) -> torch.fx.Node | None:
    """What a node, or each of its results, is a view of; None if it is no view, or not the same one
    in every run.
    """
    if node.op != "call_function" or len(node.all_input_nodes) != 1:
        return None
    (source,) = node.all_input_nodes
    is_part = node.target is operator.getitem and source.target in SEVERAL_VIEWS
    return source if is_part or node.target in _VIEWS or node.target in SEVERAL_VIEWS else None


def _can_be_saved(base: torch.fx.Node, view: torch.fx.Node) -> bool:
    """Whether a value may be saved in place of a view of it: the forward graph computes it, it has
    fixed sizes, and nothing overwrites it or reads it to overwrite something.
    """
    return (
        base.op == "call_function"
        and all(_is_fixed(node.meta.get("val")) for node in (base, view))
        and not any(_APART in node.meta for node in (base, view))
        and not _is_written(base)
    )


def _is_fixed(value: object) -> bool:
    """Whether a value is a tensor of fixed sizes."""
    return (
        isinstance(value, torch.Tensor)
        and value.layout is torch.strided
        and not value._has_symbolic_sizes_strides
    )


def _is_written(node: torch.fx.Node) -> bool:
    """Whether an operator that overwrites one of its arguments reads a node or a view of it."""
    return any(
        (isinstance(user.target, torch._ops.OpOverload) and user.target._schema.is_mutable)
        or (_viewed(user) is node and _is_written(user))
        for user in node.users
    )


def _are_whole(base: torch.fx.Node, views: Sequence[torch.fx.Node]) -> bool:
    """Whether several views have at least as many elements as what they are views of."""
    elements = sum(node.meta["val"].numel() for node in views)
    return len(views) > 1 and elements >= base.meta["val"].numel()


def _replace_results(
    output: torch.fx.Node, seen: int, moved: Mapping[torch.fx.Node, Sequence[torch.fx.Node]]
) -> None:
    """Makes bases results of the forward graph in place of the first of their views."""
    results: list[Any] = list(output.args[0])
    told = output.meta.get("desc") or [None] * len(results)
    stands_for = {node: base for base, views in moved.items() for node in views}
    kept = list(zip(results, told, strict=True))[:seen]
    known = set(results[seen:])
    for node, description in zip(results[seen:], told[seen:], strict=True):
        base = stands_for.get(node, node)
        if base is node or base not in known:
            known.add(base)
            kept.append((base, description))
    output.args = (tuple(node for node, _ in kept),)
    if "desc" in output.meta:
        output.meta["desc"] = [description for _, description in kept]


def _repeat_views(
    backward: torch.fx.GraphModule, moved: Mapping[torch.fx.Node, Sequence[torch.fx.Node]]
) -> None:
    """Makes bases arguments of the backward graph, and computes the views there."""
    graph = backward.graph
    arguments = {node.name: node for node in graph.nodes if node.op == "placeholder"}
    behind = list(arguments.values())[-1].next
    for base, views in moved.items():
        argument = arguments.get(base.name)
        if argument is None:
            with graph.inserting_before(arguments[views[0].name]):
                argument = graph.placeholder(base.name)
            argument.meta = dict(base.meta)
        repeated = {base: argument}
        with graph.inserting_before(behind):
            for view in views:
                old = arguments[view.name]
                old.replace_all_uses_with(_repeated(graph, view, repeated))
                graph.erase_node(old)


def _repeated(
    graph: torch.fx.Graph, node: torch.fx.Node, known: dict[torch.fx.Node, torch.fx.Node]
) -> torch.fx.Node:
    """A view of another graph, computed in this one."""
    if node not in known:
        for source in node.all_input_nodes:
            _repeated(graph, source, known)
        known[node] = graph.node_copy(node, known.__getitem__)
        known[node].meta["autograd_backward"] = True
    return known[node]


def _erase(nodes: Collection[torch.fx.Node]) -> None:
    """Takes nodes that nothing reads out of their graph, with what only they read of views."""
    left, erased = list(nodes), set[torch.fx.Node]()
    while left:
        node = left.pop()
        if not node.users and node not in erased and _viewed(node) is not None:
            left += node.all_input_nodes
            node.graph.erase_node(node)
            erased.add(node)
