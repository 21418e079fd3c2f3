"""Values made of few numbers are computed as ONNX Runtime does, however many elements they have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aoe
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import by_onnxruntime, checked_graph, model, node_types

#: More elements than folding repeats a number to.
LONG = (1 << 20) + 5


@pytest.mark.parametrize("value", ["", "<value = float[1] {-3.5}>"])
def test_a_large_mask_is_a_broadcast(value: str) -> None:
    """As in causal masks of 2048 tokens."""
    text = f"""(float[1] x) => (float[a,b] y)
        {{ c = ConstantOfShape{value}(s) t = Trilu<upper=1>(c, k) y = Add(x, t) }}"""
    proto = model(text, s=np.array([1024, 1025]), k=np.array(1))
    assert "ConstantOfShape" not in node_types(proto)
    checked_graph(proto)


def test_a_range_counts_exactly_to_the_limit_of_float32() -> None:
    """Products of count and step reach 2 ** 25 there; of those float32 has only even numbers."""
    numbers = [np.array(number, np.float32) for number in (1 - 2**24, 2**24 - 1, 31)]
    names = dict(zip("abd", numbers, strict=True))
    text = "(float[1] x) => (float[n] y) { r = Range(a, b, d) y = Mul(x, r) }"
    graph = build(load_onnx(model(text, **names)), "test")
    found = evaluate(graph, {"x": np.ones(1, np.float32)})["y"]
    np.testing.assert_array_equal(found, np.arange(1 - 2**24, 2**24 - 1, 31))


@pytest.mark.parametrize(
    ("dtype", "numbers"),
    [
        ("int64", (5, 5 - 3 * LONG, -3)),
        ("int32", (7, 7 + LONG, 1)),
        ("float", (-2.0, 2.0 * LONG - 2, 2.0)),
    ],
)
def test_a_long_range_counts(dtype: str, numbers: tuple[Any, Any, Any]) -> None:
    kind = np.float32 if dtype == "float" else np.dtype(dtype)
    first, last, step = (np.array(number, kind) for number in numbers)
    text = f"({dtype}[1] x) => ({dtype}[n] y) {{ r = Range(a, b, d) y = Mul(x, r) }}"
    proto = model(text, a=first, b=last, d=step)
    assert "Loop" not in node_types(proto)
    checked_graph(proto)


@pytest.mark.parametrize(("numbers", "size"), [((0.1, 1.1, 0.1), 11), ((0.2, 0.5, 0.1), 3)])
@pytest.mark.parametrize("folded", [True, False])
def test_a_range_of_fractions_has_the_size_that_float64_gives(
    numbers: tuple[float, float, float], size: int, folded: bool
) -> None:
    """As in ONNX Runtime; ONNX's inference divides in float32, which rounds to another size."""
    names = {n: np.array(value, np.float32) for n, value in zip("abd", numbers, strict=True)}
    inputs = "float[1] x" if folded else "float[1] x, float a, float b, float d"
    text = f"({inputs}) => (float[n] y) {{ r = Range(a, b, d) y = Mul(x, r) }}"
    feed = {"x": np.ones(1, np.float32), **({} if folded else names)}
    proto = model(text, **(names if folded else {}))
    (found,) = aoe.compile(proto, threads=1).run(None, feed)
    assert found.shape == (size,)
    np.testing.assert_allclose(found, by_onnxruntime(proto, feed)["y"], rtol=1e-6)


def test_a_long_range_of_fractions_adds_up_in_a_loop() -> None:
    first, last, step = (np.array(n, np.float32) for n in (0.5, 0.5 + LONG / 4, 0.25))
    text = "(float[1] x) => (float[n] y) { r = Range(a, b, d) y = Mul(x, r) }"
    assert "Loop" in node_types(model(text, a=first, b=last, d=step))
