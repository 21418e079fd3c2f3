"""Comparison with ONNX Runtime whose optimisations are disabled, so that it applies no rules."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
import onnxruntime

from aoe.frontends.onnx import load_onnx
from aoe.graph import prepared_graph
from aoe.operators.evaluate import evaluate
from tests.graph.models import node_types


def by_plain_onnxruntime(
    proto: onnx.ModelProto, feed: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """What ONNX Runtime computes node by node, by output name."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options)
    names = [value.name for value in session.get_outputs()]
    return dict(zip(names, session.run(names, dict(feed)), strict=True))


def assert_as_unoptimized(
    proto: onnx.ModelProto, feed: Mapping[str, np.ndarray], tolerance: float = 0.0
) -> list[str]:
    """Compares what the prepared model computes with ONNX Runtime.

    Args:
        proto: The model.
        feed: Its inputs.
        tolerance: The largest difference, as a part of the largest finite number of an output.

    Returns:
        The ONNX operators left after preparation, sorted.
    """
    expected = by_plain_onnxruntime(proto, feed)
    found = evaluate(prepared_graph(load_onnx(proto), "test", None).default, feed)
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape), name
        wide = array.astype(np.float64)
        scale = float(np.abs(wide[np.isfinite(wide)]).max(initial=0))
        np.testing.assert_allclose(
            found[name].astype(np.float64), wide, rtol=0, atol=tolerance * scale, err_msg=name
        )
    return node_types(proto)
