"""The graph of a cell: what `mindspore.export` writes as MindIR, without the weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aoe.errors import AoeError, quoted
from aoe.mindspore.random_numbers import kept_seeds

#: What names of graphs contain that MindSpore has exported.
_EXPORT = "export.mindir"


class UncapturedError(AoeError):
    """MindSpore gives no graph of a cell."""


def captured(cell: Any, arguments: Sequence[Any]) -> bytes:
    """The graph of a cell for arguments of these types and shapes, as MindIR without weights.

    Raises:
        UncapturedError: MindSpore cannot export the cell.
    """
    from mindspore import export, nn

    if isinstance(cell, nn.Cell):
        # MindSpore would export the same graph again where a cell inside has ceased to train.
        known = [phase for phase in cell.compile_cache if _EXPORT in phase]
        cell.compile_cache.difference_update(known)
    graphs: list[bytes] = []

    def keep(model: Any) -> None:
        graphs.append(model.SerializeToString())
        del model.graph.parameter[:]  # so that MindSpore writes a file without weights

    try:
        with TemporaryDirectory(prefix="aoe-mindspore-") as folder, kept_seeds():
            export(
                cell,
                *arguments,
                file_name=str(Path(folder) / "cell"),
                file_format="MINDIR",
                custom_func=keep,
            )
    except Exception as error:  # MindSpore's compiler raises errors of all kinds
        raise UncapturedError(f"MindSpore exports no MindIR of it: {quoted(error)}") from error
    return graphs[0]


def parameters_of(cell: Any) -> Mapping[str, Any]:
    """The parameters of a cell by name."""
    found: dict[str, Any] = dict(cell.parameters_dict())
    return found
