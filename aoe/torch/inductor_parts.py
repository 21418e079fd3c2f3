"""Keeps parts of Inductor from being loaded that PyTorch asks for and that this backend does not
use. To load them takes half a second and more.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Any

import torch

from aoe.torch.private_torch import codecache

#: What PyTorch's key of a graph asks of Inductor's code generators, and what it gets instead.
_GENERATORS: Mapping[str, object] = MappingProxyType(
    {
        "init_backend_registration": lambda: None,
        "custom_backend_passes": {},
        "custom_backend_codegen_configs": {},
    }
)
#: Where PyTorch's partitioner takes two functions from when it joins equal nodes.
_MATCHER = "torch._inductor.pattern_matcher"
#: The modules of functions that take items of tuples and compute sizes.
_ARITHMETIC = (operator.getitem.__module__, "math")
#: What the first of them notes at nodes, and the second compares.
_REGION = "mutation_region_id"


@contextmanager
def without_generators() -> Iterator[None]:
    """While this is in force, PyTorch's key does not ask for Inductor's code generators. Dynamo
    compiles one graph at a time, so that Inductor does not meet this.
    """
    before = {name: getattr(codecache, name) for name in _GENERATORS if hasattr(codecache, name)}
    for name in before:
        setattr(codecache, name, _GENERATORS[name])
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(codecache, name, value)


@contextmanager
def without_matcher() -> Iterator[None]:
    """While this is in force, PyTorch's partitioner does not load Inductor's pattern matcher, and
    with it the lowering of all operators.
    """
    if _MATCHER in sys.modules:
        yield
        return
    stand_in = _Matcher(_MATCHER)
    sys.modules[_MATCHER] = stand_in
    try:
        yield
    finally:
        stand_in.leave()


class _Matcher(ModuleType):
    """Has the two functions. Whoever asks for another thing gets it of the module itself, which is
    loaded then.
    """

    def compute_mutation_region_ids(self, graph: torch.fx.Graph) -> None:
        """Numbers the nodes by how many nodes before them change a tensor."""
        nodes = list(graph.nodes)
        changes = [_changes(node) for node in nodes]
        if None in changes:
            self._loaded().compute_mutation_region_ids(graph)
            return
        region = 0
        for node, change in zip(nodes, changes, strict=True):
            region += bool(change)
            node.meta[_REGION] = region

    def same_mutation_regions(self, one: torch.fx.Node, other: torch.fx.Node) -> bool:
        """Whether no tensor is changed between two nodes."""
        return bool(one.meta[_REGION] == other.meta[_REGION])

    def leave(self) -> None:
        """Makes room for the module itself."""
        if sys.modules.get(_MATCHER) is self:
            del sys.modules[_MATCHER]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # Python asks for these when it imports a module
            raise AttributeError(name)
        return getattr(self._loaded(), name)

    def _loaded(self) -> Any:
        self.leave()
        return import_module(_MATCHER)


def _changes(node: torch.fx.Node) -> bool | None:
    """Whether a node changes a tensor; None for a kind of node that only Inductor knows."""
    if node.op in ("placeholder", "get_attr", "output"):
        return False
    if node.op != "call_function" or node.kwargs.get("out") is not None:
        return None
    if isinstance(node.target, torch._ops.OpOverload) and node.target.namespace != "inductor":
        return bool(node.target._schema.is_mutable)
    return False if getattr(node.target, "__module__", "") in _ARITHMETIC else None
