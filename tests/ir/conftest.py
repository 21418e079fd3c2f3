"""A place of its own for every test, and a small graph."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aoe.ir import Graph
from tests.application.conftest import furnish, work_in

#: Constant weights of `small_graph`.
WEIGHTS = np.linspace(-1, 1, 32, dtype=np.float32).reshape(8, 4)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with an empty repository `bank`, where jobs are short and start no
    processes.
    """
    furnish(tmp_path)
    work_in(tmp_path, monkeypatch)
    return tmp_path


def small_graph(rows: int | str = 2) -> Graph:
    """A matrix product and a Relu: `x` [rows, 8] to `y` [rows, 4]."""
    graph = Graph("small")
    x = graph.input("x", "float32", (rows, 8))
    graph.output(graph.op.Relu(graph.op.MatMul(x, WEIGHTS)), "y")
    return graph


def expected(x: np.ndarray) -> np.ndarray:
    """What it computes."""
    return np.maximum(x @ WEIGHTS, 0)
