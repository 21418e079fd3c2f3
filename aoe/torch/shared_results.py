"""Results of a graph that lie in one piece of memory, as a tensor and a part of it.

Compiled code writes each result to memory of its own. Who changes such a tensor in place expects to
see that in the other one, so the graph gives what both are views of, and the views are made behind
it. AOTAutograd sees to results that have gradients, and to those that are views of arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from aoe.torch.boxed import Boxed, boxed
from aoe.torch.layouts import dense_order


@dataclass(frozen=True, slots=True)
class SharedResult:
    """A result that is a view of what the graph gives in its place.

    Attributes:
        number: The number of the result.
        shape: Its shape.
        strides: Its strides.
        offset: Where it begins.
        is_detached: Whether it is detached, so that it has no gradient in any case.
        is_of_detached: Whether it is a view of what is detached.
    """

    number: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    is_detached: bool
    is_of_detached: bool


def without_shared_results(
    module: torch.fx.GraphModule, seen: int | None
) -> tuple[SharedResult, ...]:
    """Makes a graph give what several results are views of in their place.

    Args:
        module: The graph.
        seen: How many results the user sees, before those that are saved; None for all.
    """
    output = next(node for node in module.graph.nodes if node.op == "output")
    results = list(output.args[0])
    firsts = _first_in_memory(module)
    places = [_place_of(node) for node in results[:seen]]
    found: list[SharedResult] = []
    bases: dict[int, torch.fx.Node] = {}
    for number, place in enumerate(places):
        node = results[number]
        base = None if place is None else _base_of(node, firsts[place])
        others = (results[at] for at, other in enumerate(places) if other == place)
        if base is not None and base is not node and any(item is not node for item in others):
            bases[number] = base
            tensor = node.meta["val"]
            shape, strides = tuple(tensor.shape), tuple(tensor.stride())
            detached = _detached_between(base, node)
            is_of_detached = any(item is not node for item in detached)
            offset, is_detached = tensor.storage_offset(), node in detached
            found.append(SharedResult(number, shape, strides, offset, is_detached, is_of_detached))
    for item in found:
        results[item.number] = bases[item.number]
    if found:
        output.args = (tuple(results),)
        module.recompile()
    return tuple(found)


def with_shared_results(function: Boxed, shared: Sequence[SharedResult]) -> Boxed:
    """A function of a list of arguments that makes views of some results of another one."""
    if not shared:
        return function

    @boxed
    def call(arguments: list[Any]) -> Sequence[Any]:
        results = list(function(arguments))
        for item in shared:
            base = results[item.number]
            begin = base.storage_offset() + item.offset
            # Autograd gives what is not detached the gradient of the tensor that it is a view of.
            tensor = base.detach() if item.is_of_detached else base
            view = tensor.as_strided(item.shape, item.strides, begin)
            results[item.number] = view.detach() if item.is_detached else view
        return results

    return call


def _first_in_memory(module: torch.fx.GraphModule) -> dict[int, torch.fx.Node]:
    """The first node of each piece of memory."""
    found: dict[int, torch.fx.Node] = {}
    for node in module.graph.nodes:
        place = _place_of(node)
        if place is not None:
            found.setdefault(place, node)
    return found


def _place_of(node: object) -> int | None:
    """What tells the memory of a node's tensor from that of others; None where it has none."""
    value = node.meta.get("val") if isinstance(node, torch.fx.Node) else None
    if not isinstance(value, torch.Tensor) or value.layout is not torch.strided:
        return None
    place: int = value.untyped_storage()._cdata
    return place


def _detached_between(base: torch.fx.Node, node: torch.fx.Node) -> list[torch.fx.Node]:
    """The nodes that detach something on the way from a tensor to a view of it."""
    place, found = _place_of(base), []
    at: torch.fx.Node | None = node
    while at is not None and at is not base:
        if at.target is torch.ops.aten.detach.default:
            found.append(at)
        at = next((item for item in at.all_input_nodes if _place_of(item) == place), None)
    return found


def _base_of(node: torch.fx.Node, base: torch.fx.Node) -> torch.fx.Node | None:
    """What a result is a view of, if a graph can give it: a dense tensor that is computed, of known
    size and as large as its memory.

    Args:
        node: The result.
        base: The first node of its memory.
    """
    whole, tensor = base.meta["val"], node.meta["val"]
    if base.op != "call_function" or whole.dtype != tensor.dtype:
        return None
    if whole._has_symbolic_sizes_strides or tensor._has_symbolic_sizes_strides:
        return None
    is_whole = 0 < whole.nbytes == whole.untyped_storage().nbytes()
    return base if is_whole and dense_order(whole) is not None else None
