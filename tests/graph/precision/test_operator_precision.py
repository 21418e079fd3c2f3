"""The precision that the user wants of single operators."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import implementations_of
from aoe.errors import MALFORMED
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.graph.precision.mixed_precision import EVERYTHING, with_mixed_precision
from aoe.graph.precision.operator_precision import OperatorPrecision
from aoe.operators.operator import Operator
from aoe.operators.types.control_flow.loop import body_of
from tests.graph.models import model, weights

CONVOLUTION = model(
    """(float[1,32,32,32] x) => (float[1,32,16,16] y) {
    c = Conv <pads = [1, 1, 1, 1]> (x, k)
    y = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (c) }""",
    k=weights(32, 32, 3, 3),
)
STRIDED = model(
    "(float[1,32,32,32] x) => (float[1,32,14,14] y) { y = Conv <strides = [2, 2]> (x, k) }",
    k=weights(32, 32, 5, 5),
)
PRODUCT = model(
    "(float[1,1024,1024] x) => (float[1,1024,1024] y) { y = MatMul(x, w) }", w=weights(1024, 1024)
)


def test_names_count_more_than_types_and_types_more_than_the_rest() -> None:
    wanted = OperatorPrecision("direct", {"Conv": "highest"}, {"a": "default"})
    assert wanted.of({"a"}, {"Conv"}) == "default"
    assert wanted.of({"b"}, {"Conv"}) == "highest"
    assert wanted.of({"b"}, {"MatMul"}) == "direct"


def test_the_strictest_of_several_holds() -> None:
    wanted = OperatorPrecision(names={"a": "default", "b": "highest"})
    assert wanted.of({"a", "b"}, ()) == "highest"


def test_json_says_the_same() -> None:
    wanted = OperatorPrecision("direct", {"Conv": "highest"}, {"a": "default"})
    assert OperatorPrecision.from_json(wanted.to_json()) == wanted
    with pytest.raises(MALFORMED):
        OperatorPrecision.from_json({"everywhere": "best", "types": {}, "names": {}})


def operators(proto: object, everywhere: str) -> list[Operator]:
    graph = prepared_graph(load_onnx(proto), "test", host_target())  # type: ignore[arg-type]
    made = graph.in_operator_precision(OperatorPrecision(everywhere))  # type: ignore[arg-type]
    return [node.operator for node in made.default.operator_nodes]


def names(operator: Operator) -> str:
    return " ".join(item.name for item in implementations_of(operator, host_target()))


@pytest.mark.parametrize("proto", [CONVOLUTION, STRIDED], ids=["stride 1", "stride 2"])
def test_direct_convolutions_are_not_computed_by_winograds_algorithm(proto: object) -> None:
    before, after = (operators(proto, item)[0] for item in ("default", "direct"))
    assert "winograd" in names(before)
    assert names(after)
    assert "winograd" not in names(after)
    assert after.type == "Conv"


def test_direct_products_are_not_computed_by_strassens_algorithm() -> None:
    before, after = (operators(PRODUCT, item)[0] for item in ("default", "direct"))
    assert "strassen" in names(before)
    assert names(after)
    assert "strassen" not in names(after)


@pytest.mark.parametrize("precision", ["highest", "direct"])
def test_precise_operators_keep_float32_in_mixed_precision(precision: str) -> None:
    graph = prepared_graph(load_onnx(PRODUCT), "test")
    made = graph.in_operator_precision(OperatorPrecision(precision))  # type: ignore[arg-type]
    mixed = with_mixed_precision(made.default, EVERYTHING, host_target())
    (operator,) = (node.operator for node in mixed.operator_nodes)
    assert {item.dtype for item in operator.inputs} == {"float32"}


def test_no_operator_is_below_the_least() -> None:
    wanted = OperatorPrecision("default", {"Conv": "direct"}, {"a": "high"}).at_least("highest")
    assert wanted == OperatorPrecision("highest", {"Conv": "direct"}, {"a": "highest"})


def test_products_in_loops_have_a_precision_of_their_own() -> None:
    proto = model(
        """(float[1,512] x, int64 n) => (float[1,512] y) {
        y = Loop (n, , x) <body = b (int64 i, bool c, float[1,512] s) => (bool d, float[1,512] t) {
            d = Identity(c) t = MatMul(s, w) }> }""",
        w=weights(512, 512, scale=0.01),
    )
    strict = OperatorPrecision("highest")
    graph = prepared_graph(load_onnx(proto), "test", host_target(), wanted_in_loops=strict)
    (loop,) = (n.operator for n in graph.default.operator_nodes if n.operator.type == "LoopResult")
    inner = body_of(loop).graph.operator_nodes
    assert [node.operator.precision for node in inner if node.operator.type == "MatMul"] == [
        "highest"
    ]
