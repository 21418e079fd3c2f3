"""The model a job starts from, in a file or in memory: read, and made an operator graph."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import onnx_ir

from aoe.application.onnx_runtime.metadata import described_model
from aoe.backends.registry import default_backend, require_computable
from aoe.errors import ModelError, UsageError, not_read
from aoe.frontends.boundary import Boundary, apply_boundary
from aoe.frontends.customized_types import CustomizedTypes, apply_customized_types, name_of
from aoe.frontends.frontend import Frontend, InputShapes, ModelOrigin, ModelSource
from aoe.frontends.inputs.given_shapes import givers_of, require_known
from aoe.frontends.inputs.input_shapes import apply_input_shapes, describe
from aoe.frontends.inputs.input_values import InputValue, apply_input_values
from aoe.frontends.registry import frontend_for, read_by
from aoe.graph import PreparedGraph, prepared_graph
from aoe.graph.dump import dump_graph
from aoe.graph.model_copy import copied_model
from aoe.graph.precision.operator_precision import AS_NEEDED, OperatorPrecision
from aoe.graph.prepare.prepare import Revise
from aoe.graph.profiles import SharedConstants
from aoe.graph.switches import ALL_ON, Switches
from aoe.operators.operator_graph import OperatorGraph
from aoe.target import Target

UNNAMED = "model"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a model comes from.

    Attributes:
        name: What it is called.
        path: Its absolute path; empty if it was no file.
        sha256: SHA-256 of the file in hexadecimal, likewise.
        metadata: What it says of itself, plain JSON
            (`aoe.application.onnx_runtime.metadata.ModelMetadata`).
    """

    name: str
    path: str = ""
    sha256: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadModel:
    """A model as it was read.

    Attributes:
        source: Where it comes from.
        model: The model; its inputs may have open dimensions.
        label: What messages call it.
        boundary: What its inputs and outputs are to be.
        customized: Operators that are to have element types of their own.
        read_at: Reads it for other shapes, if shapes change what is read; None if they do not, and
            open dimensions can be fixed in `model`.
        origin: Where `read_at` reads it; None without it.
        plain: Whether only its origin and shapes decide what `read_at` reads.
        stays_open: Whether it has open shapes although shapes change what is read: `model` has its
            inputs and outputs, and `read_at` reads it for shapes when they come.
        ranges: Whether this job could leave shapes open, if the format can.
    """

    source: Source
    model: onnx_ir.Model
    label: str
    boundary: Boundary = field(default_factory=Boundary)
    customized: CustomizedTypes = field(default_factory=CustomizedTypes)
    read_at: Callable[[InputShapes], onnx_ir.Model] | None = None
    origin: ModelOrigin | None = None
    plain: bool = True
    stays_open: bool = False
    ranges: bool = True

    def at(self, shapes: InputShapes) -> onnx_ir.Model:
        """A model with open shapes, to be given shapes: read for them, or a copy of what was read.
        It has its boundary.
        """
        if not self.stays_open:
            return copied_model(self.model)
        assert self.read_at is not None
        model = self.read_at(shapes)
        self.change(model)
        return model

    def notices(self, profiles: Sequence[InputShapes]) -> list[str]:
        """Sentences about what was given and does not fit the model. `profiles`: its shapes."""
        of_boundary = self.boundary.notices(self.model, profiles)
        return [*self.customized.notices(self.model), *of_boundary]

    def change(self, model: onnx_ir.Model) -> None:
        """Gives a model, this one or a copy of it, its boundary and the types of its operators.

        Raises:
            UsageError: They do not fit the model.
        """
        if self.customized.file is not None:
            for node in model.graph:
                node.name = name_of(node)  # the boundary renames values
        apply_boundary(model, self.boundary, self.label)
        apply_customized_types(model, self.customized)


def read_model(
    origin: ModelOrigin,
    input_values: Mapping[str, InputValue] | None = None,
    boundary: Boundary | None = None,
    shapes: InputShapes = MappingProxyType({}),
    customized: CustomizedTypes | None = None,
    quiet: bool = False,
) -> ReadModel:
    """Reads a model. Raises as `load_graph` does.

    Args:
        origin: Where it comes from.
        input_values: Values by input name, which make these inputs constants.
        boundary: What its inputs and outputs are to be.
        shapes: Shapes of its inputs that are known, for formats that need them.
        customized: Operators that are to have types of their own.
        quiet: Whether to leave out what reading the model before has told already.
    """
    frontend = frontend_for(origin)
    if boundary is not None:
        origin = replace(origin, outputs=boundary.out_nodes)

    def read_at(shapes: InputShapes) -> onnx_ir.Model:
        model = read_by(frontend, origin, shapes)
        apply_input_values(model, input_values or {}, origin.label)
        return model

    names = origin.operator_names
    origin = replace(origin, operator_names=replace(names, quiet=quiet or names.quiet))
    if names.file is not None and not frontend.renames_operators and not quiet:
        logger.warning("%s has no effect for models of %s", names.label, frontend.name)
    wanted = boundary or Boundary()
    if frontend.ignores_boundary:
        wanted = _without_ignored(wanted, frontend, origin.label, quiet)
    model = read_at(shapes)
    origin = replace(origin, operator_names=replace(names, quiet=True))
    return ReadModel(
        replace(_source(origin, frontend.files(origin)), metadata=described_model(model)),
        model,
        origin.label,
        wanted,
        customized or CustomizedTypes(),
        read_at if frontend.reads_shapes else None,
        origin if frontend.reads_shapes else None,
        not input_values and not names.names,
    )


def _without_ignored(wanted: Boundary, frontend: Frontend, label: str, quiet: bool) -> Boundary:
    """A boundary without what has no effect for a frontend, as in AOE. Warns if there is any,
    unless `quiet`.
    """
    given = [
        option
        for option, names in (
            ("--out_nodes", wanted.out_nodes),
            ("--input_fp16_nodes", wanted.input_fp16_nodes),
            ("--is_input_adjust_hw_layout", any(wanted.input_hw_layouts)),
            ("--is_output_adjust_hw_layout", any(wanted.output_hw_layouts)),
        )
        if names
    ]
    if given and not quiet:
        logger.warning(
            "%s: %s without effect for models of %s",
            label,
            f"{given[0]} is" if len(given) == 1 else f"{', '.join(given[:-1])} and {given[-1]} are",
            frontend.name,
        )
    return replace(
        wanted,
        out_nodes=(),
        output_types=(),
        input_fp16_nodes=(),
        input_hw_layouts=(),
        output_hw_layouts=(),
    )


def load_graph(
    origin: ModelOrigin,
    input_shapes: InputShapes,
    target: Target | None = None,
) -> tuple[Source, OperatorGraph]:
    """Reads a model, prepares and fuses it. `target`: the device that is to compute it, by default
    this machine's CPU.

    Raises `ModelError` for a model that cannot be read, `UnsupportedModelError` for one that cannot
    be computed on the device, `UsageError` for shapes or a framework that do not fit it.
    """
    source, (graph,) = load_profiles(origin, [input_shapes], target=target)
    return source, graph.formed({})


def load_profiles(
    origin: ModelOrigin,
    profiles: Sequence[InputShapes],
    target: Target | None = None,
) -> tuple[Source, tuple[PreparedGraph, ...]]:
    """As `load_graph`, the model at each of several shapes, read once, prepared but not yet fused.
    Raises `UsageError` if profiles leave out an input.
    """
    read = read_model(origin, shapes=profiles[0])
    return read.source, prepared_profiles(read, profiles, target=target)


def prepared_profiles(
    read: ReadModel,
    profiles: Sequence[InputShapes],
    dump_directory: Path | None = None,
    target: Target | None = None,
    switches: Switches = ALL_ON,
    operators: tuple[OperatorPrecision, OperatorPrecision] = (AS_NEEDED, AS_NEEDED),
    revise: Revise | None = None,
) -> tuple[PreparedGraph, ...]:
    """A model that was read, prepared at each of several shapes. The model is changed.

    Args:
        read: The model.
        profiles: The shapes. Constants that the results share are one array.
        dump_directory: Where prepared graphs are written as `.onnx`. The names of those from the
            second on end in `@2` and so on.
        target: The device that is to compute it, by default this machine's CPU.
        switches: Rewrites and fusions that are off.
        operators: The precision that the user wants of operators, and of those in the bodies of
            loops.
        revise: See `aoe.graph.pipeline.prepared_graph`.
    """
    source, loaded, label = read.source, read.model, read.label
    target = default_backend().machine.target() if target is None else target
    if len(profiles) > 1:
        _require_all_inputs(loaded, profiles[0], label)
    shared = SharedConstants() if len(profiles) > 1 else None
    graphs = []
    for number, shapes in enumerate(profiles, 1):
        profile = _at(read, shapes, number == len(profiles))
        apply_input_shapes(profile, shapes, label, ranges=read.ranges and read.read_at is None)
        read.change(profile)
        graph = prepared_graph(profile, source.name, target, switches, *operators, revise=revise)
        require_computable(graph.default, target)
        if dump_directory is not None:
            ending = "" if number == 1 else f"@{number}"
            dump_graph(profile, dump_directory, f"{source.name}{ending}")
        graphs.append(graph if shared is None else shared.share_prepared(graph))
    return tuple(graphs)


def preparing(
    read: ReadModel,
    profiles: Sequence[InputShapes],
    target: Target,
    switches: Switches,
    dump_directory: Path | None = None,
    operators: tuple[OperatorPrecision, OperatorPrecision] = (AS_NEEDED, AS_NEEDED),
) -> Callable[..., tuple[PreparedGraph, ...]]:
    """Prepares a model that was read as often as needed. The model is not changed.
    `dump_directory`: see `prepared_profiles`; the last preparation stays there. `operators`:
    likewise.

    Returns:
        A function of a revision (`aoe.graph.pipeline.prepared_graph`) and of `first_only`, whether
        only the first shape is wanted.
    """

    def prepare(revise: Revise, first_only: bool = False) -> tuple[PreparedGraph, ...]:
        shapes = profiles[:1] if first_only else profiles
        again = replace(read, model=copied_model(read.model))
        dumped = None if first_only else dump_directory
        return prepared_profiles(again, shapes, dumped, target, switches, operators, revise)

    return prepare


def profiles_before_customization(
    read: ReadModel, profiles: Sequence[InputShapes], target: Target, switches: Switches
) -> tuple[PreparedGraph, ...]:
    """The model at its shapes before operators get types of their own, to compare with. Empty where
    none gets fewer bits. What was read is not changed.
    """
    if not read.customized.reduced:
        return ()
    plain = replace(read, customized=CustomizedTypes(), model=copied_model(read.model))
    return prepared_profiles(plain, profiles, target=target, switches=switches)


def _at(read: ReadModel, shapes: InputShapes, last: bool) -> onnx_ir.Model:
    """A model to change in place, for one of its profiles; the last may have what was read."""
    if read.read_at is not None:
        return read.read_at(shapes)
    return read.model if last else copied_model(read.model)


def _require_all_inputs(loaded: onnx_ir.Model, shapes: InputShapes, label: str) -> None:
    inputs = [str(value.name) for value in loaded.graph.inputs]
    require_known(shapes, inputs, label)
    missing = [value for value in loaded.graph.inputs if value.name not in shapes]
    if missing:
        listed = ", ".join(f"{value.name} {describe(value)}" for value in missing)
        raise UsageError(
            f"{givers_of(shapes)} must name every input of {label} where there are several "
            f"profiles; it leaves out {listed}. Write name:dimensions, and name: for a scalar"
        )


def source_name(source: ModelSource) -> str:
    """What a model is called: the name of its file without suffix, or that of its graph."""
    if isinstance(source, str | Path):
        return Path(source).stem or UNNAMED
    graph = getattr(source, "graph", None)
    name = getattr(graph, "name", None)
    return name if isinstance(name, str) and name else UNNAMED


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal. Raises `ModelError` if it cannot be read."""
    try:
        with path.open("rb") as file:
            digest = hashlib.sha256()
            while block := file.read(1 << 20):
                digest.update(block)
    except OSError as error:
        raise ModelError(not_read(path, error)) from error
    return digest.hexdigest()


def _source(origin: ModelOrigin, files: Sequence[Path]) -> Source:
    """Where a model comes from. The digest of several files is that of their digests."""
    name = source_name(origin.source)
    if origin.path is None:
        return Source(name)
    digests = [file_sha256(path) for path in files]
    whole = "".join(digests).encode()
    digest = digests[0] if len(digests) == 1 else hashlib.sha256(whole).hexdigest()
    return Source(name, str(origin.path.absolute()), digest)
