"""What functions of complex tensors get: the parts of operands, and new nodes.

`aoe.torch.joint.complex_pairs` gives the functions of `complex_products.py`,
`complex_functions.py` and `complex_values.py` the operators of a graph.
"""

from __future__ import annotations

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
    return _full(pairs, [], number)


def filled(pairs: Parts, number: float) -> torch.fx.Node:
    """A part of the tensor that the node gives, of one number."""
    return _full(pairs, list(pairs.node.meta["val"].shape), number)


def _full(pairs: Parts, shape: list[Any], number: float) -> torch.fx.Node:
    like = pairs.node.meta["val"]
    kind = {"dtype": like.dtype.to_real(), "device": like.device}
    return pairs.call(torch.ops.aten.full.default, shape, number, **kind)
