"""Models whose large constants are kept elsewhere."""

from __future__ import annotations

import numpy as np
import onnx
import onnx_ir
import pytest

from aoe.errors import OfflineModelError
from aoe.frontends.stored_model import LARGE, restored_model, stored_model
from tests.graph.models import model, weights

W = weights(30, 40)
PROTO = model(
    """(float[n,30] x, bool c) => (float[n,m] y) {
        p = MatMul(x, w)
        q = Add(p, small)
        y = If(c) <
            then_branch = t () => (float[n,40] u) <float[40] b> { u = Add(q, small) },
            else_branch = e () => (float[n,40] v) { v = Relu(q) }
        >
    }""",
    w=W,
    small=weights(40),
)


def test_a_model_comes_back() -> None:
    source = onnx_ir.from_proto(PROTO)
    data, arrays = stored_model(source)
    assert len(data) < LARGE + 1000
    (array,) = arrays.values()
    np.testing.assert_array_equal(array, W)
    found = onnx_ir.to_proto(restored_model(data, arrays, "m.om"))
    assert onnx.printer.to_text(found.graph) == onnx.printer.to_text(onnx_ir.to_proto(source).graph)


def test_the_model_stays_as_it_is() -> None:
    source = onnx_ir.from_proto(PROTO)
    stored_model(source)
    tensor = source.graph.initializers["w"].const_value
    assert not isinstance(tensor, onnx_ir.ExternalTensor)


@pytest.mark.parametrize("other", [W[:-1], W.astype(np.float64)])
def test_other_constants_are_refused(other: np.ndarray) -> None:
    data, arrays = stored_model(onnx_ir.from_proto(PROTO))
    with pytest.raises(OfflineModelError, match="another one"):
        restored_model(data, dict.fromkeys(arrays, other), "m.om")


@pytest.mark.parametrize("data", [b"", b"\xff\xff"])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(OfflineModelError, match=r"m\.om: the model in it is damaged"):
        restored_model(data, {}, "m.om")
