"""Finds the entries that a subcommand of `aoe bank` is about."""

from __future__ import annotations

import math
from pathlib import Path

from aoe.application.bank.command import Selection
from aoe.application.bank.records import (
    Contents,
    Filter,
    chosen,
    read_contents,
    repository_root,
)
from aoe.application.model.source import load_graph
from aoe.errors import UsageError
from aoe.frontends.input_shapes import parse_input_shapes
from aoe.settings import Settings


def selected(selection: Selection, settings: Settings) -> Contents:
    """The repository with only the entries selected. Raises `UsageError` for a selection that makes
    no sense, `ModelError` for a model that cannot be read.
    """
    if selection.min_gain is not None and not math.isfinite(selection.min_gain):
        raise UsageError(f"--min_gain={selection.min_gain}: must be a number of percent")
    if selection.input_shape is not None and selection.model is None:
        raise UsageError("--input_shape is about --model; give both or leave it out")
    wanted = Filter(selection.type, selection.soc_version, _keys(selection), selection.min_gain)
    contents = read_contents(repository_root(settings, selection.builtin))
    return Contents(contents.root, tuple(chosen(contents.records, wanted)), contents.unreadable)


def _keys(selection: Selection) -> frozenset[str] | None:
    """The keys of the operators of the model."""
    if selection.model is None:
        return None
    path = Path(selection.model)
    if not path.is_file():
        raise UsageError(f"--model={selection.model}: there is no such file")
    shapes = parse_input_shapes(selection.input_shape) if selection.input_shape else {}
    _, graph = load_graph(path, None, shapes)
    return frozenset(node.operator.key for node in graph.operator_nodes)
