"""The model a job starts from: a file, bytes or a `ModelProto`, read and made an operator graph."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import onnx
import onnx_ir

from aoe.backends.registry import default_backend, require_computable
from aoe.errors import ModelError, UsageError
from aoe.frontends.boundary import Boundary, apply_boundary
from aoe.frontends.input_shapes import apply_input_shapes, describe
from aoe.frontends.input_values import InputValue, apply_input_values
from aoe.frontends.onnx import label_of, read_onnx
from aoe.frontends.registry import frontend_for
from aoe.graph import PreparedGraph, prepared_graph
from aoe.graph.dump import dump_graph
from aoe.graph.pipeline import KnownSubgraphs, nothing_known
from aoe.graph.profiles import SharedConstants
from aoe.graph.switches import ALL_ON, Switches
from aoe.operators.operator_graph import OperatorGraph
from aoe.target import Target

ModelSource: TypeAlias = str | Path | bytes | onnx.ModelProto
UNNAMED = "model"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a model comes from.

    Attributes:
        name: What it is called.
        path: Its absolute path; empty if it was no file.
        sha256: SHA-256 of the file in hexadecimal, likewise.
    """

    name: str
    path: str = ""
    sha256: str = ""


@dataclass(frozen=True)
class ReadModel:
    """A model as it was read.

    Attributes:
        source: Where it comes from.
        model: The model; its inputs may have open dimensions.
        label: What messages call it.
        boundary: What its inputs and outputs are to be.
    """

    source: Source
    model: onnx_ir.Model
    label: str
    boundary: Boundary = field(default_factory=Boundary)


def read_model(
    model: ModelSource,
    framework: int | None,
    input_values: Mapping[str, InputValue] | None = None,
    boundary: Boundary | None = None,
) -> ReadModel:
    """Reads a model. `input_values`, `boundary`: see `load_profiles`. Raises as it does."""
    source, loaded = _read(model, framework)
    label = label_of(model)
    apply_input_values(loaded, input_values or {}, label)
    return ReadModel(source, loaded, label, boundary or Boundary())


def load_graph(
    model: ModelSource,
    framework: int | None,
    input_shapes: Mapping[str, tuple[int, ...]],
    known: KnownSubgraphs = nothing_known,
    target: Target | None = None,
) -> tuple[Source, OperatorGraph]:
    """Reads a model, prepares and fuses it. `known`: policies of its subgraphs. `target`: the
    device that is to compute it, by default this machine's CPU.

    Raises `ModelError` for a model that cannot be read, `UnsupportedModelError` for one that cannot
    be computed on the device, `UsageError` for shapes or a framework that do not fit it.
    """
    source, (graph,) = load_profiles(model, framework, [input_shapes], target=target)
    return source, graph.formed(graph.known(known))


def load_profiles(
    model: ModelSource,
    framework: int | None,
    profiles: Sequence[Mapping[str, tuple[int, ...]]],
    dump_directory: Path | None = None,
    boundary: Boundary | None = None,
    input_values: Mapping[str, InputValue] | None = None,
    target: Target | None = None,
    switches: Switches = ALL_ON,
) -> tuple[Source, tuple[PreparedGraph, ...]]:
    """As `load_graph`, the model at each of several shapes, read once, prepared but not yet fused.
    Constants they share are one array. `boundary`: what its inputs and outputs are to be.
    `input_values`: values by input name, which make these inputs constants. `target`: the device
    that is to compute it, by default this machine's CPU. `switches`: rewrites and fusions that are
    off. Prepared graphs are written to `dump_directory` as `.onnx`; those from the second on have
    names that end in `@2` and so on. Raises `UsageError` if profiles leave out an input.
    """
    read = read_model(model, framework, input_values, boundary)
    return read.source, prepared_profiles(read, profiles, dump_directory, target, switches)


def prepared_profiles(
    read: ReadModel,
    profiles: Sequence[Mapping[str, tuple[int, ...]]],
    dump_directory: Path | None = None,
    target: Target | None = None,
    switches: Switches = ALL_ON,
) -> tuple[PreparedGraph, ...]:
    """What `load_profiles` makes of a model that was read. The model is changed."""
    source, loaded, label = read.source, read.model, read.label
    target = default_backend().machine.target() if target is None else target
    if len(profiles) > 1:
        _require_all_inputs(loaded, profiles[0], label)
    shared = SharedConstants() if len(profiles) > 1 else None
    graphs = []
    for number, shapes in enumerate(profiles, 1):
        # What comes now changes the model in place; the last profile may have it.
        profile = loaded if number == len(profiles) else loaded.clone()
        apply_input_shapes(profile, shapes, label)
        apply_boundary(profile, read.boundary, label)
        graph = prepared_graph(profile, source.name, target, switches)
        require_computable(graph.default, target)
        if dump_directory is not None:
            ending = "" if number == 1 else f"@{number}"
            dump_graph(profile, dump_directory, f"{source.name}{ending}")
        graphs.append(graph if shared is None else shared.share_prepared(graph))
    return tuple(graphs)


def _require_all_inputs(
    loaded: onnx_ir.Model, shapes: Mapping[str, tuple[int, ...]], label: str
) -> None:
    missing = [value for value in loaded.graph.inputs if value.name not in shapes]
    if missing:
        listed = ", ".join(f"{value.name} {describe(value)}" for value in missing)
        raise UsageError(
            f"--input_shape must name every input of {label} where there are several profiles; it "
            f"leaves out {listed}. Write name:dimensions, and name: for a scalar"
        )


def source_name(model: ModelSource) -> str:
    """What a model is called: the name of its file without suffix, or that of its graph."""
    if isinstance(model, str | Path):
        return Path(model).stem or UNNAMED
    name = model.graph.name if isinstance(model, onnx.ModelProto) else ""
    return name or UNNAMED


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal. Raises `ModelError` if it cannot be read."""
    try:
        with path.open("rb") as file:
            digest = hashlib.sha256()
            while block := file.read(1 << 20):
                digest.update(block)
    except OSError as error:
        raise ModelError(f"cannot read {path}: {error.strerror or error}") from error
    return digest.hexdigest()


def _read(model: ModelSource, framework: int | None) -> tuple[Source, onnx_ir.Model]:
    if isinstance(model, str | Path):
        path = Path(model)
        loaded = frontend_for(framework, path).read(path, None)
        return Source(source_name(path), str(path.absolute()), file_sha256(path)), loaded
    if not isinstance(model, bytes | onnx.ModelProto):
        raise UsageError(
            f"model must be a path, bytes or an onnx.ModelProto, not {type(model).__name__}"
        )
    return Source(source_name(model)), read_onnx(model)
