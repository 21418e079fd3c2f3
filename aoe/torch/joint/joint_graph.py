"""What is changed of a graph of forward and backward pass together, before AOTAutograd parts it.
`saved_views.py` changes the two graphs behind that.

There both sides of a pair of operators are seen: what the forward pass saves can become what the
gradient needs. And there it is seen that a gradient depends on an argument, such as a buffer, that
the forward pass changes (`aoe.torch.mutations`).
"""

from __future__ import annotations

import operator as functions
from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

import torch
from torch.utils.checkpoint import CheckpointPolicy

from aoe.operators.types.window.pool_indices import MOST_TAPS
from aoe.torch import own_operators
from aoe.torch.joint.complex_pairs import as_pairs
from aoe.torch.joint.saved_views import save_bases
from aoe.torch.private_torch import min_cut_rematerialization_partition
from aoe.torch.replaced.stand_ins import without_matcher
from aoe.torch.translate.facts import sizes_of
from aoe.torch.translate.training import MOST_WINDOWS


def partition(
    joint: torch.fx.GraphModule, inputs: Sequence[Any], **options: Any
) -> tuple[torch.fx.GraphModule, torch.fx.GraphModule]:
    """The forward and the backward graph of a joint graph."""
    as_pairs(joint)
    save_places(joint)
    keep_changed_arguments(joint)
    with without_matcher():
        forward, backward = min_cut_rematerialization_partition(joint, inputs, **options)
    save_bases(forward, backward, options["num_fwd_outputs"])
    return forward, backward


def save_places(joint: torch.fx.GraphModule) -> None:
    """Gradients of max pools read the place of each maximum in its window, one byte, instead of its
    index in the image, eight bytes.
    """
    aten = torch.ops.aten
    changed = False
    for node in list(joint.graph.nodes):
        if node.target is aten.max_pool2d_with_indices_backward.default:
            changed = _pulled(joint.graph, node) or changed
    if changed:
        joint.graph.lint()
        joint.recompile()


def keep_changed_arguments(joint: torch.fx.GraphModule) -> None:
    """Gradients read arguments that the forward pass changes as they were before: it saves a copy.
    AOTAutograd would save the argument itself, and compute again of its new value what the forward
    pass computed of the old one.
    """
    graph = joint.graph
    changed = dict.fromkeys(
        node.args[0] for node in graph.nodes if node.target is torch.ops.aten.copy_.default
    )
    late = _dependents(node for node in graph.nodes if _is_of_backward(node))
    first = next(node for node in graph.nodes if node.op != "placeholder")
    for argument in changed:
        if argument.op != "placeholder" or not late & _dependents([argument]):
            continue
        with graph.inserting_before(first):
            kept = graph.call_function(torch.ops.aten.clone.default, (argument,))
        kept.meta = {**argument.meta, "recompute": CheckpointPolicy.MUST_SAVE}
        for user in list(argument.users):
            if user is not kept and user.target is not torch.ops.aten.copy_.default:
                user.replace_input_with(argument, kept)
        graph.lint()
        joint.recompile()


def _is_of_backward(node: torch.fx.Node) -> bool:
    """Whether a node is a gradient that the backward pass is given."""
    return node.op == "placeholder" and str(node.target).startswith("tangents")


def _dependents(nodes: Iterable[torch.fx.Node]) -> set[torch.fx.Node]:
    """Nodes, and all that is computed of them."""
    found, left = set[torch.fx.Node](), list(nodes)
    while left:
        node = left.pop()
        if node not in found and node.op != "output":
            found.add(node)
            left += node.users
    return found


def _pulled(graph: torch.fx.Graph, node: torch.fx.Node) -> bool:
    gradient, x, kernel, stride, padding, dilation, _, indices = node.args
    pool: Any = indices.args[0] if indices.op == "call_function" and indices.args else indices
    if pool.target is not torch.ops.aten.max_pool2d_with_indices.default:
        return False
    shape = tuple(x.meta["val"].shape)
    sizes, steps = sizes_of(kernel, 2), sizes_of(stride or kernel, 2)
    pads, gaps = sizes_of(padding, 2), sizes_of(dilation, 2)
    windows = prod(-(-size // step) for size, step in zip(sizes, steps, strict=True))
    if len(shape) != 4 or prod(sizes) > MOST_TAPS or windows > MOST_WINDOWS:
        return False
    if not all(isinstance(size, int) for size in shape):
        return False
    geometry = (sizes, steps, pads, gaps)
    with graph.inserting_after(pool):
        largest = graph.call_function(functions.getitem, (pool, 0))
        largest.meta = {**pool.meta, "val": pool.meta["val"][0]}
    places = _called(graph, largest, own_operators.max_pool_places, (x, largest, *geometry), pool)
    pulled = _called(
        graph,
        node,
        own_operators.max_pool_gradient,
        (gradient, places, list(shape[2:]), *geometry),
        node,
    )
    node.replace_all_uses_with(pulled)
    graph.erase_node(node)
    return True


def _called(
    graph: torch.fx.Graph,
    after: torch.fx.Node,
    operator: Any,
    arguments: tuple[Any, ...],
    like: torch.fx.Node,
) -> torch.fx.Node:
    """A new node behind another one. `like`: a node of the same pass."""
    overload = operator._opoverload
    with graph.inserting_after(after):
        made = graph.call_function(overload, arguments)
    fakes = torch.fx.map_arg(arguments, lambda item: item.meta["val"])
    made.meta = {**like.meta, "val": overload(*fakes)}
    return made
