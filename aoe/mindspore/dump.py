"""AOE's way to tune MindSpore offline: `aoe_tune_mode="offline"`, a step, then
`aoe --framework=1 --model_path=aoe_dump --job_type=2`.

Each graph is written as MindIR with its weights, `<name>.mindir`, and beside it the ranges of its
inputs of integers, such as labels or indices of words, because other numbers would not do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aoe.frontends.mindspore.reader import read_step, with_weights
from aoe.mindspore.adapter import logger
from aoe.mindspore.held_parameters import memory_of, named
from aoe.training.dump import ranges_of, write_ranges, write_source

#: The folder of graphs.
FOLDER = "aoe_dump"


def dump_folder() -> Path:
    """Where graphs are written: below `save_graphs_path` if the script sets it, else below the
    working folder.
    """
    from mindspore import context

    return Path(context.get_context("save_graphs_path") or ".").absolute() / FOLDER


def write_graph(
    name: str, graph: bytes, parameters: Mapping[str, Any], arguments: Sequence[Any]
) -> None:
    """Writes a graph.

    Args:
        name: The name of its file.
        graph: The graph as MindIR without weights.
        parameters: The parameters of the cell by name.
        arguments: What the cell is called with.

    Raises:
        AoeError: Some of its primitives are not read, or the file cannot be written.
    """
    step = read_step(graph, name)
    folder = dump_folder()
    data = with_weights(graph, lambda key: memory_of(named(parameters, key)))
    write_source(folder / f"{name}.mindir", data)
    inputs = [
        (key, item.asnumpy())
        for key, item in zip(step.inputs, arguments, strict=False)  # draws follow
        if key is not None
    ]
    held = [] if not step.changes else [(key, memory_of(parameters[key])) for key in step.variables]
    write_ranges(folder, name, ranges_of([*inputs, *held]))
    logger.info("%s is written to %s", name, folder)
