"""Stands in for modules that PyTorch loads for one function each, most of them of Inductor.

A stand-in is there for all threads, and does as the module does. Who asks for more of it gets it of
the module itself, which is loaded then.
"""

from __future__ import annotations

import operator
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from types import ModuleType
from typing import Any

import torch

from aoe.settings import torch_is_debugged
from aoe.torch.private_torch import codecache

#: Where PyTorch's key takes a function from for graphs with kernels of Triton.
_WRAPPER = "torch._inductor.codegen.wrapper"
#: Where AOTAutograd takes the function from that logs graphs where somebody debugs.
_DEBUG = "torch._inductor.debug"
#: Where PyTorch's partitioner takes two functions from when it joins equal nodes.
_MATCHER = "torch._inductor.pattern_matcher"
#: The modules of functions that take items of tuples and compute sizes.
_ARITHMETIC = (operator.getitem.__module__, "math")
#: What the first of them notes at nodes, and the second compares.
_REGION = "mutation_region_id"
#: While a stand-in comes or goes. Reentrant: a collection of garbage may begin.
_LOCK = threading.RLock()


def without_sources() -> AbstractContextManager[None]:
    """While this is in force, PyTorch's key does not load Inductor's code generator of calls to see
    that a graph has no kernel of the user.
    """
    return _standing_in(_Wrapper(_WRAPPER))


def without_debugging() -> AbstractContextManager[None]:
    """While this is in force, AOTAutograd does not load Inductor's scheduler for a log that nobody
    asked for.
    """
    return _standing_in(_Debug(_DEBUG))


def without_matcher() -> AbstractContextManager[None]:
    """While this is in force, PyTorch's partitioner does not load Inductor's pattern matcher, and
    with it the lowering of all operators.
    """
    return _standing_in(_Matcher(_MATCHER))


@contextmanager
def _standing_in(stand_in: _StandIn) -> Iterator[None]:
    """While this is in force, a module that is not loaded has a stand-in."""
    if not stand_in.enter():
        yield
        return
    try:
        yield
    finally:
        stand_in.leave()


class _StandIn(ModuleType):
    """Has some functions of a module. Whoever asks for another thing gets it of the module itself,
    which is loaded then.
    """

    def enter(self) -> bool:
        """Takes the place of the module, also as an attribute of its package, unless the module or
        another stand-in is there. Returns whether it did.
        """
        with _LOCK:
            # In one step, because another thread may be loading the module.
            if sys.modules.setdefault(self.__name__, self) is not self:
                return False
            package, name = self._place()
            package.setdefault(name, self)
            return True

    def leave(self) -> None:
        """Makes room for the module itself."""
        with _LOCK:  # so that what is found here is a stand-in until it is removed
            package, name = self._place()
            if package.get(name) is self:
                del package[name]
            if sys.modules.get(self.__name__) is self:
                del sys.modules[self.__name__]
            loaded = sys.modules.get(self.__name__)
            if loaded is not None:  # by a thread that began before this stand-in came
                package.setdefault(name, loaded)

    def _place(self) -> tuple[dict[str, Any], str]:
        """The attributes of the package that the module is in, and its name there."""
        package, _, name = self.__name__.rpartition(".")
        return vars(sys.modules[package]) if package in sys.modules else {}, name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # Python asks for these when it imports a module
            raise AttributeError(name)
        return getattr(self._loaded(), name)

    def _loaded(self) -> Any:
        self.leave()
        return import_module(self.__name__)


class _Wrapper(_StandIn):
    """Stands in for the code generator of calls."""

    def user_defined_triton_kernel_transitive_closure_source_code(self, kernel: Any) -> Any:
        """The source of a kernel of the user."""
        return self._loaded().user_defined_triton_kernel_transitive_closure_source_code(kernel)


class _Debug(_StandIn):
    """Stands in for Inductor's logs."""

    def enable_aot_logging(self) -> AbstractContextManager[Any]:
        """Logs graphs of AOTAutograd, with TORCH_COMPILE_DEBUG only. A version of PyTorch reads
        that when it is loaded or now.
        """
        if codecache.config.trace.enabled or torch_is_debugged():
            logging: AbstractContextManager[Any] = self._loaded().enable_aot_logging()
            return logging
        return nullcontext()


class _Matcher(_StandIn):
    """Stands in for the pattern matcher."""

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


def _changes(node: torch.fx.Node) -> bool | None:
    """Whether a node changes a tensor; None for a kind of node that only Inductor knows."""
    if node.op in ("placeholder", "get_attr", "output"):
        return False
    if node.op != "call_function" or node.kwargs.get("out") is not None:
        return None
    if isinstance(node.target, torch._ops.OpOverload) and node.target.namespace != "inductor":
        return bool(node.target._schema.is_mutable)
    return False if getattr(node.target, "__module__", "") in _ARITHMETIC else None
