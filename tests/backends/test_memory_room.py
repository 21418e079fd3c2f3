"""A program that needs more memory than a machine has is refused before it runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from tests.graph.models import model, weights


@pytest.mark.parametrize("rows", ["256", "n"])
def test_values_that_only_fit_one_by_one_are_refused(
    rows: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the inputs, the weights, their packed copy, the product and the output is 0.26 MB."""
    monkeypatch.setattr("aoe.backends.cpu.backend.machine_memory", lambda: 1 << 20)
    text = f"(float[{rows},256] x) => (float[{rows},256] y) {{ m = MatMul(x, w) y = MatMul(m, w) }}"
    path = tmp_path / "chain.onnx"
    onnx.save(model(text, w=weights(256, 256)), path)

    def run() -> list[np.ndarray]:
        with aoe.InferenceSession(path, threads=1) as session:
            return session.run(None, {"x": np.zeros((256, 256), np.float32)})

    boundary = r"\(weights .*, inputs and outputs 524\.3 kB"
    with pytest.raises(UnsupportedModelError, match=boundary) as found:
        run()
    assert str(found.value).startswith("an inference of ")
    assert "but this machine has 1.0 MB of memory; give smaller shapes" in str(found.value)
    monkeypatch.setattr("aoe.backends.cpu.backend.machine_memory", lambda: 1 << 24)
    assert len(run()) == 1
