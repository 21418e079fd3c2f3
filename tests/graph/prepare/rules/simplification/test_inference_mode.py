import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from tests.graph.models import checked_graph, model


def test_dropout_drops_nothing() -> None:
    text = "(float[2,3] x) => (float[2,3] y, bool[2,3] m) { y, m = Dropout(x) }"
    assert checked_graph(model(text)).outputs == ("y", "m")


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("Dropout(x, ratio, true)", "training mode"),
        ("BatchNormalization <training_mode = 1> (x, v, v, v, v)", "training mode"),
    ],
)
def test_training_is_refused(call: str, reason: str) -> None:
    outputs = "y, m, n" if "Batch" in call else "y"
    proto = model(
        f"(float[2,3] x) => (float[2,3] y) {{ {outputs} = {call} }}",
        ratio=np.asarray(0.5, np.float32),
        true=np.asarray(True),
        v=np.ones(3, np.float32),
    )
    with pytest.raises(UnsupportedModelError, match=reason):
        build(load_onnx(proto), "test")
