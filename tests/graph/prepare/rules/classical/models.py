"""Models of the operators of ai.onnx.ml, compared with ONNX Runtime."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import helper

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import one_thread

DOMAIN = "ai.onnx.ml"


def single(
    op_type: str,
    feed: Mapping[str, np.ndarray],
    outputs: int = 1,
    opset: int = 3,
    **attributes: Any,
) -> onnx.ModelProto:
    """A model of one node that reads all of `feed`."""
    inputs = [
        helper.make_tensor_value_info(
            name, helper.np_dtype_to_tensor_dtype(array.dtype), list(array.shape)
        )
        for name, array in feed.items()
    ]
    names = [f"y{number}" for number in range(outputs)]
    node = helper.make_node(op_type, list(feed), names, domain=DOMAIN, **attributes)
    empty = [onnx.ValueInfoProto(name=name) for name in names]
    graph = helper.make_graph([node], "g", inputs, empty)
    imports = [helper.make_opsetid("", 17), helper.make_opsetid(DOMAIN, opset)]
    return helper.make_model(graph, ir_version=8, opset_imports=imports)


def by_onnxruntime(proto: onnx.ModelProto, feed: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    options = one_thread()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options)
    found: list[np.ndarray] = session.run(None, dict(feed))
    return found


def check(proto: onnx.ModelProto, feed: Mapping[str, np.ndarray], tolerance: float = 1e-5) -> None:
    graph = build(load_onnx(proto), "test")
    found = evaluate(graph, dict(feed))
    for name, expected in zip(graph.outputs, by_onnxruntime(proto, feed), strict=True):
        assert found[name].dtype == expected.dtype
        assert found[name].shape == expected.shape
        np.testing.assert_allclose(found[name], expected, rtol=tolerance, atol=tolerance)
