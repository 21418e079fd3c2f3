from __future__ import annotations

from collections.abc import Sequence

import ml_dtypes
import numpy as np
import onnx_ir
import pytest

import aoe
from aoe.errors import ModelError
from aoe.frontends.graph_builder import GraphBuilder, Iteration, Operand, dtype_of, shape_of


def test_values_have_types_and_shapes_at_once() -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (1, 3, 8, 8))
    y = builder.node("Conv", x, np.ones((4, 3, 3, 3), np.float32), strides=[2, 2])
    assert shape_of(y) == (1, 4, 3, 3)
    assert dtype_of(y) == np.dtype(np.float32)


def test_the_model_computes_what_was_built() -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (2, 3))
    with builder.layer("double"):
        y = builder.node("Mul", x, np.asarray(2, np.float32))
    with aoe.compile(builder.model([builder.named(y, "y:0")])) as session:
        (found,) = session.run(["y:0"], {"x": np.ones((2, 3), np.float32)})
    np.testing.assert_array_equal(found, np.full((2, 3), 2, np.float32))


def test_nodes_are_called_as_their_layers() -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (2,))
    with builder.layer("act"):
        y = builder.node("Neg", builder.node("Relu", x))
    assert [node.name for node in builder.model([y]).graph] == ["act", "act__1"]


def test_a_reserved_name_is_given_to_no_other_value() -> None:
    builder = GraphBuilder("g", ["a", "b"])
    x = builder.input("x", np.float32, (2,))
    with builder.layer("a"):
        first = builder.named(builder.node("Relu", x), "b")
    with builder.layer("b"):
        second = builder.named(builder.node("Neg", first), "a")
    assert (first.name, second.name) == ("b", "a")
    assert [node.name for node in builder.model([second]).graph] == ["a", "b"]


@pytest.mark.parametrize("what", ["input", "constant", "named"])
def test_a_value_with_a_name_of_its_own_keeps_it(what: str) -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (2,))
    value: onnx_ir.Value | np.ndarray = x
    if what == "constant":
        value = np.ones(2, np.float32)
    elif what == "named":
        value = builder.named(builder.node("Relu", x), "first")
    other = builder.named(value, "second")
    assert other.name == "second"
    assert builder.value(value).name != "second"


def test_an_array_becomes_one_constant() -> None:
    builder = GraphBuilder("g")
    x, scale = builder.input("x", np.float32, (2,)), np.ones(2, np.float32)
    y = builder.node("Mul", builder.node("Add", x, scale), scale)
    assert len(builder.model([y]).graph.initializers) == 1


def test_what_no_output_needs_is_left_out() -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (2,))
    y = builder.node("Relu", x)
    builder.node("Mul", y, np.ones(2, np.float32))
    model = builder.model([y])
    assert [node.op_type for node in model.graph] == ["Relu"]
    assert not model.graph.initializers


def test_operands_that_do_not_fit_are_an_error_that_names_the_layer() -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (2, 3))
    with (
        builder.layer("fc"),
        pytest.raises(ModelError, match=r"^fc: MatMul of \[2, 3\], \[4, 5\] cannot be computed"),
    ):
        builder.node("MatMul", x, np.ones((4, 5), np.float32))


def test_a_result_of_a_negative_size_is_an_error_that_names_the_layer() -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (2,))
    with builder.layer("crop"), pytest.raises(ModelError, match=r"crop: .*a size below zero"):
        builder.node("Pad", x, np.asarray([-4, 0], np.int64))


def test_a_loop_gives_its_last_states_and_what_each_iteration_gives() -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (2,))
    step = builder.node("Neg", x)

    def iteration(
        inner: GraphBuilder, _: onnx_ir.Value, states: Sequence[onnx_ir.Value]
    ) -> Iteration:
        (total,) = states
        return Iteration([inner.node("Add", total, step)], [inner.node("Mul", total, total)])

    (last,), (squares,) = builder.loop(5, [np.zeros(2, np.float32)], iteration)
    assert (shape_of(last), shape_of(squares)) == ((2,), (5, 2))
    outputs = [builder.named(last, "last"), builder.named(squares, "squares")]
    given = np.asarray([1, 3], np.float32)
    with aoe.compile(builder.model(outputs)) as session:
        found = session.run(None, {"x": given})
    np.testing.assert_array_equal(found[0], -5 * given)
    np.testing.assert_array_equal(found[1], np.outer(np.arange(5) ** 2, given**2))


def test_a_loop_ends_when_its_condition_says_so() -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (2,))
    limit = np.asarray(50, np.float32)

    def small(inner: GraphBuilder, value: onnx_ir.Value) -> onnx_ir.Value:
        return inner.node("Less", inner.node("ReduceSum", value, keepdims=0), limit)

    def iteration(
        inner: GraphBuilder, _: onnx_ir.Value, states: Sequence[onnx_ir.Value]
    ) -> Iteration:
        doubled = inner.node("Add", states[0], states[0])
        return Iteration([doubled], again=small(inner, doubled))

    (last,), _ = builder.loop(None, [x], iteration, small(builder, x))
    with aoe.compile(builder.model([builder.named(last, "last")])) as session:
        found = [session.run(None, {"x": np.full(2, n, np.float32)})[0][0] for n in (1, 7, 30)]
    assert found == [32, 28, 30]


def test_a_state_that_changes_its_shape_is_refused() -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (2,))

    def iteration(
        inner: GraphBuilder, _: onnx_ir.Value, states: Sequence[onnx_ir.Value]
    ) -> Iteration:
        return Iteration([inner.node("Concat", states[0], states[0], axis=0)])

    with pytest.raises(ModelError, match="an iteration of a loop makes"):
        builder.loop(3, [x], iteration)


def test_two_inputs_of_one_name_are_refused() -> None:
    builder = GraphBuilder("g")
    builder.input("x", np.float32, (2,))
    with pytest.raises(ModelError, match=r"two inputs .* 'x'"):
        builder.input("x", np.float32, (2,))


def test_an_open_node_has_a_size_that_depends_on_data() -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (4,))
    with pytest.raises(ModelError, match="its shape depends on data"):
        builder.node("NonZero", x)
    found = builder.open_node("NonZero", x)
    with aoe.compile(builder.model([found])) as session:
        (places,) = session.run(None, {"x": np.asarray([0, 1, 0, 2], np.float32)})
    np.testing.assert_array_equal(places, [[1, 3]])


def test_nodes_swap_their_names() -> None:
    builder = GraphBuilder("g")
    x = builder.input("x", np.float32, (2,))
    with builder.layer("act"):
        y = builder.node("Neg", builder.node("Relu", x))
    last = y.producer()
    assert last is not None
    builder.swap_names(last, "act")
    assert [node.name for node in builder.model([y]).graph] == ["act__1", "act"]


@pytest.mark.parametrize("op_type", ["Conv", "MaxPool", "GlobalAveragePool", "Elu"])
def test_an_operator_that_onnx_lacks_for_bfloat16_is_computed_in_float32(op_type: str) -> None:
    builder = GraphBuilder("short")
    x = builder.input("x", ml_dtypes.bfloat16, (1, 2, 4, 4))
    weights = np.ones((3, 2, 3, 3), ml_dtypes.bfloat16)
    operands: dict[str, list[Operand]] = {"Conv": [x, weights]}
    attributes = {"kernel_shape": [2, 2]} if op_type == "MaxPool" else {}
    found = builder.node(op_type, *operands.get(op_type, [x]), **attributes)
    assert dtype_of(found) == ml_dtypes.bfloat16
    kinds = [node.op_type for node in builder.model([found]).graph]
    assert kinds[-2:] == [op_type, "Cast"]
