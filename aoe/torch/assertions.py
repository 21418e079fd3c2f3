"""Assertions of a graph about its tensors, as Dynamo makes of `assert (x > 0).all(), "message"`.

A graph that stopped for each of them would be in pieces. Here the conditions become the last
results of the graph, and PyTorch checks them behind it, in their order. Nothing that a user sees
happens before: new values of arguments are copied later (`aoe.torch.endings`).

Indices out of range are clamped in compiled code. Where they say what is overwritten of an
argument, as of a cache of tokens, whether all are in range becomes a result, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from types import MappingProxyType
from typing import Any

import torch

from aoe.torch.boxed import Boxed, boxed
from aoe.torch.own_operators import NAMESPACE
from aoe.torch.translate.table import operator_name

_aten: Any = torch.ops.aten
_ASSERTION = "_assert_async.msg"
#: An operator that calls another one, which reads the state of the generator that it is given.
_DRAWS_AGAIN = "run_with_rng_state"
#: What operators of PyTorch and of open-aoe begin with. Others may print or write files.
_KNOWN = ("aten", "prims", "prim", NAMESPACE)

#: Operators that put their second argument where a part of the first one was.
_OF_PARTS = frozenset({_aten.select_scatter.default, _aten.slice_scatter.default})


def _of_dimension(node: torch.fx.Node) -> list[Any]:
    """The index of an operator that overwrites along one dimension."""
    dimension = node.args[1] % max(node.meta["val"].dim(), 1)
    return [None] * dimension + [node.args[2]]


#: Operators that overwrite places of their first argument, and the index of each dimension.
_WRITES: Mapping[Any, Callable[[torch.fx.Node], Sequence[Any]]] = MappingProxyType(
    {
        _aten.index_put.default: lambda node: node.args[1],
        _aten.index_copy.default: _of_dimension,
        _aten.index_add.default: _of_dimension,
        _aten.index_fill.int_Scalar: _of_dimension,
        _aten.index_reduce.default: _of_dimension,
        _aten.scatter.src: _of_dimension,
        _aten.scatter.value: _of_dimension,
        _aten.scatter_add.default: _of_dimension,
        _aten.scatter_reduce.two: _of_dimension,
    }
)  # fmt: skip


def without_assertions(module: torch.fx.GraphModule) -> tuple[str, ...]:
    """Makes the conditions of assertions the last results of a graph. Returns their messages. An
    assertion stays where an operator follows that may have an effect of its own.
    """
    graph = module.graph
    found: list[torch.fx.Node] = []
    for node in reversed(graph.nodes):
        if operator_name(node.target) == _ASSERTION:
            found.append(node)
        elif node.op == "call_function" and _has_effects(node.target):
            break
    if not found:
        return ()
    found.reverse()
    output = next(node for node in graph.nodes if node.op == "output")
    output.args = ((*output.args[0], *(node.args[0] for node in found)),)
    messages = tuple(node.args[1] for node in found)
    for node in found:
        graph.erase_node(node)
    module.recompile()
    return messages


def with_assertions(function: Boxed, messages: Sequence[str]) -> Boxed:
    """A function of a list of arguments whose last results are the conditions of assertions with
    these messages: PyTorch's error is raised where one is not met.
    """
    if not messages:
        return function

    @boxed
    def call(arguments: list[Any]) -> Sequence[Any]:
        results = function(arguments)
        for condition, message in zip(results[-len(messages) :], messages, strict=True):
            torch.ops.aten._assert_async.msg(condition, message)
        return results[: -len(messages)]

    return call


#: Operators whose indices also count from the end. The others refuse negative ones.
_FROM_THE_END = frozenset({_aten.index_put.default, _aten.index_fill.int_Scalar})


def with_places_checked(module: torch.fx.GraphModule) -> tuple[tuple[int, int], ...]:
    """Adds a last result to a graph: whether all indices are in range by which it overwrites parts
    of its arguments. Returns the dimensions that they are indices of, each with its size; of none
    the graph stays as it is, and of a GPU, where a check would wait for it.
    """
    graph = module.graph
    read: dict[tuple[int, int, torch.dtype], dict[torch.fx.Node, None]] = {}
    found: dict[tuple[int, int], None] = {}
    for node in graph.nodes:
        if node.target is not _aten.copy_.default or node.args[0].op != "placeholder":
            continue
        for index, dimension, least, size in _places(node.args[1]):
            found[dimension, size] = None
            read.setdefault((least, size, index.meta["val"].dtype), {})[index] = None
    if not found:
        return ()
    output = graph.output_node()
    with graph.inserting_before(output):
        met = [_are_in_range(graph, list(items), *limits) for (*limits, _), items in read.items()]
        condition = reduce(partial(_called, graph, _aten.logical_and.default), met)
    output.args = ((*output.args[0], condition),)
    module.recompile()
    return tuple(found)


def with_checked_places(function: Boxed, places: Sequence[tuple[int, int]], behind: int) -> Boxed:
    """A function of a list of arguments, one of whose results is whether places that it overwrites
    are there: it raises an `IndexError`, as eager mode does, where they are not.

    Args:
        function: The function.
        places: See `with_places_checked`.
        behind: How many results are behind that one.
    """
    if not places:
        return function
    dimensions = " or ".join(f"dimension {number} with size {size}" for number, size in places)

    @boxed
    def call(arguments: list[Any]) -> Sequence[Any]:
        results = list(function(arguments))
        if not results.pop(-1 - behind):
            raise IndexError(
                f"an index is out of bounds for {dimensions} of a tensor that a compiled graph "
                "changes in place: give it indices in range; if it is a static cache of tokens, "
                "make the cache larger"
            )
        return results

    return call


def _places(value: Any) -> Iterator[tuple[torch.fx.Node, int, int, int]]:
    """The indices by which parts of a tensor were overwritten, with the dimension, the least index
    that there is, and the size of the dimension.
    """
    while isinstance(value, torch.fx.Node) and value.op == "call_function":
        tensor = value.meta.get("val")
        if not isinstance(tensor, torch.Tensor) or tensor.device.type != "cpu":
            return
        if value.target in _OF_PARTS:
            value = value.args[1]
            continue
        if value.target not in _WRITES:
            return
        indices = _WRITES[value.target](value)
        if all(item is None or _is_index(item) for item in indices):
            for dimension, index in enumerate(indices):
                size = tensor.shape[dimension]
                if index is not None and type(size) is int:
                    least = -size if value.target in _FROM_THE_END else 0
                    yield index, dimension, least, size
        value = value.args[0]


def _is_index(node: object) -> bool:
    """Whether a node gives numbers that depend on arguments, in a known shape."""
    tensor = node.meta.get("val") if isinstance(node, torch.fx.Node) else None
    if not isinstance(tensor, torch.Tensor) or tensor.dtype not in (torch.int64, torch.int32):
        return False
    return all(type(size) is int for size in tensor.shape) and _depends_on_arguments(node)


def _depends_on_arguments(node: Any) -> bool:
    left, seen = [node], set()
    while left:
        item = left.pop()
        if item.op == "placeholder":
            return True
        left += [other for other in item.all_input_nodes if other not in seen]
        seen.add(item)
    return False


def _are_in_range(
    graph: torch.fx.Graph, indices: Sequence[torch.fx.Node], least: int, size: int
) -> torch.fx.Node:
    """Whether all indices are at least the least one, and below the size of a dimension."""
    flat = [_called(graph, _aten.reshape.default, item, [-1]) for item in indices]
    numbers = _called(graph, _aten.cat.default, flat) if len(flat) > 1 else flat[0]
    begin = _called(graph, _aten.ge.Scalar, numbers, least)
    end = _called(graph, _aten.lt.Scalar, numbers, size)
    both = _called(graph, _aten.logical_and.default, begin, end)
    return _called(graph, _aten.all.default, both)


def _called(graph: torch.fx.Graph, operator: Any, *arguments: Any) -> torch.fx.Node:
    """A new node."""
    made = graph.call_function(operator, arguments)
    made.meta["val"] = operator(*torch.fx.map_arg(arguments, lambda item: item.meta["val"]))
    return made


def _has_effects(target: object) -> bool:
    """Whether a call of an operator may do more than give tensors."""
    if isinstance(target, torch._ops.OpOverload):
        schema = target._schema
        return target.namespace not in _KNOWN or schema.is_mutable or not schema.returns
    return (
        isinstance(target, torch._ops.HigherOrderOperator) and operator_name(target) != _DRAWS_AGAIN
    )
