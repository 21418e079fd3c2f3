"""Splits a graph that open-aoe cannot compute whole: it computes what it can, PyTorch the rest.

The parts are as large as the order of the graph allows. A part that only moves data stays with
PyTorch, whose views cost nothing. Each part would draw all its random numbers when it begins, so
PyTorch draws them between the parts, in eager's order.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch

from aoe.errors import ModelError
from aoe.torch.boxed import Boxed, boxed
from aoe.torch.layouts import saved_order
from aoe.torch.private_torch import CapabilityBasedPartitioner
from aoe.torch.translate.emitter import inverse
from aoe.torch.translate.facts import attribute_of, is_number
from aoe.torch.translate.placement import is_random
from aoe.torch.translate.table import operator_name

#: Operators that are not worth a part of their own.
_MOVES = (
    "view", "_unsafe_view", "reshape", "permute", "t", "transpose.int", "expand", "unsqueeze",
    "squeeze.dim", "squeeze.dims", "slice.Tensor", "select.int", "alias", "detach", "clone",
    "split_with_sizes", "full", "zeros", "empty.memory_format", "empty_strided", "scalar_tensor",
)  # fmt: skip
#: How nodes of models are called for nodes of graphs (`aoe.torch.translate.emitter`).
_NODE = re.compile(r"(\w+)/[A-Z]\w*\.\d+")
#: What the names of parts begin with.
_PREFIX = "aoe_"

#: The keyword that makes an operator wait for another one.
_AFTER = "drawn_after"

#: Compiles a part. It returns a function of a list of arguments, or None where that is impossible.
CompilePart = Callable[[torch.fx.GraphModule], Boxed | None]


@dataclass(frozen=True, slots=True)
class Split:
    """A graph that is computed by parts.

    Attributes:
        function: Computes it from a list of arguments.
        covered: How many of its operators are in parts.
        read: The numbers of the arguments that PyTorch reads itself, were it only to view them.
    """

    function: Boxed
    covered: int
    read: tuple[int, ...]


def split(
    module: torch.fx.GraphModule,
    refused: Collection[torch.fx.Node],
    compile_part: CompilePart,
    *,
    is_read_later: bool = False,
) -> Split:
    """A graph, computed by parts. It is changed.

    Args:
        module: The graph.
        refused: Nodes that are in no part.
        compile_part: What makes a function of a part.
        is_read_later: Whether another graph reads its results.
    """
    for node in module.graph.nodes:
        if node.op == "get_attr" and "val" not in node.meta:
            node.meta["val"] = attribute_of(module, node)
    partitioner = CapabilityBasedPartitioner(
        module,
        _Support(refused),
        allows_single_node_partition=True,
        non_compute_ops=[f"torch.ops.{n.target}" for n in module.graph.nodes if _moves(n)],
    )
    partitions = partitioner.propose_partitions()
    partitioner.remove_bookend_non_compute_ops(partitions)
    for item in partitions:
        _remove_results_of_others(item.nodes)
    kept = [item for item in partitions if any(not _moves(node) for node in item.nodes)]
    split_up = partitioner.fuse_partitions(kept, prefix=_PREFIX)
    _without_order(split_up)
    covered = 0
    compiled: set[object] = set()
    for name, part in list(split_up.named_children()):
        if not name.startswith(_PREFIX) or not isinstance(part, torch.fx.GraphModule):
            continue
        function = compile_part(part)
        if function is not None:
            covered += count_of(part)
            compiled.add(name)
            delattr(split_up, name)
            setattr(split_up, name, _unpacked(function, part))
        else:
            check_values(part, (), is_read_later=True)
            part.recompile()
    check_values(split_up, compiled, is_read_later)
    read = tuple(
        number
        for number, node in enumerate(placeholders(split_up))
        if any(user.op != "output" and user.target not in compiled for user in node.users)
    )
    return Split(by_pytorch(split_up), covered, read)


def check_values(
    module: torch.fx.GraphModule, parts: Collection[object], is_read_later: bool
) -> None:
    """Makes a graph check what PyTorch's operators give and compiled code reads, by address, as
    their fake tensors say that it is: operators of users may say something else than they give.
    What parts give needs no check here: open-aoe gives what it says, and a part that PyTorch
    computes checks it itself. The graph is changed.

    Args:
        module: The graph.
        parts: The names of what open-aoe computes.
        is_read_later: Whether another graph reads its results.
    """
    for node in list(module.graph.nodes):
        value = node.meta.get("val")
        if node.op != "call_function" or not isinstance(value, torch.Tensor):
            continue
        readers = [
            user
            for user in node.users
            if user.target in parts or (is_read_later and user.op == "output")
        ]
        if not readers:
            continue
        source, name = _given_by(node)
        if source.op == "call_module":
            continue
        shape = tuple(size if isinstance(size, int) else None for size in value.shape)
        with module.graph.inserting_after(node):
            checked = module.graph.call_function(
                _like_its_fake, (node, name, value.dtype, value.device.type, shape)
            )
        for user in readers:
            user.replace_input_with(node, checked)


def _given_by(node: torch.fx.Node) -> tuple[torch.fx.Node, str]:
    """The node that computes what a node gives, and what messages call it. Operators that only move
    data are PyTorch's own, so that what they give is wrong where what they read is.
    """
    source, moved = node, ""
    while _moves(source) and (behind := _computed_first(source)) is not None:
        if source.target is not operator.getitem:
            moved = moved or operator_name(source.target)
        source = behind
    name = operator_name(source.target)
    return source, f"{name}, moved by {moved}," if moved else name


def _computed_first(node: torch.fx.Node) -> torch.fx.Node | None:
    """The first argument of an operator, if something computes it."""
    first = node.args[0] if node.op == "call_function" and node.args else None
    computed = isinstance(first, torch.fx.Node) and first.op in ("call_function", "call_module")
    return first if computed else None


def _like_its_fake(
    tensor: torch.Tensor, name: str, dtype: torch.dtype, device: str, shape: tuple[int | None, ...]
) -> torch.Tensor:
    """The tensor. Raises `ModelError` if its type, its kind of device or its shape, None for any
    size, is another.
    """
    found, place = tensor.shape, tensor.device.type
    if tensor.dtype is dtype and place == device and (found == shape or _fits(found, shape)):
        return tensor
    raise ModelError(
        f"PyTorch's operator {name} gives a tensor of {tensor.dtype} and shape {tuple(found)} on "
        f"{place} where its fake tensor says {dtype} and {shape} on {device}: mend the function "
        "that is registered with torch.library.register_fake for it"
    )


def _fits(found: Sequence[int], shape: Sequence[int | None]) -> bool:
    return len(found) == len(shape) and all(
        size in (None, given) for size, given in zip(shape, found, strict=True)
    )


def _remove_results_of_others(nodes: dict[torch.fx.Node, Any]) -> None:
    """Takes results of a split out of a part whose split is not in it: a part reads tensors."""
    for node in list(nodes):
        if node.target is operator.getitem and node.args[0] not in nodes:
            del nodes[node]


def in_order(
    module: torch.fx.GraphModule, refused: Collection[torch.fx.Node]
) -> list[torch.fx.Node]:
    """The nodes of a graph that draw, of which each depends on the one before it from now on. The
    graph is changed; `split` makes it one that runs.

    Args:
        module: The graph.
        refused: Nodes that PyTorch computes in any case.
    """
    found = [node for node in module.graph.nodes if is_random(node)]
    if len(found) < 2:
        return []
    drawn = [_mask_of(node) if _has_mask(node) and node not in refused else node for node in found]
    for before, node in pairwise(drawn):
        node.kwargs = {**node.kwargs, _AFTER: before}
    return drawn


def _without_order(module: torch.fx.GraphModule) -> None:
    """Takes what `in_order` made nodes depend on from them."""
    for node in module.graph.nodes:
        if _AFTER in node.kwargs:
            node.kwargs = {name: item for name, item in node.kwargs.items() if name != _AFTER}


def _has_mask(node: torch.fx.Node) -> bool:
    """Whether a node is a dropout whose mask does not depend on what is dropped."""
    if node.target is not torch.ops.aten.native_dropout.default:
        return False
    _, chance, train = node.args
    return bool(train) and 0 < float(chance) < 1 and node.meta["val"][1].device.type == "cpu"


def _mask_of(node: torch.fx.Node) -> torch.fx.Node:
    """A mask, drawn by itself. It takes the place of that of a dropout."""
    aten: Any = torch.ops.aten
    graph, (x, chance, _), (kept, like) = node.graph, node.args, node.meta["val"]
    with graph.inserting_before(node):
        shape = [int(size) for size in like.shape], [int(step) for step in like.stride()]
        given = {"dtype": like.dtype, "device": like.device}
        empty = graph.call_function(aten.empty_strided.default, shape, given)
        mask = graph.call_function(aten.bernoulli_.float, (empty, 1 - chance))  # as it lies
        rest = graph.call_function(
            aten.native_dropout_backward.default, (x, mask, 1 / (1 - chance))
        )
    for made, value in ((empty, like), (mask, like), (rest, kept)):
        made.meta["val"] = value
    for taken in list(node.users):
        taken.replace_all_uses_with((rest, mask)[taken.args[1]])
        graph.erase_node(taken)
    graph.erase_node(node)
    return mask


def count_of(module: torch.fx.GraphModule) -> int:
    """How many operators a graph has. Those of sizes are none."""
    return sum(_is_operator(node) and not is_number(node) for node in module.graph.nodes)


def placeholders(module: torch.fx.GraphModule) -> list[torch.fx.Node]:
    """The nodes of a graph that stand for its arguments, in order."""
    return [node for node in module.graph.nodes if node.op == "placeholder"]


def named_nodes(module: torch.fx.GraphModule, text: str) -> list[torch.fx.Node]:
    """The nodes of a graph whose names are in a message, as `relu_1/Relu.7`."""
    names = set(_NODE.findall(text))
    return [node for node in module.graph.nodes if node.name in names and _is_operator(node)]


class _Support:
    """Tells the partitioner which nodes may be in parts."""

    def __init__(self, refused: Collection[torch.fx.Node]) -> None:
        self._refused = {node.name for node in refused}

    def is_node_supported(self, submodules: Mapping[str, Any], node: torch.fx.Node) -> bool:
        """Whether open-aoe computes a node. Outputs go with the node that gives them."""
        if node.op != "call_function" or node.name in self._refused:
            return False
        if node.target is operator.getitem:
            source = node.args[0]
            return isinstance(source, torch.fx.Node) and self.is_node_supported(submodules, source)
        value = node.meta.get("val")
        given = value if isinstance(value, list | tuple) else [value]
        return any(isinstance(item, torch.Tensor) for item in given)


def _is_operator(node: torch.fx.Node) -> bool:
    return node.op == "call_function" and node.target is not operator.getitem


def _moves(node: torch.fx.Node) -> bool:
    name = str(node.target).removeprefix("aten.").removesuffix(".default")
    return name in _MOVES or not _is_operator(node)


def _unpacked(function: Boxed, part: torch.fx.GraphModule) -> Callable[..., Any]:
    """A function that takes arguments one by one, and returns one tensor where the part does."""
    output = next(node for node in part.graph.nodes if node.op == "output")
    several = isinstance(output.args[0], list | tuple)

    def call(*arguments: Any) -> Any:
        found = function(list(arguments))
        return tuple(found) if several else found[0]

    return call


def by_pytorch(module: torch.fx.GraphModule) -> Boxed:
    """A function of a list of arguments, which it empties, that PyTorch computes."""
    module.recompile()
    forward = module.forward

    @boxed
    def call(arguments: list[Any]) -> Sequence[Any]:
        given = list(arguments)
        arguments.clear()
        found: Sequence[Any] = forward(*given)
        return found

    return call


def as_said(
    function: Boxed,
    arguments: Sequence[torch.fx.Node],
    read: Sequence[int],
    saved: Collection[str],
) -> Boxed:
    """A function that gets what the forward graph saved as AOTAutograd says that it lies, which
    PyTorch's views need.

    Args:
        function: The function.
        arguments: The nodes of its arguments.
        read: The numbers of the arguments that PyTorch reads.
        saved: The names of those that lie otherwise.
    """
    orders = {
        number: saved_order(arguments[number].meta["val"], is_image=False)
        for number in read
        if arguments[number].name in saved
    }
    return laid_out(function, orders) if orders else function


def laid_out(function: Boxed, orders: Mapping[int, Sequence[int]]) -> Boxed:
    """A function some of whose arguments are copied to lie in an order of their dimensions."""

    @boxed
    def call(arguments: list[Any]) -> Sequence[Any]:
        for number, order in orders.items():
            laid_out = arguments[number].permute(order).contiguous()
            arguments[number] = laid_out.permute(inverse(order))
        return function(arguments)

    return call
