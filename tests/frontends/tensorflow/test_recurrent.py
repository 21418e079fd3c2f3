"""Loops of recurrent layers become one node; `test_cases.py` checks what they compute."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.registry import frontend_for

_STORED = Path(__file__).with_name("cases.npz")


def _types(name: str, folder: Path) -> Counter[str]:
    path = folder / "case.pb"
    with np.load(_STORED) as stored:
        path.write_bytes(stored[f"{name}/graph"].tobytes())
    origin = ModelOrigin(path, 3)
    return Counter(node.op_type for node in frontend_for(origin).read(origin, {}).graph)


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(
    ("name", "kind"),
    [("LSTM", "LSTM"), ("GRU reset after", "GRU"), ("GRU reset before", "GRU"), ("RNN", "RNN")],
)
def test_a_loop_of_steps_becomes_one_node(
    name: str, kind: str, version: int, tmp_path: Path
) -> None:
    types = _types(f"{name} v{version}", tmp_path)
    assert types[kind] == 1
    assert types["MatMul"] == types["Gather"] == 0


def test_a_loop_of_other_steps_is_unrolled(tmp_path: Path) -> None:
    types = _types("unrolled v2", tmp_path)
    assert types["RNN"] == 0
    assert types["Tanh"] == 5
