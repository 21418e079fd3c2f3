"""Complex tensors become pairs of real ones, so that open-aoe computes what is done to them.

A rotary embedding may multiply tokens by complex numbers, between tensors that are real. Here each
operator of complex tensors that has a rule (`complex_rules.py`) becomes operators of the real and
of the imaginary part. Where another operator reads such a tensor, it is put together. Where another
one gives it, its parts are views. Results that are views of one complex tensor stay views of it.
"""

from __future__ import annotations

import operator as functions
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import torch
from torch.utils._pytree import tree_leaves

from aoe.torch.joint.complex_parts import Pair, as_complex, has_complex_type, is_complex
from aoe.torch.joint.complex_rules import RULES
from aoe.torch.layouts import (
    dense_order,
    is_natural,
    is_whole,
    memory_of,
    repeats_elements,
)
from aoe.torch.private_torch import free_symbols
from aoe.torch.translate.emitter import inverse
from aoe.torch.translate.placement import flat
from aoe.torch.translate.table import operator_name

_TYPES = (torch.complex64, torch.complex128)
#: Those that ask how a tensor lies do not do so of parts.
_OF_PARTS: Mapping[str, Any] = MappingProxyType(
    dict.fromkeys(
        (torch.ops.aten.view.default, torch.ops.aten._unsafe_view.default),
        torch.ops.aten.reshape.default,
    )
)


def as_pairs(module: torch.fx.GraphModule) -> None:
    """Makes complex tensors of a graph pairs of real ones, in place."""
    if any(map(_gives_complex, module.graph.nodes)):
        _Pairs(module.graph).run()
        module.graph.lint()
        module.recompile()


class _Pairs:
    """A graph whose complex tensors become pairs."""

    def __init__(self, graph: torch.fx.Graph) -> None:
        self.graph = graph
        #: The parts of nodes that were replaced.
        self.made: dict[torch.fx.Node, Pair] = {}
        #: The parts of the other complex nodes that something reads.
        self.taken: dict[torch.fx.Node, Pair] = {}
        #: Complex nodes that are put together of their parts, and these parts side by side.
        self.joined: dict[torch.fx.Node, torch.fx.Node] = {}
        self.columns: dict[torch.fx.Node, torch.fx.Node] = {}
        #: The nodes that were made.
        self.new: list[torch.fx.Node] = []
        self.node: torch.fx.Node = next(iter(graph.nodes))
        results = dict.fromkeys(graph.output_node().all_input_nodes)
        places = Counter(memory_of(item.meta.get("val")) for item in results)
        #: The memory that several results lie in.
        self.shared = {place for place, times in places.items() if times > 1}

    def run(self) -> None:
        """Goes through the graph."""
        for node in list(self.graph.nodes):
            self.node = node
            reads = [item for item in node.all_input_nodes if _gives_complex(item)]
            if not reads and not (node.op == "call_function" and _gives_complex(node)):
                continue
            if not self._replaced(node):
                for item in reads:
                    if item in self.made:
                        node.replace_input_with(item, self._whole(item))
        for node in (*reversed(self.made), *reversed(self.new)):
            if not node.users:
                self.graph.erase_node(node)

    def _replaced(self, node: torch.fx.Node) -> bool:
        """Whether a node became operators of real tensors."""
        if node.op != "call_function" or not _has_known_types(node):
            return False
        # A rule that does not fit leaves the operator to PyTorch, which is right, too. Fake tensors
        # refuse real ones beside them by an AssertionError.
        try:
            found = self._made_of(node)
        except (RuntimeError, TypeError, ValueError, LookupError, AssertionError):
            return False
        if found is None:
            return False
        if isinstance(found, torch.fx.Node):
            node.replace_all_uses_with(found)
            self.graph.erase_node(node)
            return True
        self.made[node] = found
        return True

    def _made_of(self, node: torch.fx.Node) -> Pair | torch.fx.Node | None:
        """The parts of a node, or the real tensor that it gives; None if it stays."""
        if node.target is functions.getitem:
            source, number = node.args
            if source not in self.made:
                return None
            real, imaginary = self.made[source]
            return self.call(node.target, real, number), self.call(node.target, imaginary, number)
        rule = RULES.get(operator_name(node.target))
        found = None if rule is None else rule(self, *node.args, **node.kwargs)
        if isinstance(found, tuple) and any(_differ(part, node) for part in found):
            return None
        return found

    def part(self, side: int) -> torch.fx.Node:
        """What an operator that moves elements or adds them up does to one of the parts."""
        node = self.node
        args, kwargs = torch.fx.map_arg(
            (node.args, node.kwargs),
            lambda item: self.pair(item)[side] if is_complex(item) else item,
        )
        return self.call(_OF_PARTS.get(node.target, node.target), *args, **kwargs)

    def call(self, target: Any, *args: Any, **kwargs: Any) -> torch.fx.Node:
        """A new node before the one that is replaced.

        Raises:
            ValueError: A size is open that no node stands for, so that it would stay what it is.
        """
        if any(isinstance(item, torch.SymInt) for item in tree_leaves((args, kwargs))):
            raise ValueError("a size is open")
        fakes, named = torch.fx.map_arg((args, kwargs), lambda item: item.meta["val"])
        value = target(*fakes, **named)
        with self.graph.inserting_before(self.node):
            made = self.graph.call_function(target, args, kwargs)
        made.meta = {**self.node.meta, "val": value}
        self.new.append(made)
        return made

    def pair(self, item: Any) -> Pair:
        """The parts of an operand. Those of a real one are itself and None."""
        if isinstance(item, complex):
            return item.real, item.imag
        if not is_complex(item):
            return item, None
        if item in self.made:
            return self.made[item]
        if item not in self.taken:
            aten: Any = torch.ops.aten
            parts = self.call(aten.view_as_real.default, self.call(aten.resolve_conj.default, item))
            self.taken[item] = as_complex(self, parts)
        return self.taken[item]

    def has_parts(self, node: torch.fx.Node) -> bool:
        """Whether a node became operators of its parts."""
        return node in self.made

    def _whole(self, node: torch.fx.Node) -> torch.fx.Node:
        """A complex tensor, or several, put together of their parts. A view that shares memory with
        other results is one of what it is a view of.
        """
        aten: Any = torch.ops.aten
        if node not in self.made:
            return node
        if node not in self.joined:
            source = self._viewed(node)
            if source is not None:
                viewed = self._whole(source), *node.args[1:]
                self.joined[node] = self.call(node.target, *viewed, **node.kwargs)
            else:
                whole = self.call(aten.view_as_complex.default, self.interleaved(node))
                # Autograd forbids changes in place of results that are views.
                self.joined[node] = self.call(aten.detach.default, whole)
        return self.joined[node]

    def _viewed(self, node: torch.fx.Node) -> torch.fx.Node | None:
        """What a node is a view of, if it is put together as a view: results share its memory, or
        the view has all of it, perhaps repeated.
        """
        value, source = flat(node.meta["val"])[0], node.args[0] if node.args else None
        if not isinstance(source, torch.fx.Node):
            return None
        place, wholes = memory_of(value), flat(source.meta.get("val"))
        if place not in map(memory_of, wholes):
            return None
        repeats = is_whole(wholes[0]) and repeats_elements(value, wholes[0])
        return source if place in self.shared or is_whole(value) or repeats else None

    def interleaved(self, node: torch.fx.Node) -> torch.fx.Node:
        """Both parts along a new last dimension. The others lie as those of the complex node. Who
        asks twice gets one tensor: views of the node share its memory.
        """
        aten: Any = torch.ops.aten
        if node not in self.columns:
            source = node.args[0] if operator_name(node.target) == "detach" else None
            if source in self.made:
                columns = self.call(aten.detach.default, self.interleaved(source))
            elif memory_of(node.meta["val"]) in self.shared and self._viewed(node) is not None:
                columns = self.call(aten.view_as_real.default, self._whole(node))
            else:
                columns = self._interleaved(*self.made[node], node)
            self.columns[node] = columns
        return self.columns[node]

    def _interleaved(
        self, real: torch.fx.Node, imaginary: torch.fx.Node, node: torch.fx.Node
    ) -> torch.fx.Node:
        """Both parts along a new last dimension. The others lie as those of the complex node."""
        aten: Any = torch.ops.aten
        parts: Sequence[torch.fx.Node] = (real, imaginary)
        value = node.meta["val"]
        order = dense_order(value) or tuple(range(value.dim()))
        if not is_natural(order):
            parts = [self.call(aten.permute.default, part, order) for part in parts]
        columns = [self.call(aten.unsqueeze.default, part, -1) for part in parts]
        joined = self.call(aten.cat.default, columns, -1)
        if not is_natural(order):
            joined = self.call(aten.permute.default, joined, [*inverse(order), len(order)])
        if not free_symbols(value) and is_whole(value) and not value.is_conj():
            like = aten.view_as_real.default(value)
            if like.stride() == joined.meta["val"].stride():
                joined.meta["val"] = like  # so that it is seen to share memory with views of it
        return joined


def _has_known_types(node: torch.fx.Node) -> bool:
    """Whether all that a node reads and gives is known, and no complex number is of 32 bits."""
    around = (node, *node.all_input_nodes)
    tensors = [item for each in around for item in flat(each.meta.get("val"))]
    return all(
        item is not None and (not has_complex_type(item) or item.dtype in _TYPES)
        for item in tensors
    )


def _gives_complex(node: torch.fx.Node) -> bool:
    """Whether a node gives a complex tensor, or several of which one is."""
    return any(has_complex_type(item) for item in flat(node.meta.get("val")))


def _differ(part: torch.fx.Node, node: torch.fx.Node) -> bool:
    """Whether tensors are no parts of what a node gives."""
    pairs = zip(flat(part.meta["val"]), flat(node.meta["val"]), strict=True)
    return any(a.shape != b.shape or a.dtype != b.dtype.to_real() for a, b in pairs)
