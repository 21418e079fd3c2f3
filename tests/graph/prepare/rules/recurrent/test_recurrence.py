"""LSTM, GRU and RNN with all options give the results of ONNX Runtime."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper

from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.loops.expression import Load
from aoe.operators.evaluate import evaluate as evaluate_graph
from aoe.operators.expressions.activations import activated
from aoe.operators.reference import evaluate
from aoe.operators.types.recurrent.recurrent import GATES
from tests.graph.models import (
    by_onnxruntime,
    checked_graph,
    inputs_of,
    model,
    node_types,
    operator_types,
    prepared,
    weights,
)
from tests.properties import examples

_DIRECTIONS = {"forward": 1, "reverse": 1, "bidirectional": 2}
_FUNCTIONS = ("Relu", "Tanh", "Sigmoid", "Affine", "LeakyRelu", "ThresholdedRelu", "ScaledTanh",
              "HardSigmoid", "Elu", "Softsign")  # fmt: skip


def layer(
    cell: str,
    steps: int = 4,
    batch: int = 3,
    hidden: int = 5,
    optional: frozenset[str] = frozenset(),
    constant: bool = True,
    outputs: tuple[str, ...] = ("y", "h", "c"),
    **attributes: Any,
) -> onnx.ModelProto:
    """A model of one recurrent layer. `optional`: the optional inputs that are there; `constant`:
    whether all but the sequence are known at compile time.
    """
    directions, size = _DIRECTIONS[attributes.get("direction", "forward")], 6
    gates = GATES[cell] * hidden
    arrays: dict[str, np.ndarray] = {
        "w": weights(directions, gates, size),
        "r": weights(directions, gates, hidden, seed=1),
        "b": weights(directions, 2 * gates, seed=2),
        "lengths": np.asarray([steps - n % steps for n in range(batch)], np.int32),
        "initial_h": weights(directions, batch, hidden, seed=3),
        "initial_c": weights(directions, batch, hidden, seed=4),
        "p": weights(directions, 3 * hidden, seed=5),
    }
    names = [n if n in ("w", "r") or n in optional else "" for n in arrays]
    if cell != "LSTM":
        names, outputs = names[:5], outputs[:2]
    node = helper.make_node(cell, ["x", *names], outputs, hidden_size=hidden, **attributes)
    shapes: dict[str, tuple[int, ...]] = {
        "y": (steps, directions, batch, hidden),
        "h": (directions, batch, hidden),
        "c": (directions, batch, hidden),
    }
    given = [helper.make_tensor_value_info("x", TensorProto.FLOAT, (steps, batch, size))]
    known = []
    for name in (name for name in names if name):
        if constant or name == "lengths":
            known.append(numpy_helper.from_array(arrays[name], name))
        else:
            shape = arrays[name].shape
            given.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))
    results = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shapes[name])
        for name in outputs
        if name
    ]
    graph = helper.make_graph([node], "layer", given, results, known)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


@examples(40)
@given(data=st.data())
def test_a_layer_of_any_kind_computes_what_onnx_runtime_does(data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(sorted(GATES)))
    direction = data.draw(st.sampled_from(sorted(_DIRECTIONS)))
    optional = ["b", "lengths", "initial_h"] + ["initial_c", "p"] * (cell == "LSTM")
    attributes: dict[str, Any] = {"direction": direction}
    if data.draw(st.booleans()):
        count = {"LSTM": 3, "GRU": 2, "RNN": 1}[cell] * _DIRECTIONS[direction]
        names = [data.draw(st.sampled_from(_FUNCTIONS)) for _ in range(count)]
        both = [n for n in names if n in ("Affine", "ScaledTanh", "HardSigmoid")]
        one = [n for n in names if n in ("LeakyRelu", "ThresholdedRelu", "Elu")]
        attributes["activations"] = names
        # ONNX Runtime's numbers of some functions, where none are given, are not ONNX's.
        if both or one:
            attributes["activation_alpha"] = [0.1 + 0.1 * i for i in range(len(both) + len(one))]
        if both:
            attributes["activation_beta"] = [0.5 - 0.1 * i for i in range(len(both))]
    if data.draw(st.booleans()):
        attributes["clip"] = 0.6
    if cell == "LSTM":
        attributes["input_forget"] = data.draw(st.integers(0, 1))
    if cell == "GRU":
        attributes["linear_before_reset"] = data.draw(st.integers(0, 1))
    checked_graph(
        layer(
            cell,
            steps=data.draw(st.integers(1, 4)),
            batch=data.draw(st.integers(1, 3)),
            hidden=data.draw(st.integers(1, 5)),
            optional=frozenset(data.draw(st.sets(st.sampled_from(optional)))),
            constant=data.draw(st.booleans()),
            **attributes,
        ),
        1e-4,
    )


@pytest.mark.parametrize("outputs", [("y", "", ""), ("", "h", ""), ("", "", "c"), ("y", "h", "c")])
def test_outputs_may_be_absent(outputs: tuple[str, ...]) -> None:
    checked_graph(layer("LSTM", outputs=outputs, direction="bidirectional"), 1e-4)


def test_the_matmuls_of_all_steps_are_one_matmul_for_each_direction() -> None:
    graph = checked_graph(layer("LSTM", direction="bidirectional"), 1e-4)
    types = operator_types(graph)
    assert types.count("MatMul") == 2
    assert types.count("Recurrent") == 1


def test_directions_of_different_activations_are_computed_apart() -> None:
    functions = ["Tanh", "Relu"]
    graph = checked_graph(layer("RNN", direction="bidirectional", activations=functions), 1e-4)
    assert operator_types(graph).count("Recurrent") == 2


def test_lengths_that_reach_to_the_end_cost_nothing() -> None:
    proto = layer("GRU", steps=1, direction="reverse", optional=frozenset({"lengths"}))
    assert "Gather" not in [node.op_type for node in prepared(proto).graph]
    checked_graph(proto, 1e-4)


def test_an_unknown_activation_is_refused() -> None:
    proto = layer("RNN", activations=["Gelu"])
    with pytest.raises(UnsupportedModelError, match="Gelu"):
        prepared(proto)


def test_layers_named_like_the_parts_of_another_keep_their_own_names() -> None:
    text = """(float[3,1,4] x) => (float[3,1,2,4] y) {
        [layer] a = LSTM <hidden_size = 4, direction = "reverse"> (x, w, r, b)
        f = Squeeze(a, one)
        [layer_1] y = LSTM <hidden_size = 4, direction = "bidirectional"> (f, w2, r2, b2) }"""
    proto = model(
        text.replace("float[3,1,2,4] y", "float[3,2,1,4] y"),
        w=weights(1, 16, 4),
        r=weights(1, 16, 4),
        b=weights(1, 32),
        one=np.asarray([1]),
        w2=weights(2, 16, 4),
        r2=weights(2, 16, 4),
        b2=weights(2, 32),
    )
    checked_graph(proto, 1e-4)


@pytest.mark.parametrize("name", ["w", "r", "b", "initial_h", "p"])
def test_operands_that_do_not_fit_are_refused(name: str) -> None:
    proto = layer("LSTM", optional=frozenset({"b", "initial_h", "p"}))
    (found,) = [item for item in proto.graph.initializer if item.name == name]
    array = numpy_helper.to_array(found)
    found.CopyFrom(numpy_helper.from_array(np.concatenate([array, array], axis=-1), name))
    with pytest.raises(UnsupportedModelError, match=r"must be|do not fit"):
        build(load_onnx(proto), "wrong")


def test_softplus_neither_overflows_nor_cancels() -> None:
    # ONNX Runtime's, inside recurrent layers, gives NaN for some arguments.
    x = np.asarray([-200.0, -20.0, -1e-3, 0.0, 1.0, 50.0, 200.0])
    found = evaluate(activated("softplus", Load(0), "float32"), [x])
    np.testing.assert_allclose(found, np.logaddexp(0, x), rtol=1e-7, atol=1e-12)


@pytest.mark.parametrize("cell", GATES)
@pytest.mark.parametrize("direction", ["reverse", "bidirectional"])
@pytest.mark.parametrize("initial", [True, False])
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("lengths", [[2, 0, 4], [0, 0, 0]])
def test_an_empty_sequence_ends_with_zeros(
    cell: str, direction: str, initial: bool, known: bool, lengths: list[int]
) -> None:
    states = {"initial_h", *(["initial_c"] if cell == "LSTM" else [])} if initial else set()
    proto = layer(cell, optional=frozenset({"lengths", *states}), direction=direction)
    kept = [item for item in proto.graph.initializer if item.name != "lengths"]
    del proto.graph.initializer[:]
    array = np.asarray(lengths, np.int32)
    proto.graph.initializer.extend(kept)
    if known:
        proto.graph.initializer.append(numpy_helper.from_array(array, "lengths"))
        checked_graph(proto)
        return
    proto.graph.input.append(helper.make_tensor_value_info("lengths", TensorProto.INT32, (3,)))
    feed = {**inputs_of(proto), "lengths": array}
    expected = by_onnxruntime(proto, feed)
    found = evaluate_graph(build(load_onnx(proto), "test"), feed)
    for name, right in expected.items():
        np.testing.assert_allclose(found[name], right, atol=1e-6)


def test_sequences_that_are_not_empty_need_no_choice_at_their_end() -> None:
    optional = frozenset({"lengths", "initial_h"})
    (some, none) = (
        node_types(layer("GRU", optional=optional, outputs=("", "h"))).count("Where"),
        node_types(layer("GRU", steps=1, optional=optional, outputs=("", "h"))).count("Where"),
    )
    assert (some, none) == (0, 0)


@pytest.mark.parametrize("cell", GATES)
@pytest.mark.parametrize("layout", [0, 1])
@pytest.mark.parametrize("direction", ["reverse", "bidirectional"])
def test_no_steps_end_with_zeros(cell: str, layout: int, direction: str) -> None:
    shape = "2,0,6" if layout else "0,2,6"
    attributes = f'hidden_size = 3, layout = {layout}, direction = "{direction}"'
    count = _DIRECTIONS[direction]
    text = f"""(float[{shape}] x) => (float[a,b,c,d] y, float[a,b,c] h) {{
        y, h = {cell} <{attributes}> (x, w, r) }}"""
    matrices = {"w": weights(count, GATES[cell] * 3, 6), "r": weights(count, GATES[cell] * 3, 3)}
    graph = build(load_onnx(model(text, **matrices)), "test")
    found = evaluate_graph(graph, {"x": np.zeros([int(n) for n in shape.split(",")], np.float32)})
    assert found["y"].shape == ((2, 0, count, 3) if layout else (0, count, 2, 3))
    np.testing.assert_array_equal(found["h"], np.zeros((2, count, 3) if layout else (count, 2, 3)))
