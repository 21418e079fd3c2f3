"""Convolutions and recurrences in every floating-point type: compiled, against ONNX Runtime in
float32 and, in float64, against NumPy.
"""

from __future__ import annotations

from itertools import chain

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import aoe
from aoe.element_types import numpy_type, unit_roundoff
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import by_onnxruntime, inputs_of, model, weights
from tests.graph.prepare.rules.recurrent.test_recurrence import layer

_TYPES = {
    "float16": TensorProto.FLOAT16,
    "bfloat16": TensorProto.BFLOAT16,
    "float64": TensorProto.DOUBLE,
}


def convolution(
    op_type: str, x: str, shape: tuple[int, ...], group: int, attributes: str
) -> onnx.ModelProto:
    """A convolution with known weights and biases."""
    filters = shape[0] if op_type == "Conv" else shape[1] * group
    rest = ",".join(f"d{number}" for number in range(len(shape)))
    node = f"y = {op_type} <group = {group}, {attributes}> (x, w, b)"
    return model(
        f"(float[{x}] x) => (float[{rest}] y) {{ {node} }}",
        w=weights(*shape),
        b=weights(filters, seed=1),
    )


def in_type(proto: onnx.ModelProto, dtype: str) -> tuple[onnx.ModelProto, onnx.ModelProto]:
    """A float32 model in another type, and itself with constants rounded to that."""
    other, rounded = onnx.ModelProto(), onnx.ModelProto()
    other.CopyFrom(proto)
    rounded.CopyFrom(proto)
    for value in chain(other.graph.input, other.graph.output):
        if value.type.tensor_type.elem_type == TensorProto.FLOAT:
            value.type.tensor_type.elem_type = _TYPES[dtype]
    for target, same in zip(other.graph.initializer, rounded.graph.initializer, strict=True):
        array = numpy_helper.to_array(target)
        if array.dtype != np.float32:
            continue
        stored = array.astype(numpy_type(dtype))
        shape = (target.name, _TYPES[dtype], array.shape)
        target.CopyFrom(helper.make_tensor(*shape, stored.tobytes(), raw=True))
        same.CopyFrom(numpy_helper.from_array(stored.astype(np.float32), target.name))
    del other.opset_import[:]
    other.opset_import.append(helper.make_opsetid("", 22))
    other.ir_version = 10
    return other, rounded


CASES = {
    "padded": convolution("Conv", "2,8,7,6", (20, 8, 3, 3), 1, "pads = [1, 1, 0, 2]"),
    "winograd": convolution("Conv", "1,16,9,9", (18, 16, 3, 3), 1, "pads = [1, 1, 1, 1]"),
    "grouped": convolution("Conv", "1,6,9", (8, 3, 3), 2, "strides = [2]"),
    "depthwise": convolution("Conv", "1,8,6,5", (16, 1, 3, 3), 8, "dilations = [2, 1]"),
    "pointwise": convolution("Conv", "1,6,3,4,5", (8, 6, 1, 1, 1), 1, "strides = [1, 1, 1]"),
    "transposed": convolution("ConvTranspose", "1,6,5,5", (6, 9, 3, 3), 1, "strides = [2, 2]"),
    "transposed in groups": convolution("ConvTranspose", "1,6,5", (6, 4, 3), 2, "pads = [1, 1]"),
    "transposed with gaps": convolution("ConvTranspose", "1,6,5", (6, 1, 1), 6, "strides = [3]"),
    "LSTM": layer("LSTM", optional=frozenset({"b", "initial_h", "initial_c", "p", "lengths"})),
    "LSTM of a clip": layer("LSTM", direction="bidirectional", clip=0.6, input_forget=1),
    "GRU": layer("GRU", optional=frozenset({"b", "lengths"}), direction="reverse"),
    "GRU that resets last": layer("GRU", optional=frozenset({"b"}), linear_before_reset=1),
    "RNN": layer("RNN", optional=frozenset({"b"}), activations=["LeakyRelu"]),
}


@pytest.mark.parametrize("dtype", _TYPES)
@pytest.mark.parametrize("case", CASES)
def test_a_layer_is_computed_in_its_type(case: str, dtype: str) -> None:
    proto, rounded = in_type(CASES[case], dtype)
    feed = {name: array.astype(numpy_type(dtype)) for name, array in inputs_of(rounded).items()}
    wide = {name: array.astype(np.float32) for name, array in feed.items()}
    expected = by_onnxruntime(rounded, wide)
    session = aoe.compile(proto, threads=2)
    found = dict(zip(expected, session.run(list(expected), feed), strict=True))
    for name, array in expected.items():
        assert found[name].dtype == numpy_type(dtype)
        error = np.abs(found[name].astype(np.float64) - array).max() / np.abs(array).max()
        assert error <= max(2 * unit_roundoff(dtype), 1e-5)
    if dtype == "float64":
        exact = evaluate(build(load_onnx(proto), "exact"), feed)
        for name, array in exact.items():
            np.testing.assert_allclose(found[name], array, rtol=1e-12, atol=1e-13)
