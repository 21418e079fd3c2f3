"""What functions of complex tensors get: the parts of operands, and new nodes.

`aoe.torch.joint.complex_pairs` gives the functions of `complex_products.py`,
`complex_functions.py` and `complex_values.py` the operators of a graph.
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
