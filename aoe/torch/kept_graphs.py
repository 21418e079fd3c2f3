"""Keeps the models of graphs in PyTorch's cache of graphs, so that a script that is started again
needs neither AOTAutograd nor a translation.

PyTorch finds an entry by the graph that Dynamo recorded, the inputs, its own configuration and a
tag, here a digest of this package, on which decompositions and translations depend, and settings
that not every version's key has. A graph that all this does not tell from others is not kept. An
entry has the models, not their programs: those are in the compile cache
(`aoe.application.model.program_group`), which also knows the repositories. `compiler.py` makes and
loads entries. The files are PyTorch's, in TORCHINDUCTOR_CACHE_DIR, as are those of Inductor.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import onnx
import onnx_ir
import torch

from aoe.application.model.known_model import KnownModel
from aoe.application.model.program_cache import package_digest
from aoe.torch.boxed import Boxed
from aoe.torch.endings import Ending
from aoe.torch.private_torch import (
    BypassAOTAutogradCache,
    OutputCode,
    SerializableAOTDispatchCompiler,
    functorch_config,
)
from aoe.torch.replaced.cache_key import without_generators
from aoe.torch.translate.interface import Interface
from aoe.torch.translate.translation import Translation

#: The setting by which PyTorch compiles the backward graph with the forward graph.
_BOTH_AT_ONCE = "force_non_lazy_backward_lowering"

#: The namespaces of operators that a version of PyTorch defines.
_NAMESPACES = ("aten", "prim", "prims")


@dataclass(frozen=True, slots=True)
class Kept:
    """A graph in the cache.

    Attributes:
        kind: "forward" or "backward".
        operators: How many operators of PyTorch the graph has.
        ending: What is left to do behind it.
        digest: What its program is found by in the compile cache.
        shapes: The shapes of the model's inputs.
        model: The bytes of the model, which is read only where there is no program of it.
        interface: What the model reads and writes.
    """

    kind: str
    operators: int
    ending: Ending
    digest: str
    shapes: tuple[tuple[str, tuple[int, ...]], ...]
    model: bytes
    interface: Interface

    @classmethod
    def of(
        cls,
        kind: str,
        operators: int,
        ending: Ending,
        translation: Translation,
        known: KnownModel,
    ) -> Kept:
        """What to keep of a translation. `known`: its model."""
        return cls(
            kind,
            operators,
            ending,
            known.digest,
            tuple(known.shapes.items()),
            onnx_ir.to_proto(translation.model).SerializeToString(),
            translation.interface,
        )

    @property
    def known(self) -> KnownModel:
        """The model that was kept."""
        return KnownModel(self.digest, dict(self.shapes), self._read)

    def _read(self) -> onnx_ir.Model:
        return onnx_ir.serde.deserialize_model(onnx.ModelProto.FromString(self.model))


#: Compiles what was found in the cache, while `keeping` is in force.
_load: ContextVar[Callable[[Kept], Boxed]] = ContextVar("aoe.torch.kept_graphs")


class _Once:
    """What a function gives, which is called once. A thread that comes meanwhile waits."""

    def __init__(self, function: Callable[[], tuple[Boxed, Kept | None]]) -> None:
        self._function = function
        self._lock = threading.Lock()
        self._found: tuple[Boxed, Kept | None] | None = None

    def __call__(self) -> tuple[Boxed, Kept | None]:
        with self._lock:
            if self._found is None:
                self._found = self._function()
            return self._found


class KeptGraph(OutputCode):  # type: ignore[misc]
    """A compiled graph that PyTorch's cache can have."""

    def __init__(self, finished: Callable[[], tuple[Boxed, Kept | None]]) -> None:
        """`finished`: waits until it is compiled, and gives what computes it and what to keep of
        it; None if that is not possible.
        """
        super().__init__()
        self._boxed_call = True
        self._waiting: _Once | None = _Once(finished)
        self._function: Boxed | None = None
        self._kept: Kept | None = None

    def finish(self) -> None:
        """Waits until the graph is compiled, once. Several threads may."""
        waiting = self._waiting
        if waiting is not None:
            self._function, self._kept = waiting()
            self._waiting = None

    def __call__(self, inputs: Any) -> Any:
        """One run of the graph."""
        self.finish()
        assert self._function is not None, "a graph is loaded before it runs"
        return self._function(inputs)

    def prepare_for_serialization(self) -> None:
        """Drops what is of this process. Raises PyTorch's own error for a graph not to be kept."""
        if self._kept is None or self._waiting is not None:
            raise BypassAOTAutogradCache("this graph has no model of its own")
        self._function = None

    def post_compile(self, *_: Any) -> None:
        """Compiles a graph that comes from the cache."""
        assert self._kept is not None, "only what is kept comes from the cache"
        self._function = _load.get()(self._kept)

    def set_triton_bundle(self, triton_bundle: Any) -> None:
        """Does nothing: these programs have no Triton kernels."""


def unkept(function: Boxed) -> KeptGraph:
    """A function that PyTorch's cache is not to have, where it asks for each graph."""
    graph = KeptGraph(lambda: (function, None))
    graph.finish()
    return graph


def keeps(module: torch.fx.GraphModule, inputs: Sequence[Any]) -> bool:
    """Whether a graph of Dynamo can be kept: PyTorch makes both graphs at once where it is asked to
    (2.9 does not), sizes are fixed, and PyTorch's key tells the graph from all others. The key has
    neither which inputs share memory, which matters where one is changed, nor what operators of
    other packages compute.

    Args:
        module: The graph.
        inputs: Its inputs.
    """
    nodes = [
        node
        for part in module.modules()
        if isinstance(part, torch.fx.GraphModule)
        for node in part.graph.nodes
    ]
    return (
        hasattr(functorch_config, _BOTH_AT_ONCE)
        and not any(_has_open_sizes(node) or _is_of_others(node) for node in nodes)
        and not _share_memory([*inputs, *_tensors_of(module)])
    )


def keeping_compiler(
    compiler: Callable[[torch.fx.GraphModule, Sequence[Any]], KeptGraph],
) -> SerializableAOTDispatchCompiler:
    """A compiler of AOTAutograd whose graphs may come from the cache."""
    return SerializableAOTDispatchCompiler(KeptGraph, compiler)


@contextmanager
def keeping(load: Callable[[Kept], Boxed]) -> Iterator[None]:
    """While this is in force, AOTAutograd looks into the cache and keeps what it makes.

    The backward graph is compiled with the forward graph then, because both make one entry.

    Args:
        load: Compiles what is found.
    """
    known = torch.compiler.config.cache_key_tag
    tag = f"{known} aoe {package_digest()} {_surroundings()}"
    token = _load.set(load)
    try:
        with (
            functorch_config.patch({"bundled_autograd_cache": True, _BOTH_AT_ONCE: True}),
            torch.compiler.config.patch(cache_key_tag=tag),
            without_generators(),
        ):
            yield
    finally:
        _load.reset(token)


def _surroundings() -> str:
    """Settings of PyTorch on which a graph depends. Not every version's key has them."""
    autocast = [
        torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else None
        for kind in ("cpu", "cuda")
    ]
    return f"{torch.get_default_dtype()} {autocast}"


def _has_open_sizes(node: torch.fx.Node) -> bool:
    found = node.meta.get("example_value")
    return any(
        isinstance(value, torch.SymInt | torch.SymFloat | torch.SymBool)
        or (isinstance(value, torch.Tensor) and value._has_symbolic_sizes_strides)
        for value in (found if isinstance(found, list | tuple) else [found])
    )


def _is_of_others(node: torch.fx.Node) -> bool:
    """Whether a node calls an operator that is not PyTorch's own. Others may be made of Python code
    that AOTAutograd traces.
    """
    if not isinstance(node.target, torch._ops.OpOverload | torch._ops.OpOverloadPacket):
        return False
    return str(node.target).partition(".")[0] not in _NAMESPACES


def _tensors_of(module: torch.fx.GraphModule) -> list[torch.Tensor]:
    """Tensors of a graph that AOTAutograd makes inputs of, as of optimizers."""
    return [
        tensor
        for named in (module.named_parameters, module.named_buffers)
        for _, tensor in named(remove_duplicate=False)
    ]


def _share_memory(inputs: Sequence[Any]) -> bool:
    """Whether two of the inputs lie in one piece of memory."""
    places = [
        item.untyped_storage()._cdata
        for item in inputs
        if isinstance(item, torch.Tensor) and item.layout is torch.strided
    ]
    return len(set(places)) < len(places)
