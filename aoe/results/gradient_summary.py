"""`gradient_summary.csv`: the gradients that were profiled, as AOE lists them. Only its owner may
read it. The node that traces a gradient and the one that reduces it are names, as AOE's graph has
them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from aoe.atomic_file import replace_file
from aoe.errors import ResultFileError, not_written

NAME = "gradient_summary.csv"
COLUMNS = (
    "index",
    "gradient_size(byte)",
    "data_type",
    "graph_id",
    "group_name",
    "gradient_node_name",
    "trace_node_name",
    "allreduce_node_name",
)
#: Only the owner may read and write it.
_MODE = 0o600


def write_gradient_summary(
    folder: Path, gradients: Sequence[tuple[str, str, int]], group: str
) -> Path:
    """Writes the file.

    Args:
        folder: Where to. It is made if it is not there.
        gradients: Name, element type and bytes of each gradient, in the order in which they become
            ready.
        group: The name of the group of workers.

    Raises:
        ResultFileError: It cannot be written.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, (name, kind, size) in enumerate(gradients):
        reduced = f"allreduce_{name}"
        traced = f"{reduced}_TensorRedirect"
        writer.writerow((number, size, kind, 0, group, name, traced, reduced))
    path = folder / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(path, text.getvalue().encode(), _MODE)
    except OSError as error:
        raise ResultFileError(not_written(path, error)) from error
    return path
