"""Graphs that are built in Python: what they compute, and what is refused where it is written."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import onnx
import onnx_ir
import pytest
from onnx.reference import ReferenceEvaluator

import aoe
from aoe.errors import ModelError, UsageError
from aoe.ir import Graph

X = np.random.default_rng(5).standard_normal((2, 8)).astype(np.float32)
#: Values for the fixture `graph`.
GIVEN: dict[str, Any] = {"x": X, "i": np.zeros(2, np.int64), "h": np.zeros(2, np.float16)}


@pytest.fixture
def graph() -> Graph:
    """A graph with an input of each kind of numbers."""
    graph = Graph("net")
    graph.input("x", "float32", (2, 8))
    graph.input("i", np.int64, (2,))
    graph.input("h", onnx_ir.DataType.FLOAT16, (2,))
    return graph


def inputs(graph: Graph) -> tuple[onnx_ir.Value, ...]:
    return tuple(graph.builder.graph.inputs)


def computed(graph: Graph, **given: np.ndarray) -> list[Any]:
    """What ONNX's own evaluator computes."""
    proto = onnx_ir.serde.serialize_model(graph.model())
    onnx.checker.check_model(proto, full_check=True)
    return list(ReferenceEvaluator(proto).run(None, given))


def test_a_graph_computes_what_its_operators_say() -> None:
    graph = Graph("net")
    x = graph.input("x", "float32", ("batch", 8))
    weights = np.linspace(-1, 1, 24, dtype=np.float32).reshape(3, 8)
    product = graph.op.Gemm(x, graph.constant(weights, "w"), transB=1, alpha=0.5)
    graph.output(graph.op.Softmax(graph.op.Add(product, 1), axis=-1), "y")
    with aoe.compile(graph.model(), threads=1, input_shape={"x": (2, 8)}) as session:
        (found,) = session.run(["y"], {"x": X})
    powers = np.exp(X @ weights.T / 2 + 1)
    np.testing.assert_allclose(found, powers / powers.sum(1, keepdims=True), rtol=1e-5)


def test_an_operator_may_have_several_outputs(graph: Graph) -> None:
    x, *_ = inputs(graph)
    for half in graph.op.Split(x, num_outputs=2, axis=1, _outputs=2):
        graph.output(half)
    first, second = computed(graph, **GIVEN)
    np.testing.assert_array_equal(np.concatenate([first, second], 1), X)


def test_an_input_that_is_given_by_name_stays_in_its_place(graph: Graph) -> None:
    """Clip without a minimum must not take the maximum for it."""
    x, *_ = inputs(graph)
    graph.output(graph.op.Clip(x, max=0.25), "y")
    (found,) = computed(graph, **GIVEN)
    np.testing.assert_array_equal(found, np.minimum(X, np.float32(0.25)))


def test_a_subgraph_of_the_builder_becomes_a_branch() -> None:
    graph = Graph("net")
    x = graph.input("x", "float32", (2, 8))
    wanted = graph.input("wanted", "bool", ())
    branches: dict[str, Any] = {
        f"{name}_branch": graph.builder.subgraph(
            lambda op, factor=factor: op.Mul(x, factor), [], [onnx_ir.val(name)], name=name
        )
        for name, factor in (("then", 2.0), ("else", 3.0))
    }
    graph.output(graph.op.If(wanted, **branches), "y")
    for chosen, factor in ((True, 2), (False, 3)):
        (found,) = computed(graph, x=X, wanted=np.array(chosen))
        np.testing.assert_array_equal(found, factor * X)


@pytest.mark.parametrize("kind", ["input", "constant", "output"])
def test_what_no_operator_makes_becomes_an_output_of_its_own(kind: str, graph: Graph) -> None:
    x, *_ = inputs(graph)
    value = {
        "input": lambda: x,
        "constant": lambda: graph.constant(X),
        "output": lambda: graph.output(graph.op.Identity(x), "first"),
    }[kind]()
    graph.output(value, "y")
    proto = onnx_ir.serde.serialize_model(graph.model())
    (found,) = ReferenceEvaluator(proto).run(["y"], GIVEN)
    np.testing.assert_array_equal(found, X)


def test_a_model_is_not_changed_by_what_is_added_later(graph: Graph) -> None:
    x, *_ = inputs(graph)
    graph.output(graph.op.Relu(x), "y")
    model = graph.model()
    graph.output(graph.op.Neg(x), "z")
    assert [value.name for value in model.graph.outputs] == ["y"]


def test_an_operator_that_is_refused_leaves_nothing_behind(graph: Graph) -> None:
    x, *_ = inputs(graph)
    with pytest.raises(ModelError):
        graph.op.MatMul(x, np.ones((7, 4), np.float32))
    graph.output(graph.op.Relu(x), "y")
    model = graph.model()
    assert [node.op_type for node in model.graph] == ["Relu"]
    assert not model.graph.initializers


W7 = np.ones((7, 4), np.float32)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda op, x, i, h: op.MatMul(x, W7), r"MatMul of x float32\[2,8\], .* float32\[7,4\]"),
        (lambda op, x, i, h: op.relu(x), "relu of .*no such operator in set 21.*mean Relu"),
        (lambda op, x, i, h: op.Relu(x, alpha=3), "Relu: Unexpected keyword arguments .*alpha"),
        (lambda op, x, i, h: op.Relu(), "Relu: Required input 'X"),
        (lambda op, x, i, h: op.Softmax(x, axis="k"), "Softmax .*axis"),
        (lambda op, x, i, h: op.Add(x, np.ones(8)), "Add of x .* float64.*inconsistent type"),
        (lambda op, x, i, h: op.Clip(x, x, min=1.0), "Clip: the input min is given twice"),
        (lambda op, x, i, h: op.Relu(x, _version=13), "Relu: _version=13, but .* set 21 of ONNX"),
        # Numbers that the builder would change without a word.
        (lambda op, x, i, h: op.Add(i, 1.5), "Add: 1.5 cannot be of the type int64"),
        (lambda op, x, i, h: op.Add(h, 1e6), "Add: 1000000.0 cannot be of the type float16"),
        (lambda op, x, i, h: op.Add(i, [1, 2**70]), "Add: .*int"),
        (lambda op, x, i, h: op.Reshape(x, [1.5, 4]), "Reshape of .*float64"),
    ],
)
def test_an_operator_that_does_not_fit_its_inputs_is_refused(
    wrong: Any, sentence: str, graph: Graph
) -> None:
    with pytest.raises(ModelError, match=f"graph 'net': {sentence}"):
        wrong(graph.op, *inputs(graph))


def test_the_sign_of_zero_is_not_lost(graph: Graph) -> None:
    """The builder takes -0.0 for the 0.0 that it has already."""
    x, *_ = inputs(graph)
    graph.op.Add(x, 0.0)
    with pytest.raises(ModelError, match=r"Add: -0.0 cannot be"):
        graph.op.Add(x, -0.0)


def test_operators_of_a_subgraph_are_checked_with_it() -> None:
    graph = Graph("net")
    x, wanted = graph.input("x", "float32", (2, 8)), graph.input("wanted", "bool", ())
    w = graph.constant(W7)
    branch = [
        graph.builder.subgraph(lambda op: op.MatMul(x, w), [], [onnx_ir.val(name)], name=name)
        for name in ("one", "other")
    ]
    with pytest.raises(ModelError, match=r"graph 'net': MatMul of x float32\[2,8\], "):
        graph.op.If(wanted, then_branch=branch[0], else_branch=branch[1])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda graph: Graph("net", opset=999), "opset=999 is not an operator set"),
        (lambda graph: graph.input("x", "float32", (1,)), "has a value 'x' already"),
        (lambda graph: graph.constant(W7, "x"), "has a value 'x' already"),
        (lambda graph: graph.output(graph.op.Neg(inputs(graph)[0]), "x"), "has a value 'x'"),
        (lambda graph: graph.input("z", "flt", (1,)), "'flt' is no element type of ONNX"),
        (lambda graph: graph.input("z", "float32", (-1,)), "has the size -1; give a name"),
        (lambda graph: graph.constant(np.array([object()])), "cannot be a tensor"),
        (lambda graph: graph.output(onnx_ir.val("z")), "'z' is not of this graph"),
        (lambda graph: graph.output("x"), "must be an onnx_ir.Value"),
    ],
)
def test_what_is_no_part_of_a_graph_is_refused(wrong: Any, sentence: str, graph: Graph) -> None:
    with pytest.raises(UsageError, match=sentence):
        wrong(graph)


def test_a_graph_without_an_output_is_no_model(graph: Graph) -> None:
    with pytest.raises(ModelError, match="graph 'net' has no output"):
        graph.model()


def test_an_array_is_copied() -> None:
    graph = Graph("net")
    weights = np.ones(8, np.float32)
    graph.output(graph.op.Mul(graph.input("x", "float32", (2, 8)), weights), "y")
    weights[:] = 0
    np.testing.assert_array_equal(computed(graph, x=X)[0], X)


def test_texts_and_bfloat16_are_constants() -> None:
    graph = Graph("net")
    texts = graph.constant(np.array(["left", "right"]))
    halves = graph.constant(np.full(2, 0.5, ml_dtypes.bfloat16))
    assert (texts.dtype, halves.dtype) == (onnx_ir.DataType.STRING, onnx_ir.DataType.BFLOAT16)
    assert graph.input("x", "bfloat16", (2,)).dtype == onnx_ir.DataType.BFLOAT16


def test_a_node_has_the_name_that_is_given(graph: Graph) -> None:
    x, *_ = inputs(graph)
    assert graph.op.Relu(x, _name="first").producer().name == "first"


def test_operators_of_classical_models_have_the_latest_set(graph: Graph) -> None:
    x, *_ = inputs(graph)
    graph.output(graph.op.Scaler(x, offset=[1.0], scale=[2.0], _domain="ai.onnx.ml"), "y")
    assert graph.model().opset_imports == {"": 21, "ai.onnx.ml": 5}
    with aoe.compile(graph.model(), threads=1) as session:
        np.testing.assert_array_equal(session.run(["y"], GIVEN)[0], (X - 1) * 2)


def test_operators_of_other_domains_are_compiled(graph: Graph) -> None:
    x, *_ = inputs(graph)
    product = graph.op.FusedMatMul(x, x, transB=1, _domain="com.microsoft", _version=1)
    graph.output(product, "y")
    with aoe.compile(graph.model(), threads=1) as session:
        np.testing.assert_allclose(session.run(["y"], GIVEN)[0], np.matmul(X, X.T), rtol=1e-5)


@pytest.mark.parametrize(
    ("write", "numpy"),
    [
        (lambda x, y: x + y, lambda x, y: x + y),
        (lambda x, y: 2 * x - y / 4, lambda x, y: 2 * x - y / 4),
        (lambda x, y: 1 - (-x) * y, lambda x, y: 1 + x * y),
        (lambda x, y: x + X, lambda x, y: x + X),
    ],
)
def test_arithmetic_of_values_adds_operators(write: Any, numpy: Any, graph: Graph) -> None:
    x, *_ = inputs(graph)
    graph.output(write(x, graph.op.Relu(x)), "y")
    (found,) = computed(graph, **GIVEN)
    np.testing.assert_allclose(found, numpy(X, np.maximum(X, 0)), rtol=1e-6)


def test_arithmetic_in_a_subgraph_stays_there() -> None:
    graph = Graph("net")
    x, wanted = graph.input("x", "float32", (2, 8)), graph.input("wanted", "bool", ())
    branches: dict[str, Any] = {
        f"{name}_branch": graph.builder.subgraph(
            lambda op, sign=sign: x + op.Identity(x) * sign, [], [onnx_ir.val(name)], name=name
        )
        for name, sign in (("then", 2.0), ("else", -3.0))
    }
    graph.output(graph.op.If(wanted, **branches), "y")
    assert [node.op_type for node in graph.builder.graph] == ["If"]
    (found,) = computed(graph, x=X, wanted=np.array(False))
    np.testing.assert_allclose(found, X - 3 * X, rtol=1e-6)


def test_arithmetic_of_values_of_two_graphs_is_refused(graph: Graph) -> None:
    x, *_ = inputs(graph)
    other = Graph("other").input("z", "float32", (2, 8))
    with pytest.raises(UsageError, match="'x' and 'z' are of different graphs"):
        x + other


def test_arithmetic_of_a_value_without_a_graph_is_refused(graph: Graph) -> None:
    with pytest.raises(UsageError, match=r"'z' is of no graph of aoe.ir"):
        onnx_ir.val("z") + 1


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda build: build(lambda op: op.Neg(1.0), [], ["then"]), "outputs"),
        (lambda build: build(lambda op: op.Neg(1.0), ["x"], [onnx_ir.val("y")]), "inputs"),
        (lambda build: build("Neg", [], [onnx_ir.val("y")]), "trace_function"),
    ],
)
def test_wrong_arguments_of_a_subgraph_are_refused(wrong: Any, sentence: str, graph: Graph) -> None:
    with pytest.raises(UsageError, match=rf"Graph.builder.subgraph.*{sentence}"):
        wrong(graph.builder.subgraph)


def test_a_subgraph_of_more_values_than_outputs_is_refused(graph: Graph) -> None:
    x, *_ = inputs(graph)
    with pytest.raises(ModelError, match="subgraph 'two' cannot be built"):
        graph.builder.subgraph(lambda op: (op.Neg(x), x), [], [onnx_ir.val("y")], name="two")
