"""The model a job starts from: a file, bytes or a `ModelProto`, read and made an operator graph."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import onnx
import onnx_ir

from aoe.errors import ModelError, UsageError
from aoe.execute.cpu.host import host_device
from aoe.frontends.onnx import load_onnx
from aoe.frontends.out_nodes import choose_outputs
from aoe.frontends.registry import frontend_for
from aoe.graph import build
from aoe.graph.dump import dump_graph
from aoe.graph.profiles import SharedConstants
from aoe.operators.operator_graph import OperatorGraph
from aoe.operators.registry import require_computable

ModelSource: TypeAlias = str | Path | bytes | onnx.ModelProto
UNNAMED = "model"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a model comes from. `path` (absolute) and `sha256` are empty if it was not a file."""

    name: str
    path: str = ""
    sha256: str = ""


def load_graph(
    model: ModelSource,
    framework: int | None,
    input_shapes: Mapping[str, tuple[int, ...]],
    dump_directory: Path | None = None,
    dump_ending: str = "",
    out_nodes: Sequence[str] = (),
) -> tuple[Source, OperatorGraph]:
    """Reads a model, prepares and fuses it; writes the prepared graph to `dump_directory` as
    `.onnx`, its name followed by `dump_ending`. `out_nodes`: what to make its outputs, if any are
    named.

    Raises `ModelError` for a model that cannot be read, `UnsupportedModelError` for one that cannot
    be computed on this machine, `UsageError` for shapes or a framework that do not fit it.
    """
    source, loaded = _load(model, framework, input_shapes)
    if out_nodes:
        choose_outputs(loaded, out_nodes, source.path or source.name)
    graph = build(loaded, source.name)
    require_computable(graph, host_device())
    if dump_directory is not None:
        dump_graph(loaded, dump_directory, f"{source.name}{dump_ending}")
    return source, graph


def load_profiles(
    model: ModelSource,
    framework: int | None,
    profiles: Sequence[Mapping[str, tuple[int, ...]]],
    dump_directory: Path | None = None,
    out_nodes: Sequence[str] = (),
) -> tuple[Source, tuple[OperatorGraph, ...]]:
    """As `load_graph`, the model at each of several shapes. Constants they share are one array."""
    shared = SharedConstants() if len(profiles) > 1 else None
    graphs = []
    for number, shapes in enumerate(profiles, 1):
        ending = "" if number == 1 else f"@{number}"
        source, graph = load_graph(model, framework, shapes, dump_directory, ending, out_nodes)
        graphs.append(graph if shared is None else shared.share(graph))
    return source, tuple(graphs)


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


def _load(
    model: ModelSource,
    framework: int | None,
    input_shapes: Mapping[str, tuple[int, ...]],
) -> tuple[Source, onnx_ir.Model]:
    if isinstance(model, str | Path):
        path = Path(model)
        loaded = frontend_for(framework, path).load(path, input_shapes, None)
        return Source(source_name(path), str(path.absolute()), file_sha256(path)), loaded
    if not isinstance(model, bytes | onnx.ModelProto):
        raise UsageError(
            f"model must be a path, bytes or an onnx.ModelProto, not {type(model).__name__}"
        )
    loaded = load_onnx(model, input_shapes)
    return Source(source_name(model)), loaded
