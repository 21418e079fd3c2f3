"""What `torch.compile(model, backend="aoe")` calls: AOTAutograd makes a forward and a backward
graph of ATen operators, and each is compiled here.

torch finds `backend` by the entry point `torch_dynamo_backends`. `decompositions.py` says which
operators the graphs have, `translate/` makes models of them, `partition.py` splits a graph that
open-aoe cannot compute whole.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import onnx_ir
import torch
from torch._dynamo.backends.common import aot_autograd

from aoe.application.model.known_model import KnownModel, known_model
from aoe.application.model.program_group import GroupProgram, ProgramGroup
from aoe.backends.registry import DEFAULT
from aoe.errors import AoeError, quoted
from aoe.settings import Settings, read_settings, usable_cores
from aoe.torch.compiled import CompiledGraph
from aoe.torch.decompositions import decompositions
from aoe.torch.devices import TensorDevice, device_of, tensors_of
from aoe.torch.dump import dump
from aoe.torch.freezing import FreezingGraph, weight_numbers
from aoe.torch.joint_graph import partition
from aoe.torch.kept_graphs import Boxed, Kept, KeptGraph, keeping, keeping_compiler, keeps
from aoe.torch.layouts import images, saved_order, seen_outputs
from aoe.torch.mutations import let_backward_repeat, with_copies, without_copies
from aoe.torch.options import TorchOptions, torch_options
from aoe.torch.partition import (
    by_pytorch,
    count_of,
    named_nodes,
    placeholders,
    split,
)
from aoe.torch.recording import garbage_kept, prepare_recording
from aoe.torch.recurrences import take_recurrences
from aoe.torch.report import GraphReport, Progress, journal, tell_at_exit
from aoe.torch.step_tuning import StepTuner
from aoe.torch.translate.emitter import inverse
from aoe.torch.translate.table import operator_name
from aoe.torch.translate.translation import (
    Translation,
    UntranslatedGraphError,
    order_of,
    translated,
)
from aoe.training.compilation import program_group, tuner_of
from aoe.training.dump import Ranges, write_model, write_ranges

logger = logging.getLogger("aoe.torch")

#: The folder below the working folder in which each graph that is tuned has a folder.
_FOLDER = "aoe_torch"

# torch imports this module when a script names the backend. Where it then calls nothing, as for
# models with hooks, the script should know.
tell_at_exit()


@garbage_kept()
def backend(
    module: torch.fx.GraphModule,
    example_inputs: Sequence[Any],
    *,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Callable[..., Any]:
    """Compiles a graph of Dynamo, for inference or for training.

    Args:
        module: The graph.
        example_inputs: Its inputs, or tensors that stand for them.
        mode: The `mode` of `torch.compile`, which has no effect.
        options: The `options` of `torch.compile`; see `aoe.torch.options`.

    Returns:
        A function of the graph's inputs.

    Raises:
        UsageError: An option cannot be used.
        AoeError: open-aoe cannot compute the graph, and PyTorch is not to.
    """
    device = device_of(tensors_of(module, example_inputs))
    return compiled_on(device, module, example_inputs, options)


def compiled_on(
    device: TensorDevice,
    module: torch.fx.GraphModule,
    example_inputs: Sequence[Any],
    options: Mapping[str, Any] | None = None,
) -> Callable[..., Any]:
    """As `backend`, for a device that all tensors of the graph are on."""
    journal().asked = True
    settings = read_settings()
    graphs = _Graphs(torch_options(options, settings), settings, module, device)
    take_recurrences(module)
    kinds = {
        "fw_compiler": graphs.compiler("forward"),
        "bw_compiler": graphs.compiler("backward"),
        "inference_compiler": graphs.compiler("inference"),
    }
    keep = graphs.keeps(module, example_inputs)
    if keep:
        kinds = {name: keeping_compiler(compiler) for name, compiler in kinds.items()}
    compiler = aot_autograd(
        **kinds,
        decompositions=dict(decompositions()),
        partition_fn=partition,
        keep_inference_input_mutations=True,
    )
    with keeping(graphs.load) if keep else nullcontext():
        made: Callable[..., Any] = compiler(module, example_inputs)
    return made


prepare_recording(backend)


@dataclass(frozen=True, slots=True)
class _Made:
    """A graph that was compiled.

    Attributes:
        function: Computes it.
        covered: How many of its operators open-aoe computes.
        translation: The model of all of it; None if it has several or changes later.
        known: The same model with its digest.
    """

    function: Boxed
    covered: int
    translation: Translation | None = None
    known: KnownModel | None = None


class _Graphs:
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

    def keeps(self, module: torch.fx.GraphModule, inputs: Sequence[Any]) -> bool:
        """Whether models of the graph may come from PyTorch's cache of graphs. Tuning, dumps and
        frozen weights need each graph.
        """
        needed = self._tuner is not None or dump().folder is not None or bool(self._weights)
        return not needed and keeps(module, inputs)

    def compiler(self, kind: str) -> Callable[[torch.fx.GraphModule, Sequence[Any]], KeptGraph]:
        """What compiles the forward, backward or inference graph."""

        def compiled(module: torch.fx.GraphModule, example_inputs: Sequence[Any]) -> KeptGraph:
            if kind == "forward":
                let_backward_repeat()
            made = self._reported(kind, module)
            if kind == "backward" and self._step is not None:
                self._step.is_whole = True
            return made

        return compiled

    def load(self, kept: Kept) -> Boxed:
        """A graph from PyTorch's cache, compiled and told to the journal. Raises `AoeError`."""
        begin = time.monotonic()
        progress = Progress(journal().name(kept.kind))
        with torch.utils._python_dispatch._disable_current_modes():
            program = self._program(kept.known, progress)
            graph = CompiledGraph(kept.interface, program, self._device)
        self._tell(progress, kept.operators, kept.interface.nodes, begin)
        return with_copies(graph, kept.changed)

    def _reported(self, kind: str, module: torch.fx.GraphModule) -> KeptGraph:
        """A compiled graph, told to the journal. Raises `AoeError`."""
        begin = time.monotonic()
        progress = Progress(journal().name(kind))
        with torch.utils._python_dispatch._disable_current_modes():
            changed = without_copies(module)
            operators = count_of(module)
            made = self._compiled(kind, module, progress, changed)
            function = with_copies(made.function, changed)
        self._tell(progress, operators, made.covered, begin)
        kept = None
        if made.translation is not None and made.known is not None:
            kept = Kept.of(kind, operators, changed, made.translation, made.known)
        return KeptGraph(function, kept)

    def _tell(self, progress: Progress, operators: int, covered: int, begin: float) -> None:
        journal().add(
            GraphReport(
                name=progress.name,
                operators=operators,
                translated=covered,
                reasons=tuple(dict.fromkeys(progress.reasons)),
                parts=progress.parts,
                kernels=progress.kernels,
                known=progress.known,
                cached=progress.cached,
                seconds=time.monotonic() - begin,
            )
        )

    def _compiled(
        self,
        kind: str,
        module: torch.fx.GraphModule,
        progress: Progress,
        changed: Sequence[int],
    ) -> _Made:
        """`changed`: the numbers of the arguments whose new values are the last results."""
        try:
            translation = self._translated(kind, module, progress.name, changed)
            known = known_model(translation.model)
            made: Boxed = self._loaded(kind, translation, progress, progress.name, known)
            same = len(placeholders(module)) == self._arguments
            if kind == "inference" and self._weights and same and not changed:
                made = FreezingGraph(
                    made, self._weights, partial(self._frozen, module, progress.name)
                )
                return _Made(made, translation.interface.nodes)
            return _Made(made, translation.interface.nodes, translation, known)
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
            return _Made(self._by_pytorch(module), 0)

    def _translated(
        self, kind: str, module: torch.fx.GraphModule, name: str, changed: Sequence[int]
    ) -> Translation:
        place = self._device.place
        if kind != "forward":
            saved = self._saved if kind == "backward" else {}
            return translated(module, name, saved, changed=changed, device=place)
        seen, saved = seen_outputs(), {}
        results = next(node for node in module.graph.nodes if node.op == "output").args[0]
        of_images = images(module.graph)

        def order(number: int, tensor: Any) -> tuple[int, ...]:
            if seen is None or number < seen:
                return order_of(tensor)
            node = results[number]
            saved[node.name] = saved_order(tensor, node in of_images)
            return saved[node.name]

        made = translated(module, name, output_order=order, changed=changed, device=place)
        self._saved.update(saved)
        return made

    def _loaded(
        self,
        kind: str,
        translation: Translation,
        progress: Progress,
        name: str,
        known: KnownModel | None = None,
    ) -> CompiledGraph:
        """`known`: the model with its digest, if there is one."""
        model, folder = translation.model, dump().folder
        if folder is not None:
            write_model(folder, name, model)
        program = self._program(known or model, progress)
        step = self._step
        if step is not None and self._tuner is not None and kind == "inference":
            step = StepTuner(self._tuner, self._compile, is_whole=True)
        told = None if step is None else step.add(name, model, program, progress.name)

        def first_run(ranges: Ranges) -> None:
            if folder is not None:
                write_ranges(folder, name, ranges)
            if told is not None:
                told(ranges)

        wanted = folder is not None or told is not None
        told_once = first_run if wanted else None
        graph = CompiledGraph(translation.interface, program, self._device, told_once)
        if step is not None:
            step.runs(name, graph)
        return graph

    def _program(self, model: onnx_ir.Model | KnownModel, progress: Progress) -> GroupProgram:
        program = self._compile(model)
        progress.add(program)
        return program

    def _compile(self, model: onnx_ir.Model | KnownModel) -> GroupProgram:
        """A model, compiled for the device. Raises `AoeError`."""
        if self._group is None:
            self._group = _group(self._options, self._settings, self._threads, self._device.name)
        return self._group.compiled(model)

    def _frozen(self, module: torch.fx.GraphModule, name: str, weights: Mapping[int, Any]) -> Boxed:
        """An inference graph with weights, by the number of the argument, as constants."""
        frozen = f"{name}_frozen"
        translation = translated(module, frozen, constants=weights, device=self._device.place)
        return self._loaded("inference", translation, Progress(name), frozen)

    def _split(
        self,
        kind: str,
        module: torch.fx.GraphModule,
        reasons: Mapping[torch.fx.Node, str],
        progress: Progress,
    ) -> _Made:
        progress.reasons += sorted(
            f"{operator_name(node.target)}: {why}" for node, why in reasons.items()
        )
        arguments = placeholders(module)

        def part(module: torch.fx.GraphModule) -> Boxed | None:
            name = f"{progress.name}_part_{progress.parts}"
            try:
                made = translated(module, name, self._saved, device=self._device.place)
                return self._loaded(kind, made, progress, name)
            except AoeError as error:
                progress.reasons.append(quoted(error))
                return None

        made = split(module, reasons, part)
        return _Made(self._as_said(made.function, arguments, made.read), made.covered)

    def _by_pytorch(self, module: torch.fx.GraphModule) -> Boxed:
        arguments = placeholders(module)
        return self._as_said(by_pytorch(module), arguments, range(len(arguments)))

    def _as_said(
        self, function: Boxed, arguments: Sequence[torch.fx.Node], read: Sequence[int]
    ) -> Boxed:
        """A function that gets what the forward graph saved as AOTAutograd says that it lies, which
        PyTorch's views need. `read`: the numbers of the arguments that PyTorch reads.
        """
        orders = {
            number: saved_order(arguments[number].meta["val"], is_image=False)
            for number in read
            if arguments[number].name in self._saved
        }
        return _laid_out(function, orders) if orders else function


def _laid_out(function: Boxed, orders: Mapping[int, Sequence[int]]) -> Boxed:
    """A function some of whose arguments are copied to lie in an order of their dimensions."""

    def call(arguments: list[Any]) -> Sequence[Any]:
        for number, order in orders.items():
            laid_out = arguments[number].permute(order).contiguous()
            arguments[number] = laid_out.permute(inverse(order))
        return function(arguments)

    call._boxed_call = True  # type: ignore[attr-defined]
    return call


@cache
def _group(
    options: TorchOptions, settings: Settings, threads: int | None, device: str
) -> ProgramGroup:
    """What compiles graphs for a device with these options; all of them share its threads and
    memory.
    """
    return program_group(options, settings, threads, logger, device)
