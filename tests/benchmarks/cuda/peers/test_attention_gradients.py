"""Gradients of attention beside PyTorch's, ours on a machine that executes PTX and PyTorch's on the
CPU.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from benchmarks.cuda import table
from benchmarks.cuda.attention_operators import GRADIENT_CASES, gradient_of
from benchmarks.cuda.peers import attention_gradients
from benchmarks.cuda.peers.comparison import OWN
from benchmarks.cuda.results import Results
from tests.backends.cuda.devices import PtxDevices, with_gpu


@pytest.mark.parametrize(
    ("dtype", "hidden", "bound"), [("float32", "", 1e-5), ("bfloat16", "causal", 2e-2)]
)
def test_every_way_of_pytorch_that_works_gives_the_same_gradients(
    dtype: str, hidden: str, bound: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attention_gradients, "_RUNS", 1)
    operator = gradient_of((1, 2, 20, 16, hidden), dtype)
    with with_gpu(PtxDevices()):
        item = attention_gradients.compared(operator, "cpu")
    assert {OWN, "flash", "math", attention_gradients.COMPILED} <= set(item["gpu_us"])
    assert max(item["typical_error"].values()) < bound
    assert "memory-efficient" in item["missing"]
    name = f"gradient of attention of a test{attention_gradients.ENDING}"
    Results(tmp_path, "kernels").put(name, json.loads(json.dumps(item)))
    page = table.page(tmp_path)
    assert "| gradient of attention of a test |" in page
    assert "- memory-efficient: " in page


def test_every_type_has_every_case() -> None:
    names = [name for name, _ in attention_gradients.work()]
    assert len(set(names)) == len(names) == len(attention_gradients.TYPES) * len(GRADIENT_CASES)
