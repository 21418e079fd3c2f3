"""What functions of complex tensors get: the parts of operands, and new nodes.

`aoe.torch.joint.complex_pairs` gives the functions of `complex_products.py`,
`complex_functions.py`, `complex_values.py` and `complex_rules.py` the operators of a graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import torch

#: The real and the imaginary part of a node: tensors, lists of tensors, or numbers.
Pair: TypeAlias = tuple[Any, Any]


class Parts(Protocol):
    """What knows the parts of complex tensors in a graph, and makes nodes of it.

    Attributes:
        node: The operator that is replaced.
    """

    node: torch.fx.Node

    def call(self, target: Any, *args: Any, **kwargs: Any) -> torch.fx.Node:
        """A new node before the one that is replaced."""

    def pair(self, item: Any) -> Pair:
        """The parts of an operand. Those of a real one are itself and None."""

    def part(self, side: int) -> torch.fx.Node:
        """What an operator that moves elements or adds them up does to one of the parts."""

    def has_parts(self, node: torch.fx.Node) -> bool:
        """Whether a node became operators of its parts."""

    def interleaved(self, node: torch.fx.Node) -> torch.fx.Node:
        """The parts of such a node along a new last dimension."""


def tensor_of_number(pairs: Parts, number: float) -> torch.fx.Node:
    """A number as a tensor without dimensions, of the element type of the parts of the node."""
    return filled(pairs, [], number)


def filled_like(pairs: Parts, part: torch.fx.Node, number: float) -> torch.fx.Node:
    """A part of the tensor that the node gives, of one number. `part`: the other part of it, which
    knows sizes that are open.
    """
    kind = pairs.node.meta["val"].dtype.to_real()
    return pairs.call(torch.ops.aten.full_like.default, part, number, dtype=kind)


def filled(pairs: Parts, shape: Sequence[Any], number: float) -> torch.fx.Node:
    """A tensor of one number, of the element type of the parts of the node. `shape`: numbers, and
    nodes that stand for open sizes.
    """
    like = pairs.node.meta["val"]
    kind = {"dtype": like.dtype.to_real(), "device": like.device}
    return pairs.call(torch.ops.aten.full.default, list(shape), number, **kind)


def as_complex(pairs: Parts, parts: torch.fx.Node) -> Pair:
    """The parts that lie side by side in the last dimension of a tensor."""
    select = torch.ops.aten.select.int
    return pairs.call(select, parts, -1, 0), pairs.call(select, parts, -1, 1)


def is_complex(item: object) -> bool:
    """Whether an operand is a complex tensor."""
    return isinstance(item, torch.fx.Node) and has_complex_type(item.meta.get("val"))


def has_complex_type(value: object) -> bool:
    """Whether a value is a complex tensor."""
    return isinstance(value, torch.Tensor) and value.is_complex()
