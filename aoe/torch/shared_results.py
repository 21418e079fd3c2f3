"""Results of a graph that lie in one piece of memory, as a tensor and a part of it.

Compiled code writes each result to memory of its own. Who changes such a tensor in place expects to
see that in the other one, so the graph gives what both are views of, and the views are made behind
it. AOTAutograd sees to results that have gradients, and to those that are views of arguments, but
for several views that one operator makes (`multiple_views.py`).
Complex results are made so, too: of a real tensor that has both parts of each number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from aoe.torch.boxed import Boxed, boxed
from aoe.torch.layouts import (
    dense_order,
    is_whole,
    memory_of,
    repeats_elements,
)
from aoe.torch.multiple_views import (
    ITSELF,
    SEVERAL_VIEWS,
    ViewInSteps,
    is_one_of_several,
    steps_from_argument,
)
from aoe.torch.private_torch import free_symbols


@dataclass(frozen=True, slots=True)
class SharedResult:
    """A result that is a view of what the graph gives in its place.

    Attributes:
        number: The number of the result.
        shape: Its shape.
        strides: Its strides.
        offset: Where it begins, in elements of its own type.
        dtype: Its element type: that of what it is a view of, or complex where that is of parts of
            complex numbers, or the other way round.
        is_conjugate: Whether PyTorch conjugates it where it reads it.
        is_detached: Whether it is detached, so that it has no gradient in any case.
        is_of_detached: Whether it is a view of what is detached.
    """

    number: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    dtype: torch.dtype
    is_conjugate: bool
    is_detached: bool
    is_of_detached: bool

    def of(self, base: Any) -> Any:
        """The result, made of what the graph gives in its place."""
        # Autograd gives what is not detached the gradient of the tensor that it is a view of.
        view = _view_of(base.detach() if self.is_of_detached else base, self)
        return view.detach() if self.is_detached else view


def without_shared_results(
    module: torch.fx.GraphModule, seen: int | None
) -> tuple[SharedResult | ViewInSteps, ...]:
    """Makes a graph give what several results are views of in their place.

    Args:
        module: The graph.
        seen: How many results the user sees, before those that are saved; None for all.
    """
    output = next(node for node in module.graph.nodes if node.op == "output")
    results = list(output.args[0])
    before = list(results)
    firsts = _first_in_memory(module)
    places = [_place_of(node) for node in results[:seen]]
    found: list[SharedResult | ViewInSteps] = []
    bases: dict[int, torch.fx.Node] = {}
    for number, place in enumerate(places):
        if place is None:
            continue
        node = results[number]
        base = _base_of(node, firsts[place])
        others = (results[at] for at, other in enumerate(places) if other == place)
        if base is not None and (
            any(item is not node for item in others) or _is_view_alone(node, base)
        ):
            if base is not node:
                bases[number] = base
                found.append(_shared(number, node, base))
        elif (way := steps_from_argument(node)) is not None and way[1]:
            # Where sizes are open, AOTAutograd makes the view again of how this result lies.
            bases[number], steps = way
            found.append(ViewInSteps(number, steps))
        elif seen is not None and is_one_of_several(node):
            bases[number], steps = steps_from_argument(node) or (node, ITSELF)
            found.append(ViewInSteps(number, steps))
    for item in found:
        results[item.number] = bases[item.number]
    if found:
        output.args = (tuple(results),)
        _erase(before[item.number] for item in found)
        module.recompile()
    return tuple(found)


def with_shared_results(function: Boxed, shared: Sequence[SharedResult | ViewInSteps]) -> Boxed:
    """A function of a list of arguments that makes views of some results of another one."""
    if not shared:
        return function

    @boxed
    def call(arguments: list[Any]) -> Sequence[Any]:
        results = list(function(arguments))
        for item in shared:
            results[item.number] = item.of(results[item.number])
        return results

    return call


def _shared(number: int, node: torch.fx.Node, base: torch.fx.Node) -> SharedResult:
    """A result that is a view of another node."""
    tensor, detached = node.meta["val"], _detached_between(base, node)
    return SharedResult(
        number,
        tuple(map(int, tensor.shape)),
        tuple(map(int, tensor.stride())),
        int(tensor.storage_offset()),
        tensor.dtype,
        tensor.is_conj(),
        is_detached=node in detached,
        is_of_detached=any(item is not node for item in detached),
    )


def _view_of(tensor: Any, item: SharedResult) -> Any:
    """The view of a dense tensor that a result is."""
    if item.dtype != tensor.dtype:
        pairs = tensor.as_strided((tensor.numel(),), (1,))
        if item.dtype.is_complex:
            tensor = torch.view_as_complex(pairs.view(-1, 2))
        else:
            tensor = torch.view_as_real(pairs).view(-1)
    view = tensor.as_strided(item.shape, item.strides, tensor.storage_offset() + item.offset)
    return view.conj() if item.is_conjugate else view


def _erase(nodes: Iterable[torch.fx.Node]) -> None:
    """Takes views that nothing reads any more out of their graph, up to what they are views of."""
    left = list(nodes)
    while left:
        node = left.pop()
        if not node.users and not node._erased and node.op == "call_function":
            place = _place_of(node)
            left += [
                item
                for item in node.all_input_nodes
                if _place_of(item) == place or item.target in SEVERAL_VIEWS
            ]
            node.graph.erase_node(node)


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
    return memory_of(node.meta.get("val")) if isinstance(node, torch.fx.Node) else None


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
    if base.op != "call_function" or _part_type(whole) != _part_type(tensor):
        return None
    # PyTorch keeps symbols for numbers that it has fixed since, too: those are not free.
    if free_symbols(whole) or free_symbols(tensor):
        return None
    if whole.is_conj() or whole.is_neg():
        return None
    return base if is_whole(whole) and dense_order(whole) is not None else None


def _is_view_alone(node: torch.fx.Node, base: torch.fx.Node) -> bool:
    """Whether a result is made as a view though no other result shares its memory: a model writes
    no complex numbers, and no element in two places.
    """
    tensor, whole = node.meta["val"], base.meta["val"]
    return tensor.dtype != whole.dtype or repeats_elements(tensor, whole)


def _part_type(tensor: Any) -> torch.dtype:
    """The element type of a tensor, or of the parts of its elements."""
    found: torch.dtype = tensor.dtype.to_real() if tensor.is_complex() else tensor.dtype
    return found
