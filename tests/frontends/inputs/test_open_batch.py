"""A model that is read at fixed batches becomes one of an open batch, or is refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir
import pytest
from onnx.reference import ReferenceEvaluator

from aoe.frontends.graph_builder import GraphBuilder
from aoe.frontends.inputs.open_batch import FixedBatchError, with_open_batch

Build = Callable[[GraphBuilder, onnx_ir.Value, int], onnx_ir.Value]


def _read(build: Build) -> Callable[[int], onnx_ir.Model]:
    def read_at(batch: int) -> onnx_ir.Model:
        builder = GraphBuilder("g")
        x = builder.input("x", np.float32, (batch, 4, 6))
        return builder.model([builder.named(build(builder, x, batch), "y")])

    return read_at


def _ints(*numbers: int) -> np.ndarray:
    return np.asarray(numbers, np.int64)


def _reshaped(builder: GraphBuilder, x: onnx_ir.Value, batch: int) -> onnx_ir.Value:
    merged = builder.node("Reshape", x, _ints(batch * 4, 6))
    product = builder.node("MatMul", merged, np.ones((6, 2), np.float32))
    return builder.node("Reshape", product, _ints(batch, 8))


def _repeated(builder: GraphBuilder, x: onnx_ir.Value, batch: int) -> onnx_ir.Value:
    rows = np.tile(np.arange(6, dtype=np.float32), (batch, 4, 1))
    return builder.node("Concat", x, rows, axis=1)


def _scalar(builder: GraphBuilder, x: onnx_ir.Value, batch: int) -> onnx_ir.Value:
    kind = int(onnx_ir.DataType.FLOAT)
    number = builder.node("Cast", np.asarray(batch, np.int32), to=kind)
    return builder.node("Div", x, number)


@pytest.mark.parametrize("build", [_reshaped, _repeated, _scalar])
def test_an_open_model_computes_what_each_fixed_one_does(build: Build) -> None:
    read_at = _read(build)
    model = with_open_batch(read_at, ["x"])
    assert [str(size) for size in model.graph.inputs[0].shape or ()] == ["batch", "4", "6"]
    opened = ReferenceEvaluator(onnx_ir.to_proto(model))
    for batch in (1, 2, 7):
        x = np.random.default_rng(batch).standard_normal((batch, 4, 6)).astype(np.float32)
        (wanted,) = ReferenceEvaluator(onnx_ir.to_proto(read_at(batch))).run(None, {"x": x})
        (found,) = opened.run(None, {"x": x})
        np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize(
    ("build", "reason"),
    [
        (
            lambda b, x, n: b.node("Add", x, np.full(6, n, np.float32)),
            r"a constant of Add \(node\) depends on the batch",
        ),
        (
            lambda b, x, n: b.node("Tile", x, _ints(1, n * n, 1)),
            "an output is not linear in the batch",
        ),
        (
            lambda b, x, n: b.node(
                "Concat", x, np.arange(24.0 * n, dtype=np.float32).reshape(n, 4, 6), axis=1
            ),
            r"a constant of Concat \(node\) depends on the batch",
        ),
        (
            lambda b, x, n: b.node("Softmax", x, axis=1 + (n > 11)),
            r"what Softmax \(node\) computes depends on the batch",
        ),
        (
            lambda b, x, n: b.node("Neg", x) if n > 11 else b.node("Neg", b.node("Neg", x)),
            "how many nodes it has depends on the batch",
        ),
        (
            lambda b, x, n: x if n > 1 else b.node("Reshape", x, _ints(4, 6)),
            "the output 'y' has another shape for one image",
        ),
    ],
)
def test_what_depends_on_the_batch_otherwise_is_refused(build: Build, reason: str) -> None:
    with pytest.raises(FixedBatchError, match=reason):
        with_open_batch(_read(build), ["x"])
