"""Comparisons of models with loops, on all backends, beside ONNX Runtime."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from tests.graph.models import by_onnxruntime, model


def compare(proto: onnx.ModelProto, device: str | None, *feeds: Mapping[str, object]) -> None:
    """One session and ONNX Runtime give the same for all of these inputs.

    The loop is an operator: it is neither unrolled nor compiled for a value of an input.
    """
    graph = build(load_onnx(proto), "test")
    assert "LoopResult" in {node.operator.type for node in graph.operator_nodes}
    compare_outputs(proto, device, *feeds)


def compare_outputs(
    proto: onnx.ModelProto, device: str | None, *feeds: Mapping[str, object], threads: int = 2
) -> None:
    """One session and ONNX Runtime give the same for all of these inputs."""
    with aoe.compile(proto, threads=threads, device=device) as session:
        for feed in feeds:
            arrays = {name: np.asarray(value) for name, value in feed.items()}
            expected = by_onnxruntime(proto, arrays)
            for _ in range(2):
                outputs = session.run(None, arrays)
                for found, wanted in zip(outputs, expected.values(), strict=True):
                    assert found.shape == wanted.shape
                    assert found.dtype == wanted.dtype
                    np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=1e-6)


def refusal(text: str, **constants: np.ndarray) -> str:
    with pytest.raises(UnsupportedModelError) as caught:
        build(load_onnx(model(text, **constants)), "test")
    return str(caught.value)
