"""Which tensors of a graph a model can have: those on the graph's device, and numbers beside it.

PyTorch lets an operator of a GPU read a tensor without dimensions that is on the CPU. Such an
argument is copied before each run. What is computed on the CPU in a graph of a GPU stays with
PyTorch, unless it is constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from aoe.torch.translate.emitter import data_type
from aoe.torch.translate.facts import has_open_sizes, type_name
from aoe.torch.translate.table import UntranslatedError

#: Where numbers may be beside the device of a graph.
_BESIDE = "cpu"


class Placement:
    """Says of the nodes of one graph where their tensors are, from the first node on."""

    def __init__(self, device: torch.device) -> None:
        """`device`: that of the graph."""
        self._device = device
        self._constants: set[torch.fx.Node] = set()

    def is_elsewhere(self, node: torch.fx.Node) -> bool:
        """Whether a tensor of a node is not on the device."""
        return any(item.device != self._device for item in _tensors(node))

    def require_read(self, node: torch.fx.Node) -> None:
        """Raises `UntranslatedError` if a model can read no tensor like one of a node."""
        for tensor in _tensors(node):
            data_type(type_name(tensor.dtype))
            if tensor.layout is not torch.strided:
                raise UntranslatedError(f"it is {tensor.layout} on {tensor.device}")
            if has_open_sizes(tensor):
                raise UntranslatedError("data decide its size")
        if self.is_elsewhere(node) and not self._may_be_beside(node):
            raise UntranslatedError(self._elsewhere(node))

    def require_made(self, node: torch.fx.Node) -> None:
        """Raises `UntranslatedError` if a model can have no tensor like one that a node makes."""
        self.require_read(node)
        is_made = node.op == "call_function"
        if is_made and self.is_elsewhere(node) and not self._is_constant(node):
            raise UntranslatedError(self._elsewhere(node))

    def require_result(self, node: torch.fx.Node) -> None:
        """Raises `UntranslatedError` if a node is no result that a model can write."""
        if self.is_elsewhere(node):
            raise UntranslatedError(self._elsewhere(node))

    def _elsewhere(self, node: torch.fx.Node) -> str:
        found = next(item for item in _tensors(node) if item.device != self._device)
        return f"it is on {found.device}, and the graph on {self._device}"

    def _may_be_beside(self, node: torch.fx.Node) -> bool:
        """Whether a node whose tensor is elsewhere gives a number of the CPU, or what is the same
        in every run.
        """
        places = {item.device.type for item in _tensors(node)}
        if not places <= {_BESIDE, self._device.type}:
            return False
        return self._is_constant(node) or all(item.dim() == 0 for item in _tensors(node))

    def _is_constant(self, node: torch.fx.Node) -> bool:
        """Whether a node gives the same in every run. Those before it were asked for."""
        known = all(item in self._constants for item in node.all_input_nodes)
        is_made = node.op == "call_function" and known and not is_random(node)
        if node.op == "get_attr" or is_made:
            self._constants.add(node)
        return node in self._constants


def flat(given: object) -> Sequence[Any]:
    """One thing, or several of them, as a sequence."""
    return list(given) if isinstance(given, list | tuple) else [given]


def is_random(node: torch.fx.Node) -> bool:
    """Whether a node draws random numbers."""
    return torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())


def _tensors(node: torch.fx.Node) -> list[torch.Tensor]:
    return [item for item in flat(node.meta.get("val")) if isinstance(item, torch.Tensor)]
