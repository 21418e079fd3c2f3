"""Finds the entries that an `EntryFilter` selects."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

from aoe.application.bank.entry_filter import EntryFilter
from aoe.application.bank.records import (
    Contents,
    RecordFilter,
    chosen,
    read_contents,
    repository_root,
)
from aoe.application.model.compilation import known_subgraphs
from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_profiles
from aoe.errors import UsageError
from aoe.frontends.inputs.input_shapes import parse_input_shapes
from aoe.frontends.model_folder import found_origin
from aoe.near_names import ending
from aoe.repository.misplacement import warn_once
from aoe.settings import Settings


def selected(selection: EntryFilter, settings: Settings) -> Contents:
    """The repository with only the selected entries. Raises `UsageError` for a filter that makes no
    sense, and `ModelError` if the model cannot be read.
    """
    if selection.min_gain is not None and not math.isfinite(selection.min_gain):
        raise UsageError(f"--min_gain={selection.min_gain}: must be a number of percent")
    if selection.input_shape is not None and selection.model is None:
        raise UsageError("--input_shape gives the shapes of --model; add --model, or leave it out")
    keys = _keys(selection, settings)
    wanted = RecordFilter(selection.type, selection.soc_version, keys, selection.min_gain)
    contents = read_contents(repository_root(settings, selection.builtin))
    kinds = sorted({record.soc_version for record in contents.records if record.soc_version})
    if kinds and wanted.soc_version not in (None, *kinds):
        warn_once(
            f"--soc_version={wanted.soc_version}: {contents.root} has entries of "
            f"{', '.join(kinds)}{ending(str(wanted.soc_version), kinds)}"
        )
    searched = contents.searched if wanted.min_gain is None else ()
    return replace(
        contents,
        records=tuple(chosen(contents.records, wanted)),
        unreadable=tuple(item for item in contents.unreadable if wanted.passes_file(item[0])),
        searched=tuple(item for item in searched if wanted.passes_search(*item)),
    )


def _keys(selection: EntryFilter, settings: Settings) -> frozenset[str] | None:
    """The keys of the operators and subgraphs of the model."""
    if selection.model is None:
        return None
    path = Path(selection.model)
    if not path.exists():
        raise UsageError(f"--model={selection.model}: there is no such file")
    shapes = parse_input_shapes(selection.input_shape) if selection.input_shape else {}
    target = this_machine(None, settings)
    _, (graph,) = load_profiles(found_origin(path), [shapes], target=target)
    known = known_subgraphs(settings, target)
    formed = (graph.default, graph.formed(graph.known(known.lookup)))
    operators = {node.operator.key for item in formed for node in item.operator_nodes}
    return frozenset({*operators, *(subgraph.key for subgraph in graph.subgraphs)})
