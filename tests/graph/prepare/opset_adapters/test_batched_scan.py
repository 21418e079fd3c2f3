import numpy as np
import pytest

from aoe.errors import ModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import model

TEXT = """({lengths}float[2,3] s, float[2,4,3] x) => (float[2,3] y, float[2,4,3] z) {{
    y, z = Scan <num_scan_inputs = 1, directions = [{backwards}], body = b (float[3] a, float[3] p)
        => (float[3] c, float[3] d) {{ e = Mul(a, p) c = Add(e, p) d = Neg(c) }}> ({first}, s, x)
}}"""


@pytest.mark.parametrize("backwards", [0, 1])
def test_a_scan_of_operator_set_8_loops_over_its_batch(backwards: int) -> None:
    random = np.random.default_rng(1)
    state, x = random.standard_normal((2, 3)), random.standard_normal((2, 4, 3))
    feed = {"s": state.astype(np.float32), "x": x.astype(np.float32)}
    text = TEXT.format(lengths="", first="", backwards=backwards)
    found = evaluate(build(load_onnx(model(text, 8)), "test"), feed)
    rows = []
    for turn in range(3, -1, -1) if backwards else range(4):
        state = state * x[:, turn] + x[:, turn]
        rows.append(-state)
    np.testing.assert_allclose(found["y"], state, rtol=1e-5)
    np.testing.assert_allclose(found["z"], np.stack(rows, 1), rtol=1e-5)


def test_a_scan_over_sequences_of_different_lengths_is_refused() -> None:
    text = TEXT.format(lengths="int64[2] n, ", first="n", backwards=0)
    with pytest.raises(ModelError, match="it has a batch dimension"):
        build(load_onnx(model(text, 8)), "test")
