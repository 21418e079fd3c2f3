import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from tests.graph.models import checked_graph, model


def test_dropout_drops_nothing() -> None:
    text = "(float[2,3] x) => (float[2,3] y, bool[2,3] m) { y, m = Dropout(x) }"
    assert checked_graph(model(text)).outputs == ("y", "m")


def test_dropout_in_training_mode_is_refused() -> None:
    proto = model(
        "(float[2,3] x) => (float[2,3] y) { y = Dropout(x, ratio, true) }",
        ratio=np.asarray(0.5, np.float32),
        true=np.asarray(True),
    )
    with pytest.raises(UnsupportedModelError, match="training mode"):
        build(load_onnx(proto), "test")
