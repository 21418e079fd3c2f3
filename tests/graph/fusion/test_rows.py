"""Reductions of rows and what is computed of them become one operator, which computes the same, and
are apart again where that is decided.
"""

from __future__ import annotations

import numpy as np
import onnx
import pytest

import aoe
from aoe.errors import PolicyError
from aoe.graph.fusion.fuse import fuse, stored_values
from tests.graph.models import (
    by_onnxruntime,
    checked_graph,
    imported,
    inputs_of,
    model,
    operator_of,
    operator_types,
)

TYPES = "(float[4,16,24] g, float[4,16,24] x, float[24] w, float[4,16,1] r) => (float[4,16,24] y)"
#: The gradients of softmax, log-softmax, a layer normalisation and a root mean square's.
ROWS = {
    "softmax": "p = Mul(g, x) s = ReduceSum(p, axes) d = Sub(g, s) y = Mul(x, d)",
    "log softmax": "s = ReduceSum(g, axes) e = Exp(x) m = Mul(e, s) y = Sub(g, m)",
    "layer normalisation": """u = Mul(g, w) n = Mul(u, size) a = ReduceSum(u, axes)
        t = Mul(u, x) b = ReduceSum(t, axes) c = Mul(x, b) d = Sub(n, a) e = Sub(d, c) y = Mul(r,
        e)""",
    "root mean square": """u = Mul(g, w) t = Mul(u, x) b = ReduceMean<axes = [2]>(t) c = Mul(x, b)
        d = Sub(u, c) y = Mul(r, d)""",
    "a maximum, and a sum above it": """m = ReduceMax<axes = [2]>(x) d = Sub(x, m) e = Mul(d, g)
        s = ReduceSum(e, axes) y = Add(d, s)""",
}
CONSTANTS = {"axes": np.asarray([2]), "size": np.asarray(24, np.float32)}


def row_model(text: str, types: str = TYPES) -> onnx.ModelProto:
    used = {name: value for name, value in CONSTANTS.items() if name in text}
    return model(f"{types} {{ {text} }}", **used)


@pytest.mark.parametrize("text", ROWS.values(), ids=ROWS.keys())
def test_compiled_rows_agree_with_onnx_runtime(text: str) -> None:
    proto = row_model(text)
    feed = inputs_of(proto)
    assert operator_types(checked_graph(proto))[-1] == "RowWise"
    expected = by_onnxruntime(proto, feed)["y"]
    (found,) = aoe.compile(proto, threads=2).run(None, feed)
    np.testing.assert_allclose(found, expected, rtol=0, atol=2e-6 * np.abs(expected).max())


@pytest.mark.parametrize("name", ["softmax", "log softmax", "layer normalisation"])
def test_a_gradient_is_one_operator_that_tells_its_nodes(name: str) -> None:
    graph = checked_graph(row_model(ROWS[name]))
    assert operator_types(graph) == ["RowWise"]
    kinds = {kind for _, kind in operator_of(graph, "RowWise").sources}
    assert {"Mul", "ReduceSum", "Sub"} <= kinds


APART = {
    "the sum is an output": (
        ROWS["log softmax"],
        "(float[4,16,24] g, float[4,16,24] x) => (float[4,16,24] y, float[4,16,1] s)",
    ),
    "rows are not innermost": (
        "s = ReduceSum<keepdims = 1>(g, first) y = Sub(g, s)",
        "(float[64,24] g) => (float[64,24] y)",
    ),
    "there are few rows": (
        "s = ReduceMax<axes = [1]>(g) y = Sub(g, s)",
        "(float[4,24] g) => (float[4,24] y)",
    ),
    "rows are longer than a cache": (
        "s = ReduceMax<axes = [1]>(g) y = Sub(g, s)",
        "(float[64,20000] g) => (float[64,20000] y)",
    ),
}


@pytest.mark.parametrize(("text", "types"), APART.values(), ids=APART.keys())
def test_other_reductions_stay_apart(text: str, types: str) -> None:
    used = {"first": np.asarray([0])} if "first" in text else {}
    used |= {name: value for name, value in CONSTANTS.items() if name in text}
    graph = imported(model(f"{types} {{ {text} }}", **used))
    assert "RowWise" not in operator_types(fuse(graph))


def test_whether_they_are_one_is_decided_by_what_is_stored() -> None:
    graph = imported(row_model(ROWS["layer normalisation"]))
    together = fuse(graph)
    assert operator_types(together) == ["RowWise"]
    assert operator_types(fuse(graph, stored_values(together))) == ["RowWise"]
    apart = fuse(graph, {"u", "a", "b", "y"})
    assert operator_types(apart) == ["Pointwise", "Reduce", "Reduce", "Pointwise"]
    with pytest.raises(PolicyError, match="must be stored"):
        fuse(imported(row_model(*APART["the sum is an output"])), {"y"})


@pytest.mark.parametrize(
    ("given", "masked"),
    [
        ("bool[4,16,24] m", "q = Where(m, zero, g)"),
        ("bool[4,16,1] m", "q = Where(m, zero, g)"),
        ("int64[4,16,24] m", "c = Equal(m, one) q = Where(c, g, zero)"),
    ],
    ids=["mask", "mask of rows", "classes"],
)
def test_what_masks_rows_may_have_another_type(given: str, masked: str) -> None:
    constants = {"axes": np.asarray([2]), "zero": np.float32(0), "one": np.asarray(1)}
    text = f"{masked} p = Mul(q, x) s = ReduceSum(p, axes) t = Mul(x, s) y = Sub(p, t)"
    proto = model(
        f"(float[4,16,24] g, float[4,16,24] x, {given}) => (float[4,16,24] y) {{ {text} }}",
        **{name: np.asarray(value) for name, value in constants.items() if name in text},
    )
    graph = imported(proto)
    together = fuse(graph)
    assert operator_types(together) == ["RowWise"]
    assert operator_types(fuse(graph, stored_values(together))) == ["RowWise"]
    feed = inputs_of(proto)
    (found,) = aoe.compile(proto, threads=2).run(None, feed)
    np.testing.assert_allclose(found, by_onnxruntime(proto, feed)["y"], rtol=0, atol=1e-5)
