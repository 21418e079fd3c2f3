"""Further shapes of a model use what is packed already."""

from __future__ import annotations

from collections.abc import Sequence

import onnx
import pytest

from aoe.backends import shared_packing
from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import default_policy, lower, require_usable, space
from aoe.backends.shared_packing import SharedPacking
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.operators.operator import Operator, View
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from tests.backends.cpu.changed_target import changed
from tests.graph.models import model, weights

TARGET = changed(target_for("avx512", threads=2), l1=32 << 10)  # not that of this machine
PRODUCT = model("(float[m,192] x) => (float[m,384] y) { y = MatMul(x, w) }", w=weights(192, 384))


def graph_at(proto: onnx.ModelProto, *shape: int) -> OperatorGraph:
    return prepared_graph(load_onnx(proto, {"x": shape}), "test", TARGET).default


def operator(graph: OperatorGraph) -> Operator:
    """The operator with constant weights; copies may surround it."""
    (found,) = (
        node.operator
        for node in graph.operator_nodes
        if any(operand.constant for operand in node.operator.inputs)
    )
    return found


def packing(graph: OperatorGraph, policy: Policy) -> object:
    it = operator(graph)
    views = [View.dense(operand) for operand in it.inputs]
    lowered = lower(it, views, View.dense(it.output), policy, TARGET)
    return lowered.prepare, lowered.packed


def packings(
    shared: SharedPacking, proto: onnx.ModelProto, shapes: Sequence[tuple[int, ...]]
) -> set[object]:
    found = set()
    for shape in shapes:
        graph = graph_at(proto, *shape)
        found.add(packing(graph, shared.complete(graph, {}, TARGET)[operator(graph).key]))
    return found


ROWS = [(rows, 192) for rows in (64, 50, 100, 128, 200, 37)]


def test_shapes_that_are_alike_pack_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_packing, "MOST_SLOWER", 2.0)
    assert len(packings(SharedPacking(), PRODUCT, ROWS)) == 1
    alone = {
        packing(g, default_policy(operator(g), TARGET))
        for g in (graph_at(PRODUCT, *shape) for shape in ROWS)
    }
    assert len(alone) > 1


def test_the_best_policies_are_tried_with_the_packing_of_another_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide = model(
        "(float[1,m,3072] x) => (float[1,m,768] y) { y = MatMul(x, w) }", w=weights(3072, 768)
    )
    shapes = [(1, 128, 3072), (1, 70, 3072)]
    assert len(packings(SharedPacking(), wide, shapes)) == 1
    monkeypatch.setattr(shared_packing, "MOST_REPACKED", 0)
    assert len(packings(SharedPacking(), wide, shapes)) == 2


def test_a_policy_is_used_again_nearby_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = SharedPacking()
    first, second = graph_at(PRODUCT, 128, 192), graph_at(PRODUCT, 120, 192)
    (policy,) = shared.complete(first, {}, TARGET).values()
    monkeypatch.setattr(shared_packing, "default_policy", None)  # calling it would fail
    assert list(shared.complete(second, {}, TARGET).values()) == [policy]


def test_a_policy_that_is_much_slower_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_packing, "MOST_SLOWER", 0.5)
    monkeypatch.setattr(shared_packing, "MOST_SLOWER_NEAR", 0.1)
    shared = SharedPacking()
    for shape in ROWS:
        graph = graph_at(PRODUCT, *shape)
        (policy,) = shared.complete(graph, {}, TARGET).values()
        assert policy == default_policy(operator(graph), TARGET)


def test_given_policies_are_kept_and_remembered() -> None:
    first, second = graph_at(PRODUCT, 64, 192), graph_at(PRODUCT, 50, 192)
    given = default_policy(operator(first), TARGET)
    shared = SharedPacking()
    assert shared.complete(first, {operator(first).key: given}, TARGET) == {
        operator(first).key: given
    }
    assert len(shared.known) == 1
    own = default_policy(operator(second), TARGET)
    kept = shared.complete(second, {operator(second).key: own}, TARGET)
    assert kept == {operator(second).key: own}


def test_a_policy_is_not_used_for_an_operator_that_its_implementation_does_not_take() -> None:
    """Both convolutions have weights of one shape. Winograd takes no strides."""
    plain, strided = (
        graph_at(
            model(
                f"(float[1,64,{size},{size}] x) => (float[1,64,28,28] y) "
                f"{{ y = Conv<pads=[1,1,1,1], strides=[{step},{step}]>(x, w) }}",
                w=weights(64, 64, 3, 3),
            ),
            *(1, 64, size, size),
        )
        for size, step in ((28, 1), (56, 2))
    )
    shared = SharedPacking()
    first = next(
        policy for policy in space(operator(plain), TARGET) if policy.impl == "conv_winograd"
    )
    shared.complete(plain, {operator(plain).key: first}, TARGET)
    second = shared.complete(strided, {}, TARGET)[operator(strided).key]
    require_usable(operator(strided), second, TARGET)
