"""Element types that are declared otherwise than nodes give them, as ONNX Runtime refuses them."""

from __future__ import annotations

import numpy as np
import onnx
import onnx_ir
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from aoe.errors import AoeError
from aoe.frontends.onnx import load_onnx
from aoe.graph.prepare.prepare import prepare
from tests.graph.models import checked_graph, model, prepared

IF = "(float[4] x, bool c) => ({}[4] y) {{ y = If(c) <{}, {}> }}"
#: A Loop of a state and a stacked result, with the types of `y`, `z` and of what its body has.
LOOP = """
(float[4] x, int64 n) => ({}[4] y, {}[N,4] z) {{
  k = Constant<value = bool {{1}}>()
  y, z = Loop(n, k, x) <body = b (int64 i, bool q, {}[4] s) => (bool r, {}[4] t, {}[4] u)
    {{ r = Identity(q) t = {}(s) u = Neg(t) }}>
}}
"""
SCAN = (
    "(float[3,4] x) => ({}[3,4] y) "
    "{{ y = Scan(x) <num_scan_inputs=1, body = b ({}[4] s) => ({}[4] t) {{ t = Abs(s) }}> }}"
)


def branch(name: str, dtype: str, node: str) -> str:
    """A branch of an If that gives `v_` and its name."""
    return f"{name}_branch = {name} () => ({dtype}[4] v_{name}) {{ v_{name} = {node} }}"


def refusal(proto: onnx.ModelProto) -> str:
    """Why a model is refused, which ONNX Runtime refuses, too."""
    with pytest.raises(Exception, match=r"[Tt]ype"):
        onnxruntime.InferenceSession(proto.SerializeToString())
    with pytest.raises(AoeError) as caught:
        prepared(proto)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "(float[4] x) => (int32[4] y) { y = Abs(x) }",
            "output 'y' of the model is declared as int32, but y (Abs) gives float32; declare",
        ),
        (
            "(float[2,3] x) => (int32[2] y) { y = Shape(x) }",
            "declared as int32, but y (Shape) gives int64",
        ),
        (
            "(float[2,3] x) => (int32[2] y) { y = ArgMax<axis = 1, keepdims = 0>(x) }",
            "declared as int32, but y (ArgMax) gives int64",
        ),
        (
            "(float[4] x) => (float[4] y) { y = Cast<to = 6>(x) }",
            "declared as float32, but y (Cast) gives int32",
        ),
        (
            IF.format(
                "int32", branch("then", "float", "Abs(x)"), branch("else", "float", "Neg(x)")
            ),
            "output 'y' of y (If) is declared as int32, but then_branch gives float32; declare "
            "that type, or put a Cast behind the node",
        ),
        (
            IF.format(
                "float", branch("then", "int32", "Abs(x)"), branch("else", "float", "Neg(x)")
            ),
            "output 'v_then' of graph 'then' is declared as int32, but v_then (Abs) gives float32",
        ),
        (
            IF.format(
                "float", branch("then", "int32", "Cast<to=6>(x)"), branch("else", "float", "Neg(x)")
            ),
            "y (If): for output 'y' then_branch gives int32, but else_branch gives float32; add a",
        ),
        (
            LOOP.format("int32", "float", "float", "float", "float", "Abs"),
            "output 'y' of y (Loop) is declared as int32, but its body gives float32; declare",
        ),
        (
            LOOP.format("float", "int32", "float", "float", "float", "Abs"),
            "output 'z' of y (Loop) is declared as int32, but its body gives float32",
        ),
        (
            LOOP.format("float", "float", "float", "float", "int32", "Abs"),
            "output 'u' of graph 'b' is declared as int32, but u (Neg) gives float32",
        ),
        (
            LOOP.format("float", "int32", "float", "int32", "int32", "Cast<to=6>"),
            "y (Loop): for output 'y' its body gives int32, but it begins with float32; add a Cast",
        ),
        (
            SCAN.format("int32", "float", "float"),
            "output 'y' of y (Scan) is declared as int32, but its body gives float32",
        ),
        (
            SCAN.format("int32", "int32", "int32"),
            "y (Scan): its input 0 is of float32, but its body reads int32; add a Cast so that",
        ),
        (
            "(float[4] x) => (int32[4] y) { y = com.microsoft.Gelu(x) }",
            "output 'y' of the model is declared as int32, but y (Gelu) gives float32; declare",
        ),
        (
            "(float[4,4] x) => (int32[4,4] y) { y = com.microsoft.FusedMatMul(x, x) }",
            "output 'y' of the model is declared as int32, but y (FusedMatMul) gives float32",
        ),
        (
            "(int16[4,4] x) => (float[4,4] y) { y = com.microsoft.MatMulInteger16(x, x) }",
            "output 'y' of the model is declared as float32, but y (MatMulInteger16) gives int32",
        ),
        (
            "(float[4] x) => (int32[4] y) { z = com.microsoft.Gelu(x) y = Abs(z) }",
            "output 'y' of the model is declared as int32, but y (Abs) gives float32",
        ),
        (
            "(float[4] x) => (float[4] y) <int32[4] z> { z = com.microsoft.Gelu(x) y = Add(z, x) }",
            "output 'z' of z (Gelu) is declared as int32, but the node gives float32; declare",
        ),
        (
            "(float[4] x) => (int32[4] y) <int32[4] v, int32[4] w> "
            "{ u = Abs(x) v = com.microsoft.Gelu(u) w = com.microsoft.QuickGelu(v) y = Neg(w) }",
            "output 'v' of v (Gelu) is declared as int32, but the node gives float32; declare",
        ),
        (
            "(float[4] x) => (float[4] y) <int32[4] u> { u = Abs(x) y = Neg(u) }",
            "output 'u' of u (Abs) is declared as int32, but the node gives float32; declare that",
        ),
        (
            "(float[2,4] x, float[4] s) => (float[2,4] y) <float16[2,1] m> "
            "{ y, m = LayerNormalization(x, s) }",
            "output 'm' of y (LayerNormalization) is declared as float16, but the node gives float",
        ),
        (
            "(float[2,4] x, float[4] s) => (float[2,4] y, float[2,1] i) <float16[2,1] m> "
            "{ y, m, i = LayerNormalization(x, s) }",
            "output 'm' of y (LayerNormalization) is declared as float16, but the node gives float",
        ),
        (
            "(float16[2,4] x, float16[4] s) => (float16[2,4] y) <float16[2,1] m> "
            "{ y, m = com.microsoft.SkipLayerNormalization(x, x, s) }",
            "output 'm' of y (SkipLayerNormalization) is declared as float16, but the node gives f",
        ),
        (
            "(float[2,4] x) => (float[2,2] y) <int32[2,2] i> "
            "{ k = Constant<value = int64[1] {2}>() y, i = TopK(x, k) }",
            "output 'i' of y (TopK) is declared as int32, but the node gives int64; declare that",
        ),
        (
            "(float[2,4] x) => (float[2,4] y) <float[2,4] m> { y, m = Dropout(x) }",
            "output 'm' of y (Dropout) is declared as float32, but the node gives bool; declare",
        ),
        (
            "(float[2,4] x) => (float[8] y) <int64[8] u> { u, i = Unique(x) y = Cast<to = 1>(u) }",
            "output 'u' of u (Unique) is declared as int64, but the node gives float32; declare",
        ),
        (
            "(float[2,4] x) => (float[2,3] y) <int32[2,3] z> "
            "{ z = ai.onnx.ml.Scaler<offset = [1.0], scale = [2.0]>(x) y = Cast<to = 1>(z) }",
            "output 'z' of z (Scaler) is declared as int32, but the node gives float32; declare",
        ),
        (
            IF.format(
                "float",
                "then_branch = then () => (float[4] v_then) <int32[4] w> "
                "{ w = Abs(x) v_then = Cast<to = 1>(w) }",
                branch("else", "float", "Neg(x)"),
            ),
            "output 'w' of w (Abs) is declared as int32, but the node gives float32; declare that",
        ),
        (
            "(float[4] x, int32[4] i) => (float[4] y) { z = com.microsoft.Gelu(x) y = Add(z, i) }",
            "y (Add): inputs 0 and 1 are of float32 and int32, but have to be of one type",
        ),
    ],
)
def test_another_type_than_a_node_gives_is_refused(text: str, told: str) -> None:
    assert told in refusal(model(text, 17))


@pytest.mark.parametrize("declared", ["float", "N"])
def test_loops_of_the_declared_types_are_computed(declared: str) -> None:
    """Types of what a body reads may be left open."""
    text = LOOP.format("float", "float", "float", "float", "float", "Abs")
    proto = model(text.replace("int64 n)", "int64[1] n)"), 17)
    if declared == "N":
        (loop,) = (node for node in proto.graph.node if node.op_type == "Loop")
        for value in loop.attribute[0].g.input[2:]:
            value.ClearField("type")
    proto.graph.input.pop()
    proto.graph.initializer.append(numpy_helper.from_array(np.asarray([3]), "n"))
    checked_graph(proto)


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        (
            TensorProto.INT8,
            "output 'y' of the model is declared as int8, but y (Transpose) gives int4",
        ),
        (TensorProto.INT4, "output 'y' of the model is of int4, which is not computed; put a Cast"),
        (None, "output 'y' of the model is of int4, which is not computed; put a Cast to int8"),
    ],
)
def test_small_integers_are_no_bytes(declared: int | None, told: str) -> None:
    matrix = helper.make_tensor("w", TensorProto.INT4, (2, 4), [1, 2, 3, 4, 5, 6, 7, -8])
    output = onnx.ValueInfoProto(name="y")
    if declared is not None:
        output = helper.make_tensor_value_info("y", declared, (4, 2))
    nodes = [helper.make_node("Transpose", ["w"], ["y"])]
    graph = helper.make_graph(nodes, "g", [], [output], [matrix])
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    with pytest.raises(AoeError) as caught:
        prepared(proto)
    assert told in str(caught.value)


def test_outputs_that_are_added_to_observe_values_were_not_declared() -> None:
    def observed(changed: onnx_ir.Model) -> bool:
        changed.graph.outputs.insert(0, changed.graph[0].outputs[0])
        return True

    proto = model("(float[4] x) => (float[4] y) { z = Abs(x) y = Neg(z) }")
    found = prepare(load_onnx(proto), revise=observed)
    assert len(found.graph.outputs) == 2
