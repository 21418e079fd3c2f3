"""Compiles the graphs that AOTAutograd makes of one graph of Dynamo: forward and backward, or one.
Each is translated, whole or in parts, and its models are compiled; or PyTorch computes it.

`compiler.py` asks for it. `translate/` makes the models, `partition.py` splits a graph that
open-aoe cannot compute whole, `sizes/` fixes sizes that a graph leaves open.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import partial
from typing import Any

import onnx_ir
import torch

from aoe.application.model.known_model import KnownModel, known_model
from aoe.application.model.program_group import GroupProgram, ProgramGroup
from aoe.backends.registry import DEFAULT
from aoe.errors import AoeError, quoted
from aoe.settings import Settings, usable_cores
from aoe.torch.boxed import Boxed
from aoe.torch.compiled import CompiledGraph
from aoe.torch.device.devices import TensorDevice, programs_for
from aoe.torch.dump import dump, dumping
from aoe.torch.endings import Ending, taken_apart
from aoe.torch.freezing import FreezingGraph, weight_numbers
from aoe.torch.joint.complex_pairs import as_pairs
from aoe.torch.joint.joint_graph import partition
from aoe.torch.joint.saved_states import with_states_apart
from aoe.torch.kept_graphs import (
    Kept,
    KeptGraph,
    keeps,
    unkept,
)
from aoe.torch.layouts import seen_outputs
from aoe.torch.multiple_views import let_autograd_know
from aoe.torch.mutations import let_backward_repeat
from aoe.torch.options import TorchOptions
from aoe.torch.partition import (
    as_said,
    by_pytorch,
    check_values,
    count_of,
    in_order,
    named_nodes,
    placeholders,
    split,
)
from aoe.torch.report import Progress, journal
from aoe.torch.sizes.argument_views import ArgumentViews, copy_if_open, views_of_arguments
from aoe.torch.sizes.open_graph import Orders, Sizes, open_graph
from aoe.torch.step_tuning import StepTuner
from aoe.torch.translate.step_graphs import (
    BegunGraph,
    MadeGraph,
    NoResultError,
    translated_graph,
)
from aoe.torch.translate.table import operator_name
from aoe.torch.translate.translation import (
    Translation,
    UntranslatedGraphError,
    translated,
)
from aoe.training.compilation import tuner_of
from aoe.training.dump import Ranges, write_model, write_ranges

logger = logging.getLogger("aoe.torch")

#: The folder below the working folder in which each graph that is tuned has a folder.
_FOLDER = "aoe_torch"
#: Seconds of compiling from which its garbage is collected at once, which takes a fraction of one.
#: Graphs of PyTorch and of ONNX are cycles, which Python would keep for much of the training
#: (benchmarks/log/2026-11-30-training-memory-in-slabs.md).
_LONG = 5.0


class Graphs:
    """The graphs that AOTAutograd makes of one graph of Dynamo: forward and backward, or one."""

    def __init__(
        self,
        options: TorchOptions,
        settings: Settings,
        module: torch.fx.GraphModule,
        device: TensorDevice,
    ) -> None:
        """`module`: the graph of Dynamo. `device`: what it runs on."""
        self._options, self._settings, self._device = options, settings, device
        self._arguments = len(placeholders(module))
        self._weights = weight_numbers(module) if options.freeze else ()
        usual = options.threads or min(torch.get_num_threads(), usable_cores())
        self._threads = usual if device.name == DEFAULT else None
        self._tuner = tuner_of(options, settings, self._threads, _FOLDER, logger, device.name)
        #: Tunes the forward and the backward graph together.
        self._step = None if self._tuner is None else StepTuner(self._tuner, self._compile)
        #: What compiles for the device, from the first model on.
        self._group: ProgramGroup | None = None
        #: How values lie that the forward graph saves for the backward graph, by their names.
        self._saved: dict[str, tuple[int, ...]] = {}
        #: Whether PyTorch makes the backward graph as soon as the forward graph is begun.
        self._both_at_once = False
        #: The forward graph while the backward graph is made.
        self._unfinished: KeptGraph | None = None
        #: How many results of the forward graph the user sees; None if PyTorch is still to tell.
        self._seen: int | None = None
        #: What open sizes of the forward graph's arguments are computed of.
        self._symbols: set[Any] = set()
        #: The graph of both passes as PyTorch made it, while sizes of it are open.
        self._whole: torch.fx.GraphModule | None = None
        #: Results of the forward or inference graph that are views of its arguments.
        self._views: ArgumentViews | None = None

    def keeps(self, module: torch.fx.GraphModule, inputs: Sequence[Any]) -> bool:
        """Whether models of the graph may come from PyTorch's cache of graphs. Tuning, dumps and
        frozen weights need each graph.
        """
        needed = self._tuner is not None or dump().folder is not None or bool(self._weights)
        self._both_at_once = not needed and keeps(module, inputs)
        return self._both_at_once

    def compiler(self, kind: str) -> Callable[[torch.fx.GraphModule, Sequence[Any]], Any]:
        """What compiles the forward, backward or inference graph."""

        def compiled(module: torch.fx.GraphModule, _: Sequence[Any]) -> Any:
            if kind == "forward":
                let_backward_repeat()
                let_autograd_know(module)
                if self._whole is not None:  # PyTorch knows now which results are views
                    self._views, self._whole = views_of_arguments(self._whole), None
                with_states_apart(module)
            elif kind == "inference":
                self._views = views_of_arguments(module)
                as_pairs(module)
            # A job tunes one size: Dynamo is made to fix those that are open.
            if self._tuner is None and (found := self._with_open_sizes(kind, module)) is not None:
                # The state of a generator that is saved has an open size in any case.
                return unkept(found) if self._both_at_once else found
            made = self._reported(kind, module)
            if kind == "backward" and self._step is not None:
                self._step.is_whole = True
            return made

        return compiled

    def _with_open_sizes(self, kind: str, module: torch.fx.GraphModule) -> Boxed | None:
        """A graph that is compiled once its sizes are known; None if they are known."""
        seen = seen_outputs()

        def compiled(module: torch.fx.GraphModule, saved: Orders, sizes: Sizes) -> Boxed:
            graphs = copy(self)
            graphs._seen, graphs._saved = seen, dict(saved)
            return graphs._reported(kind, module, sizes)

        views = None if kind == "backward" else self._views
        return open_graph(kind, module, compiled, self._options, self._symbols, views)

    def partition(self, joint: torch.fx.GraphModule, inputs: Sequence[Any], **options: Any) -> Any:
        """The forward and the backward graph of a joint graph, which PyTorch's cache does not have.
        So helper processes will compile them, and start now.
        """
        self._whole = copy_if_open(joint)
        if self._both_at_once:
            with suppress(AoeError):  # which is told where a model is compiled
                self._programs().start()
        return partition(joint, inputs, **options)

    def load(self, kept: Kept) -> Boxed:
        """A graph from PyTorch's cache, compiled and told to the journal. Raises `AoeError`."""
        progress = Progress(journal().name(kept.kind))
        with progress.timed(), torch.utils._python_dispatch._disable_current_modes():
            program = self._compile(kept.known)
            progress.add(program)
            graph = CompiledGraph(kept.interface, program, self._device)
        journal().add(progress.report(kept.operators, kept.interface.nodes))
        return kept.ending.behind(graph)

    def _reported(self, kind: str, module: torch.fx.GraphModule, sizes: Sizes = ()) -> KeptGraph:
        """A compiled graph, told to the journal. `sizes`: for which it is. Raises `AoeError`."""
        progress = Progress(journal().name(kind), sizes=sizes)
        with progress.timed(), torch.utils._python_dispatch._disable_current_modes():
            ending = taken_apart(kind, module, self._results_seen())
            operators = count_of(module)
            begun = self._begun_ahead(kind, module, progress.name, ending)

        def finished() -> tuple[Boxed, Kept | None]:
            with progress.timed(), torch.utils._python_dispatch._disable_current_modes():
                made = self._compiled(kind, module, progress, ending, begun)
                function = ending.behind(made.function)
            journal().add(progress.report(operators, made.covered))
            if (whole := made.whole) is None:
                return function, None
            return function, Kept.of(kind, operators, ending, whole.translation, whole.known)

        graph = KeptGraph(finished)
        before, self._unfinished = self._unfinished, None
        if kind == "forward" and begun is not None:
            self._unfinished = graph
            return graph
        if before is not None:
            before.finish()
        graph.finish()
        if progress.seconds >= _LONG:
            gc.collect()
        return graph

    def _results_seen(self) -> int | None:
        """How many results of the forward graph the user sees; None if nobody knows."""
        return seen_outputs() if self._seen is None else self._seen

    def _begun_ahead(
        self, kind: str, module: torch.fx.GraphModule, name: str, ending: Ending
    ) -> BegunGraph | None:
        """A graph whose kernels begin to compile, so that PyTorch makes the backward graph
        meanwhile. None where they do not: `_compiled` does it then, or says why it cannot.
        """
        if not self._both_at_once:
            return None
        try:
            begin = self._programs().begin
            return self._begun(kind, module, name, ending, begin)
        except AoeError:
            return None

    def _begun(
        self,
        kind: str,
        module: torch.fx.GraphModule,
        name: str,
        ending: Ending,
        begin: Callable[[KnownModel], Callable[[], GroupProgram]],
    ) -> BegunGraph:
        device = self._device.torch_device
        seen = self._results_seen()
        changed = ending.overwritten
        translation = translated_graph(kind, module, name, self._saved, changed, device, seen)
        known = known_model(translation.model)
        return BegunGraph(translation, known, begin(known))

    def _compiled(
        self,
        kind: str,
        module: torch.fx.GraphModule,
        progress: Progress,
        ending: Ending,
        begun: BegunGraph | None,
    ) -> MadeGraph:
        """`ending`: what is left to do behind it."""
        try:
            if begun is None:
                later = partial(partial, self._compile)
                begun = self._begun(kind, module, progress.name, ending, later)
            nodes = begun.translation.interface.nodes
            made: Boxed = self._loaded(kind, begun.translation, progress, begun.program)
            same = len(placeholders(module)) == self._arguments
            if kind == "inference" and self._weights and same and not ending.changed:
                made = FreezingGraph(
                    made, self._weights, partial(self._frozen, module, progress.name)
                )
                return MadeGraph(made, nodes)
            return MadeGraph(made, nodes, begun)
        except NoResultError:
            return MadeGraph(self._by_pytorch(kind, module), 0)
        except UntranslatedGraphError as error:
            if not self._options.fallback:
                raise
            return self._split(kind, module, error.reasons, progress)
        except AoeError as error:
            if not self._options.fallback:
                raise
            if kind == "forward":
                self._saved.clear()  # what was translated is not what will run
            named = named_nodes(module, str(error))
            if named:
                return self._split(kind, module, dict.fromkeys(named, quoted(error)), progress)
            progress.reasons.append(quoted(error))
            return MadeGraph(self._by_pytorch(kind, module), 0)

    def _loaded(
        self,
        kind: str,
        translation: Translation,
        progress: Progress,
        compiled: Callable[[], GroupProgram] | None = None,
        name: str = "",
    ) -> CompiledGraph:
        """`compiled`: gives the program if it is compiled elsewhere. `name`: of the graph if it is
        not that of the progress.
        """
        model, folder, name = translation.model, dump().folder, name or progress.name
        if folder is not None:
            with dumping():
                write_model(folder, name, model)
        program = self._compile(model) if compiled is None else compiled()
        progress.add(program)
        step = self._step
        if step is not None and self._tuner is not None and kind == "inference":
            step = StepTuner(self._tuner, self._compile, is_whole=True)
        told = None if step is None else step.add(name, model, program, progress.name)

        def first_run(ranges: Ranges) -> None:
            if folder is not None:
                with dumping():
                    write_ranges(folder, name, ranges)
            if told is not None:
                told(ranges)

        wanted = folder is not None or told is not None
        told_once = first_run if wanted else None
        graph = CompiledGraph(translation.interface, program, self._device, told_once)
        if step is not None:
            step.runs(name, graph)
        return graph

    def _compile(self, model: onnx_ir.Model | KnownModel) -> GroupProgram:
        """A model, compiled for the device. Raises `AoeError`."""
        return self._programs().compiled(model)

    def _programs(self) -> ProgramGroup:
        """What compiles for the device. Raises `AoeError`."""
        if self._group is None:
            self._group = programs_for(
                self._device.name, self._options, self._settings, self._threads
            )
        return self._group

    def _frozen(self, module: torch.fx.GraphModule, name: str, weights: Mapping[int, Any]) -> Boxed:
        """An inference graph with weights, by the number of the argument, as constants."""
        frozen = f"{name}_frozen"
        translation = translated(
            module, frozen, constants=weights, device=self._device.torch_device
        )
        return self._loaded("inference", translation, Progress(name), name=frozen)

    def _split(
        self,
        kind: str,
        module: torch.fx.GraphModule,
        reasons: Mapping[torch.fx.Node, str],
        progress: Progress,
    ) -> MadeGraph:
        drawn = dict.fromkeys(in_order(module, reasons), "PyTorch draws what parts of a graph read")
        reasons = {**drawn, **reasons}
        progress.reasons += sorted(
            f"{operator_name(node.target)}: {why}" for node, why in reasons.items()
        )
        arguments = placeholders(module)

        def part(module: torch.fx.GraphModule) -> Boxed | None:
            name = f"{progress.name}_part_{progress.parts}"
            try:
                made = translated(module, name, self._saved, device=self._device.torch_device)
                if not made.interface.outputs:  # PyTorch draws all of it
                    return None
                return self._loaded(kind, made, progress, name=name)
            except AoeError as error:
                progress.reasons.append(quoted(error))
                return None

        made = split(module, reasons, part, is_read_later=kind == "forward")
        function = as_said(made.function, arguments, made.read, self._saved)
        return MadeGraph(function, made.covered)

    def _by_pytorch(self, kind: str, module: torch.fx.GraphModule) -> Boxed:
        arguments = placeholders(module)
        check_values(module, (), is_read_later=kind == "forward")
        return as_said(by_pytorch(module), arguments, range(len(arguments)), self._saved)
