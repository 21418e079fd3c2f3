"""A graph with open sizes as AOTAutograd calls it: compiled once for each size that it meets.

AOTAutograd made the graph for all these sizes, and Dynamo's guards say for which. So neither of
them works again for another size, and Dynamo's limit of recompilations does not count sizes.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from types import MappingProxyType
from typing import Any, TypeAlias

import torch

from aoe.errors import quoted
from aoe.torch.boxed import Boxed
from aoe.torch.layouts import dense_order
from aoe.torch.options import TorchOptions
from aoe.torch.partition import by_pytorch, check_values, count_of, laid_out, placeholders
from aoe.torch.report import Progress, journal
from aoe.torch.sizes.argument_views import ArgumentViews
from aoe.torch.sizes.kept_programs import KeptPrograms
from aoe.torch.sizes.number_results import with_number_results, without_number_results
from aoe.torch.sizes.open_sizes import (
    Formula,
    Numbers,
    OpenSizes,
    decided_by_data,
    open_sizes,
    symbols_of,
)
from aoe.torch.sizes.specialised import UnspecialisedError, specialised

logger = logging.getLogger("aoe.torch")

#: How arguments lie, by their names, where that is not as the graph says.
Orders: TypeAlias = Mapping[str, tuple[int, ...]]
#: The sizes that a graph is compiled for.
Sizes: TypeAlias = tuple[int, ...]
#: Compiles a graph of fixed sizes: it gets the graph, how its arguments lie, and the sizes for a
#: report.
CompileSizes: TypeAlias = Callable[[torch.fx.GraphModule, Orders, Sizes], Boxed]
#: Operators that give strides.
_STRIDES = (torch.ops.aten.sym_stride.int, torch.ops.aten.sym_stride.default)


def open_graph(
    kind: str,
    module: torch.fx.GraphModule,
    compile_sizes: CompileSizes,
    options: TorchOptions,
    known: set[Formula],
    views: ArgumentViews | None = None,
) -> Boxed | None:
    """A graph that is compiled when its sizes are known; None if they are known, or if nobody but
    data decides them.

    Args:
        kind: "forward", "backward" or "inference".
        module: The graph.
        compile_sizes: What compiles it for sizes.
        options: For how many sizes, and whether PyTorch may compute it.
        known: The symbols of the forward graph's arguments. The forward graph adds them.
        views: Results that are views of arguments.
    """
    whole = module
    if views is not None:
        module = views.left_out(module)
    module, numbers = without_number_results(module)
    function = _compiled_by_sizes(kind, module, compile_sizes, options, known)
    if function is None:
        return None
    if views is not None and views.unknown:
        error = UnspecialisedError("a result is a view of an argument, and it is not seen how")
        function = _refused(error, kind, module, options)
    if numbers is not None:
        function = with_number_results(function, numbers)
    return function if views is None else views.beside(function, whole)


def _compiled_by_sizes(
    kind: str,
    module: torch.fx.GraphModule,
    compile_sizes: CompileSizes,
    options: TorchOptions,
    known: set[Formula],
) -> Boxed | None:
    """The graph without numbers that it only counts on. Arguments as those of `open_graph`."""
    arguments = placeholders(module)
    values = [node.meta.get("val") for node in arguments]
    reads_strides = any(node.target in _STRIDES for node in module.graph.nodes)
    read = [number for number, node in enumerate(arguments) if node.users or reads_strides]
    sizes = open_sizes(values, read, reads_strides)
    if kind == "forward":
        known |= symbols_of(values)
    if kind != "backward" or sizes is None or not decided_by_data(values, known):
        return OpenGraph(kind, module, sizes, compile_sizes, options) if sizes else None
    if not symbols_of(values) & known:
        return None
    # Each run would be of another size.
    error = UnspecialisedError("data decide sizes that it reads, beside sizes that are open")
    return _refused(error, kind, module, options)


class OpenGraph:
    """Calls the program of a graph for the sizes of the arguments. It is compiled in the first call
    with these sizes.
    """

    def __init__(
        self,
        kind: str,
        module: torch.fx.GraphModule,
        sizes: OpenSizes,
        compile_sizes: CompileSizes,
        options: TorchOptions,
    ) -> None:
        self._boxed_call = True
        self._module = module
        self._sizes = sizes
        self._compile = compile_sizes
        self._options = options
        self._kind = kind
        self._programs = KeptPrograms(options.most_sizes)
        #: Held while it is decided what computes sizes, which is short, and while one compiles.
        self._deciding, self._compiling = threading.Lock(), threading.Lock()
        #: Sizes that are to have a program, and have none yet.
        self._admitted: set[Numbers] = set()
        self._rest: Boxed | None = None

    def __call__(self, arguments: list[Any]) -> Sequence[Any]:
        """One run. The arguments are taken out of the list."""
        sizes = self._sizes.of_call(arguments)
        function = self._programs.get(sizes)
        if function is None:
            function = self._made(sizes, arguments) if self._admits(sizes) else self._by_pytorch()
        return function(arguments)

    def _admits(self, sizes: Numbers) -> bool:
        """Whether sizes without a program are to have one, which another thread perhaps makes."""
        with self._deciding:
            if sizes in self._admitted or self._programs.get(sizes):
                return True
            admitted = self._programs.admits(sizes)
            if admitted:
                self._admitted.add(sizes)
            return admitted

    def _made(self, sizes: Numbers, arguments: Sequence[Any]) -> Boxed:
        with self._compiling:
            function = self._programs.get(sizes)
            if function is not None:
                return function
            try:
                function = self._compiled(sizes, arguments)
                with self._deciding:
                    self._programs.add(sizes, function)
            finally:
                self._admitted.discard(sizes)
            return function

    def _compiled(self, sizes: Numbers, arguments: Sequence[Any]) -> Boxed:
        told = self._sizes.told(sizes)
        try:
            numbers, strides = self._sizes.numbers(sizes), self._sizes.strides(sizes)
            module = specialised(self._module, numbers, strides)
        except UnspecialisedError as error:
            return _refused(error, self._kind, self._module, self._options, told)
        orders = (
            self._orders(module, arguments) if self._kind == "backward" else MappingProxyType({})
        )
        return self._compile(module, orders, told)

    def _orders(self, module: torch.fx.GraphModule, arguments: Sequence[Any]) -> Orders:
        """How what the forward graph saved lies, as kernels like it."""
        found = {}
        for node, tensor in zip(placeholders(module), arguments, strict=True):
            if isinstance(tensor, torch.Tensor) and tensor.stride() != node.meta["val"].stride():
                order = dense_order(tensor)
                if order is not None:
                    found[node.name] = order
        return found

    def _by_pytorch(self) -> Boxed:
        """The graph of all sizes, once it is told."""
        with self._deciding:
            if self._rest is None:
                logger.warning(
                    "PyTorch computes a graph for sizes or numbers that seldom come, since it is "
                    "compiled for %d; options={'most_sizes': ...} says for how many sizes",
                    len(self._programs),
                )
                self._rest = _of_all_sizes(self._kind, self._module)
            return self._rest


def _refused(
    error: UnspecialisedError,
    kind: str,
    module: torch.fx.GraphModule,
    options: TorchOptions,
    sizes: Sizes = (),
) -> Boxed:
    """A graph of all sizes, computed by PyTorch, told to the journal. Raises the error where that
    must not be.
    """
    if not options.fallback:
        raise error
    progress = Progress(journal().name(kind), reasons=[quoted(error)], sizes=sizes)
    journal().add(progress.report(count_of(module), 0))
    return _of_all_sizes(kind, module)


def _of_all_sizes(kind: str, module: torch.fx.GraphModule) -> Boxed:
    """A graph, computed by PyTorch. What was saved lies as the graph says, which views need."""
    orders = {}
    for number, node in enumerate(placeholders(module) if kind == "backward" else ()):
        value = node.meta.get("val")
        order = dense_order(value) if isinstance(value, torch.Tensor) else None
        if order is not None:
            orders[number] = order
    copied = torch.fx.GraphModule(module, deepcopy(module.graph))
    check_values(copied, (), is_read_later=kind == "forward")
    function = by_pytorch(copied)
    return laid_out(function, orders) if orders else function
