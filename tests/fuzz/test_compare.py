"""Some random models agree with ONNX Runtime; `compare` runs many."""

from __future__ import annotations

import numpy as np
import pytest

from tests.fuzz.compare import difference, smaller
from tests.fuzz.random_models import random_model
from tests.graph.models import model


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("seed", range(1000, 1024))
def test_a_random_model_agrees_with_onnxruntime(seed: int) -> None:
    proto, feed = random_model(seed)
    assert difference(proto, feed) is None


def test_a_model_of_each_seed_is_always_the_same() -> None:
    first, second = (random_model(7)[0].SerializeToString() for _ in range(2))
    assert first == second


def test_a_difference_is_told_and_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    proto = model("(float[2] x) => (float[n] z) { a = Abs(x) y = Neg(a) z = Exp(y) }")
    feed = {"x": np.asarray([1, -2], np.float32)}
    assert difference(proto, feed) is None

    def wrong(graph: object, given: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        size = np.abs(given["x"])
        return {"a": size, "y": size, "z": np.exp(size)}

    monkeypatch.setattr("tests.fuzz.compare.evaluate", wrong)
    assert "differs by" in str(difference(proto, feed))
    assert [node.op_type for node in smaller(proto, feed, False).graph.node] == ["Abs", "Neg"]
