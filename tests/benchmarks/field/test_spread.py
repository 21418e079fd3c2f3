"""A model that amplifies last bits has a large spread; another one has a spread of last bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest

from benchmarks.field.catalogue import Case, FieldModel
from benchmarks.field.one_model import _opened
from benchmarks.field.outcome import ROUNDING, WRONG, Measuring
from benchmarks.field.spread import peer_spread

#: The product lies between two whole numbers, and the last bit of the constant decides.
STEPS = """<ir_version: 8, opset_import: ["": 17]>
steps (float[8] x) => (float[8] y) <float[8] w = {1, 1, 1, 1, 1, 1, 1, 1}> {
    p = Mul(x, w)
    y = Round(p)
}"""
PLAIN = STEPS.replace("Round(p)", "Relu(p)")


#: The same with a constant that is a node.
NODE = STEPS.replace(" <float[8] w = {1, 1, 1, 1, 1, 1, 1, 1}>", "").replace(
    "p = Mul", "w = Constant<value = float[8] {1, 1, 1, 1, 1, 1, 1, 1}>()\n    p = Mul"
)


def saved(folder: Path, text: str) -> Path:
    path = folder / "model.onnx"
    onnx.save(onnx.parser.parse_model(text), path)
    return path


def test_the_spread_is_what_last_bits_decide(tmp_path: Path) -> None:
    feed = {"x": np.full(8, 1.5, np.float32)}
    assert peer_spread(saved(tmp_path, STEPS), feed, 1) == 0.5
    assert peer_spread(saved(tmp_path, NODE), feed, 1) == 0.5
    assert 0 < peer_spread(saved(tmp_path, PLAIN), feed, 1) < 1e-6


@pytest.mark.parametrize(("text", "result"), [(STEPS, ROUNDING), (PLAIN, WRONG)])
def test_only_what_rounding_explains_is_rounding(text: str, result: str, tmp_path: Path) -> None:
    case = Case({}, {"x": 1.5}, {})
    model = FieldModel("package", "1.0", "model.onnx", "steps", (case,))
    opened = _opened(model, saved(tmp_path, text), Measuring(1, 0.0, 0.0))
    with opened.session:
        ours = opened.session.run

        def moved(names: None, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
            return [array + np.float32(0.9) for array in ours(names, feed)]

        opened.session.run = moved  # type: ignore[method-assign,assignment]
        made = opened.checked(0, case)
    assert made.result == result
    assert "from float64 open-aoe is" in made.cause
