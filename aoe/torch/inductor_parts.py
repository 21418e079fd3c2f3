"""Keeps parts of PyTorch from being loaded, most of them of Inductor, and files from being read,
which PyTorch asks for and this backend does not use. To load and read all takes a second.
"""

from __future__ import annotations

import hashlib
import operator
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cache
from importlib import import_module
from pathlib import Path
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
#: Large folders of PyTorch without modules.
_WITHOUT_MODULES = ("__pycache__", "include", "share")
#: Where PyTorch's key takes a function from for graphs with kernels of Triton.
_WRAPPER = "torch._inductor.codegen.wrapper"
#: Where AOTAutograd takes the function from that logs graphs where somebody debugs.
_DEBUG = "torch._inductor.debug"
#: Where Dynamo takes a function from that it looks for in all that is called.
_LOCAL_MAP = "torch.distributed.tensor.experimental._func_map"
#: Where PyTorch's partitioner takes two functions from when it joins equal nodes.
_MATCHER = "torch._inductor.pattern_matcher"
#: The modules of functions that take items of tuples and compute sizes.
_ARITHMETIC = (operator.getitem.__module__, "math")
#: What the first of them notes at nodes, and the second compares.
_REGION = "mutation_region_id"


@contextmanager
def without_generators() -> Iterator[None]:
    """While this is in force, PyTorch's key does not ask for Inductor's code generators, nor for
    what all files of PyTorch and Triton hold. Dynamo compiles one graph at a time, so that Inductor
    does not meet this.
    """
    with ExitStack() as stack:
        for name, value in _GENERATORS.items():
            stack.enter_context(replaced(codecache, name, value))
        stack.enter_context(replaced(codecache, "torch_key", torch_files))
        system = staticmethod(_system)
        stack.enter_context(replaced(codecache.CacheBase, "get_system", system))
        stack.enter_context(_standing_in(_Wrapper(_WRAPPER)))
        yield


def without_debugging() -> AbstractContextManager[None]:
    """While this is in force, AOTAutograd does not load Inductor's scheduler for a log that nobody
    asked for.
    """
    return _standing_in(_Debug(_DEBUG))


def without_local_map() -> AbstractContextManager[None]:
    """While this is in force, Dynamo does not load the parallelism of contexts to see that a
    function is not one of it.
    """
    return _standing_in(_LocalMap(_LOCAL_MAP))


def without_matcher() -> AbstractContextManager[None]:
    """While this is in force, PyTorch's partitioner does not load Inductor's pattern matcher, and
    with it the lowering of all operators.
    """
    return _standing_in(_Matcher(_MATCHER))


@cache
def torch_files() -> bytes:
    """A digest of PyTorch's version, and of the names, sizes and times of its modules and
    libraries: what Python asks of a file before it takes what it compiled of it. PyTorch's own key
    has what the modules hold, 50 MB.
    """
    digest = hashlib.sha256(f"{torch.__version__} {torch.version.git_version}".encode())
    for line in _described(str(Path(torch.__file__).parent)):
        digest.update(line.encode())
    return digest.digest()


def _described(folder: str) -> Iterator[str]:
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.endswith((".py", ".so")):
            try:
                status = entry.stat()
            except OSError:  # a link to nothing, or a file that was removed
                continue
            yield f"{entry.path} {status.st_size} {status.st_mtime_ns}\n"
        elif entry.is_dir(follow_symlinks=False) and entry.name not in _WITHOUT_MODULES:
            yield from _described(entry.path)


def _system() -> Mapping[str, Any]:
    """The present GPU if this process uses one, and the hash that Inductor asks for, should it
    compile in another thread. What is kept has no code for a GPU, but PyTorch may choose operators
    by it. PyTorch's own function also digests Triton's library, 500 MB.
    """
    if not torch.cuda.is_initialized():
        return {"hash": ""}
    found = torch.cuda.get_device_properties(torch.cuda.current_device())
    return {"name": found.name, "capability": (found.major, found.minor), "hash": ""}


@contextmanager
def replaced(owner: Any, name: str, value: object) -> Iterator[None]:
    """While this is in force, a module or class has another value. One that lacks it, as in other
    versions of PyTorch, stays without.
    """
    if name not in vars(owner):
        yield
        return
    before = vars(owner)[name]
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


@contextmanager
def _standing_in(stand_in: _StandIn) -> Iterator[None]:
    """While this is in force, a module that is not loaded has a stand-in."""
    # In one step, because another thread may be loading the module.
    if sys.modules.setdefault(stand_in.__name__, stand_in) is not stand_in:
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

    def leave(self) -> None:
        """Makes room for the module itself."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]

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
        """Logs graphs of AOTAutograd, with TORCH_COMPILE_DEBUG only."""
        if codecache.config.trace.enabled:
            logging: AbstractContextManager[Any] = self._loaded().enable_aot_logging()
            return logging
        return nullcontext()


class _LocalMap(_StandIn):
    """Stands in for functions on parts of distributed tensors."""

    def _local_map_wrapped(self) -> None:
        """Nobody has the function itself as long as its module is not loaded."""


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
