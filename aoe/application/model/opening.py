"""Opens the model that a command names: an offline model, or a source model to compile first."""

from __future__ import annotations

from pathlib import Path

from aoe.application.model.compilation import compile_for_host, known_subgraphs
from aoe.application.model.machine import this_machine
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import load_graph
from aoe.errors import UsageError
from aoe.frontends.input_shapes import parse_input_shapes
from aoe.frontends.registry import source_suffixes
from aoe.settings import Settings


def opened_session(
    path: Path, threads: int | None, input_shape: str | None, settings: Settings
) -> InferenceSession:
    """A session of a model. A source model, known by its suffix, is compiled for this machine with
    the policies that its repository knows and default ones; nothing is written.

    Args:
        path: The file.
        threads: Threads that an inference uses; all cores by default.
        input_shape: Shapes of a source model, as text of `--input_shape`.
        settings: The environment.

    Raises:
        UsageError: There is no such source model, or an offline model is given shapes.
        AoeError: The model cannot be read or compiled.
    """
    if path.suffix.lower() not in source_suffixes():
        if input_shape is not None:
            raise UsageError(
                "--input_shape is for source models; an offline model has fixed shapes"
            )
        return InferenceSession(path, threads)
    if not path.is_file():
        raise UsageError(f"{path}: there is no such file")
    shapes = {} if input_shape is None else parse_input_shapes(input_shape)
    target = this_machine(threads, settings)
    known = known_subgraphs(settings, target)
    source, graph = load_graph(path, None, shapes, known.lookup, target)
    return InferenceSession(compile_for_host(graph, source, threads, settings), threads)
