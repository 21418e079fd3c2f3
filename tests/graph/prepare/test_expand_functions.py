import numpy as np
import pytest

from tests.graph.models import checked_graph, model, weights

FUNCTIONS = {
    "a loss": (
        "(float[3,5,2] x) => (float y) { l = LogSoftmax <axis = 1> (x)"
        " y = NegativeLogLikelihoodLoss (l, t) }",
        {"t": np.asarray([[1, 2], [0, 4], [3, 3]])},
    ),
    "a loss of losses": (
        "(float[3,5] x) => (float y) { y = SoftmaxCrossEntropyLoss (x, t, w) }",
        {"t": np.asarray([1, 0, 4]), "w": weights(5) ** 2},
    ),
    "a window": (
        "(float[8] x) => (float[8] y) { w = HannWindow(n) y = Mul(x, w) }",
        {"n": np.asarray(8)},
    ),
    "cropped and padded": (
        "(float[4,5] x) => (float[2,8] y) { y = CenterCropPad(x, s) }",
        {"s": np.asarray([2, 8])},
    ),
}


@pytest.mark.parametrize(("text", "constants"), FUNCTIONS.values(), ids=FUNCTIONS.keys())
def test_functions_of_onnx_are_expanded(text: str, constants: dict[str, np.ndarray]) -> None:
    checked_graph(model(text, 20, **constants))
