"""Models with open shapes: which are, and how they become a file and are opened again.

`shape_cache.py` serves their inferences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import onnx_ir
from onnx_ir.passes import common as passes

from aoe.application.model.open_shapes.left_open import stored_source, with_stored_source
from aoe.application.model.open_shapes.open_inputs import may_be_part_of_program
from aoe.application.model.open_shapes.shape_cache import KEPT_SHAPES, ShapeCache
from aoe.application.model.open_shapes.specialization import Specializer
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.request.precision_request import (
    PrecisionRequest,
    precision_from_json,
    precision_to_json,
)
from aoe.application.model.source import ReadModel, Source
from aoe.backends.backend import Compiler
from aoe.backends.compilation import compile_scattered
from aoe.backends.shared_packing import SharedPacking
from aoe.errors import MALFORMED, OfflineModelError, UsageError, quoted
from aoe.frontends.inputs.deciding_inputs import (
    condition_inputs,
    deciding_inputs,
    row_inputs,
)
from aoe.frontends.inputs.default_inputs import default_inputs
from aoe.frontends.inputs.input_shapes import fix_input_shapes
from aoe.frontends.inputs.open_sizes import open_unnamed_sizes
from aoe.frontends.stored_model import restored_model, stored_model
from aoe.graph.prepare.loops.capacity import capacity_of
from aoe.graph.prepare.validation import check_written_nodes
from aoe.graph.switches import Switches
from aoe.graph.texts import texts_of
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.runtime.offline_model import Manifest
from aoe.runtime.open_model import OpenModel, OpenProgram
from aoe.runtime.plan import DRAW
from aoe.settings import Settings


def is_open(read: ReadModel, shapes: Mapping[str, tuple[int, ...]]) -> bool:
    """Whether a model has inputs with open dimensions. `shapes`: of inputs, which become theirs."""
    return fix_input_shapes(read.model, shapes, read.label)


def needs_values(read: ReadModel) -> bool:
    """Whether values of inputs may decide shapes, so that a model that cannot be compiled without
    them can be once it is given inputs. Inputs that hold data in any case do not count.
    """
    passes.InlinePass()(read.model)
    names = deciding_inputs(read.model) | condition_inputs(read.model)
    inputs, rows = (
        {str(item.name): item for item in read.model.graph.inputs},
        row_inputs(read.model),
    )
    return any(may_be_part_of_program(inputs[name].shape, name in rows) for name in names)


def checked_kept_shapes(kept: int) -> int:
    """How many shapes stay compiled. Raises `UsageError`."""
    if kept < 1:
        raise UsageError(f"kept_shapes={kept!r}: must be a whole number from 1 on, e.g. 128")
    return kept


def opened(
    read: ReadModel,
    request: CompileRequest,
    threads: int | None,
    kept: int = KEPT_SHAPES,
    compiler: Compiler | None = None,
) -> ShapeCache:
    """What serves inferences of an open model. `threads`, `kept`: see `ShapeCache`. `compiler`: see
    `Specializer`.

    Raises:
        ModelError: Nodes of the model are invalid at any shape.
    """
    passes.InlinePass()(read.model)
    check_written_nodes(read.model)
    open_unnamed_sizes(read.model)
    return ShapeCache(Specializer(read, request, compiler), threads, kept)


def open_model_of(shapes: ShapeCache) -> OpenModel:
    """The offline model of a model with open shapes."""
    specializer, wanted = shapes.specializer, shapes.specializer.request
    request = _request_to_json(wanted.precision, wanted.switches, wanted.reuse_memory)
    return _open_model(specializer.opened, specializer.manifest, request, shapes.ahead)


def open_model(
    read: ReadModel,
    manifest: Manifest,
    precision: PrecisionRequest,
    switches: Switches,
    programs: Sequence[OpenProgram],
    reuse_memory: bool = True,
) -> OpenModel:
    """The offline model of a model that was read, in a precision and with rewrites, fusions and the
    reuse of memory switched off, with what was compiled ahead. The model is changed.
    """
    passes.InlinePass()(read.model)
    read.change(read.model)
    request = _request_to_json(precision, switches, reuse_memory)
    return _open_model(read, manifest, request, programs)


def programs_ahead(
    graphs: Sequence[OperatorGraph], policies: Mapping[str, Policy], pool: Compiler
) -> list[OpenProgram]:
    """A model at some of its shapes, compiled ahead for its file.

    Args:
        graphs: The model at each of the shapes.
        policies: Policies of their operators, by key.
        pool: Compiles them.
    """
    packing = SharedPacking()
    return [_ahead(graph, policies, pool, packing) for graph in graphs]


def _ahead(
    graph: OperatorGraph, policies: Mapping[str, Policy], pool: Compiler, packing: SharedPacking
) -> OpenProgram:
    made = compile_scattered(graph, policies, pool, packing)
    shapes = {info.name: info.shape for info in made.plan.inputs if info.name != DRAW}
    constants = {info.name: graph.constants[info.name] for info in made.plan.constants}
    return OpenProgram(shapes, {}, made.plan, made.objects, constants)


def _open_model(
    read: ReadModel,
    manifest: Manifest,
    request: Mapping[str, Any],
    programs: Sequence[OpenProgram],
) -> OpenModel:
    data, weights = stored_model(read.model)
    source, files = stored_source(read)
    return OpenModel(manifest, data, {**weights, **files}, {**request, **source}, tuple(programs))


def reopened(
    model: OpenModel, label: str, settings: Settings, threads: int | None, kept: int = KEPT_SHAPES
) -> ShapeCache:
    """What serves inferences of an open model from a file, on this machine. `label` names the file
    in messages. Raises `OfflineModelError` if it is not sound, `UnknownBackendError` if its backend
    is missing.
    """
    manifest = model.manifest
    source = Source(manifest.name, manifest.source, manifest.source_sha256, manifest.metadata)
    read = ReadModel(source, _restored(model, label), label)
    read = with_stored_source(read, model.request, model.weights)
    precision, switches, reuse_memory = _request_from_json(model, label)
    request = CompileRequest(
        settings,
        threads,
        manifest.target.backend,
        precision=precision,
        switches=switches,
        reuse_memory=reuse_memory,
    )
    made = opened(read, request, threads, kept)
    made.specializer.precision = manifest.precision
    if made.specializer.target.to_json() == {**manifest.target.to_json(), "threads": made.threads}:
        made.ahead += model.programs
    return made


def _restored(model: OpenModel, label: str) -> onnx_ir.Model:
    """The model in a file. Raises `OfflineModelError` if it is not sound, or if what is recorded in
    it is not.
    """
    found = restored_model(model.model, model.weights, label)
    try:
        default_inputs(found)
        texts_of(found)
        capacity_of(found)
    except MALFORMED as error:
        raise OfflineModelError(
            f"{label}: what is recorded of its model is damaged: {quoted(error)}"
        ) from error
    return found


def _request_to_json(
    precision: PrecisionRequest, switches: Switches, reuse_memory: bool
) -> dict[str, Any]:
    return {
        "precision": precision_to_json(precision),
        "switched_off": switches.to_json(),
        **({} if reuse_memory else {"reuse_memory": False}),
    }


def _request_from_json(model: OpenModel, label: str) -> tuple[PrecisionRequest, Switches, bool]:
    """How to compile a model from a file. Raises `OfflineModelError` if the file does not say."""
    request = model.request
    try:
        precision = precision_from_json(request["precision"])
        reuse_memory = bool(request.get("reuse_memory", True))
        return precision, Switches.from_json(request["switched_off"]), reuse_memory
    except MALFORMED as error:
        raise OfflineModelError(
            f"{label} does not say how to compile its model: {quoted(error)}"
        ) from error
