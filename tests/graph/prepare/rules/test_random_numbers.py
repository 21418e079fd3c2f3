"""Random numbers: the generator by its definition, distributions, seeds, and draws of a session."""

from __future__ import annotations

from math import sqrt

import numpy as np
import onnx
import pytest

import aoe
from aoe.errors import UsageError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from aoe.runtime.plan import DRAW
from tests.graph.models import model

MASK = (1 << 64) - 1
COUNT = 4096


def splitmix(state: int) -> int:
    """SplitMix64's mixing function, by Steele, Lea and Flood."""
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
    return state ^ (state >> 31)


def drawn(
    proto: onnx.ModelProto, draw: int = 0, feed: dict[str, np.ndarray] | None = None
) -> np.ndarray:
    graph = build(load_onnx(proto), "test")
    inputs = {**(feed or {}), DRAW: np.asarray(draw, np.uint64)}
    return evaluate(graph, inputs)[graph.outputs[0]]


def uniform(attributes: str = "", kind: str = "float") -> onnx.ModelProto:
    return model(
        f"() => ({kind}[{COUNT}] y) {{ y = RandomUniform <shape = [{COUNT}]{attributes}> () }}"
    )


@pytest.mark.parametrize("seed", [0.0, 1.0, -2.5])
@pytest.mark.parametrize("draw", [0, 3])
def test_the_generator_is_splitmix64(seed: float, draw: int) -> None:
    start = int(np.float64(seed).view(np.uint64))
    golden = 0x9E3779B97F4A7C15
    found = drawn(uniform(f", seed = {seed}"), draw)
    for place in (0, 1, COUNT - 1):
        counter = 2 * COUNT * draw + place + 1
        expected = splitmix((start + counter * golden) & MASK) >> 40
        assert found[place] == np.float32(expected * 2.0**-24)


@pytest.mark.parametrize("kind", ["float", "double", "float16"])
def test_uniform_numbers_fill_their_range(kind: str) -> None:
    number = {"float": 1, "double": 11, "float16": 10}[kind]
    found = drawn(uniform(f", low = -2.0, high = 3.0, dtype = {number}", kind)).astype(float)
    assert -2.0 <= found.min() < -1.98
    assert 2.98 < found.max() <= 3.0
    assert abs(found.mean() - 0.5) < 4 * 5 / sqrt(12 * COUNT)
    histogram, _ = np.histogram(found, 16, (-2.0, 3.0))
    assert np.abs(histogram - COUNT / 16).max() < 5 * sqrt(COUNT / 16)


@pytest.mark.parametrize("call", [f"RandomNormal <shape = [{COUNT}], %s> ()", "Like"])
def test_normal_numbers_have_mean_and_deviation(call: str) -> None:
    attributes = "mean = 1.5, scale = 0.25"
    feed: dict[str, np.ndarray] = {}
    if call == "Like":
        call = f"RandomNormalLike <{attributes}> (x)"
        text = f"(float[{COUNT}] x) => (float[{COUNT}] y) {{ y = {call} }}"
        feed["x"] = np.zeros(COUNT, np.float32)
    else:
        text = f"() => (float[{COUNT}] y) {{ y = {call % attributes} }}"
    found = drawn(model(text), 0, feed).astype(float)
    assert np.isfinite(found).all()
    normal = (found - 1.5) / 0.25
    assert abs(normal.mean()) < 4 / sqrt(COUNT)
    assert abs(normal.std() - 1.0) < 4 / sqrt(2 * COUNT)
    for limit, share in ((1.0, 0.6827), (2.0, 0.9545)):
        assert abs(np.mean(np.abs(normal) < limit) - share) < 0.03


def test_draws_nodes_and_seeds_differ_and_equal_seeds_do_not() -> None:
    text = """() => (float[64] a, float[64] b, float[64] c, float[64] d) {
        a = RandomUniform <shape = [64]> () b = RandomUniform <shape = [64]> ()
        c = RandomUniform <shape = [64], seed = 7.0> ()
        d = RandomUniform <shape = [64], seed = 7.0> () }"""
    graph = build(load_onnx(model(text)), "test")
    first, second = (evaluate(graph, {DRAW: np.asarray(i, np.uint64)}) for i in range(2))
    np.testing.assert_array_equal(first["c"], first["d"])
    rows = [first["a"], first["b"], first["c"], second["a"], second["b"], second["c"]]
    for number, row in enumerate(rows):
        for other in rows[:number]:
            assert not np.isin(row, other).all()


@pytest.mark.parametrize("kind", ["float", "double"])
def test_bernoulli_draws_as_often_as_the_probability_says(kind: str) -> None:
    dtype = "float32" if kind == "float" else "float64"
    p = np.repeat(np.asarray([0.0, 0.2, 0.7, 1.0], dtype), COUNT)
    text = f"({kind}[{p.size}] p) => ({kind}[{p.size}] y) {{ y = Bernoulli (p) }}"
    found = drawn(model(text), 0, {"p": p}).reshape(4, COUNT).mean(axis=1)
    np.testing.assert_allclose(found, [0.0, 0.2, 0.7, 1.0], atol=4 * 0.5 / sqrt(COUNT))
    assert (found[0], found[3]) == (0.0, 1.0)


@pytest.mark.parametrize("call", ["Bernoulli", "Multinomial <sample_size = 64>"])
def test_nodes_of_one_input_draw_different_numbers_unless_they_have_one_seed(call: str) -> None:
    name, _, given = call.partition(" <")
    seeded = f"{name} <seed = 7.0{', ' + given if given else '>'}"
    kind = "float" if name == "Bernoulli" else "int32"
    outputs = ", ".join(f"{kind}[1,64] {output}" for output in "abcd")
    text = f"""(float[1,64] x) => ({outputs}) {{
        a = {call} (x) b = {call} (x) c = {seeded} (x) d = {seeded} (x) }}"""
    x = np.full((1, 64), 0.5, np.float32)
    found = evaluate(
        build(load_onnx(model(text)), "test"), {"x": x, DRAW: np.asarray(0, np.uint64)}
    )
    np.testing.assert_array_equal(found["c"], found["d"])
    assert len({found[output].tobytes() for output in "abc"}) == 3


@pytest.mark.parametrize(("kind", "number"), [("int32", 6), ("int64", 7)])
def test_multinomial_draws_classes_by_their_scores(kind: str, number: int) -> None:
    p = np.asarray([[0.1, 0.2, 0.7], [0.5, 0.5, 0.0]], np.float32)
    text = f"""(float[2,3] x) => ({kind}[2,{COUNT}] y) {{
        y = Multinomial <sample_size = {COUNT}, dtype = {number}> (x) }}"""
    with np.errstate(divide="ignore"):
        found = drawn(model(text), 0, {"x": np.log(p)})
    assert found.dtype == kind
    shares = [[np.mean(row == c) for c in range(3)] for row in found]
    np.testing.assert_allclose(shares, p, atol=4 * 0.5 / sqrt(COUNT))


def test_a_session_draws_other_numbers_in_each_inference_and_again_in_another_session() -> None:
    proto = model("(float[8] x) => (float[8] y) { r = RandomNormalLike (x) y = Add (x, r) }")
    feed = {"x": np.zeros(8, np.float32)}
    runs = []
    for _ in range(2):
        with aoe.compile(proto, threads=1) as session:
            assert [item.name for item in session.get_inputs()] == ["x"]
            runs.append([session.run(None, feed)[0] for _ in range(3)])
    np.testing.assert_array_equal(runs[0], runs[1])
    assert len({row.tobytes() for row in runs[0]}) == 3
    for number, row in enumerate(runs[0]):
        np.testing.assert_allclose(row, drawn(proto, number, feed), rtol=1e-5, atol=1e-6)


def test_each_profile_of_a_model_draws() -> None:
    proto = model("(float[n,3] x) => (float[n,3] y) { r = RandomNormalLike (x) y = Add (x, r) }")
    options = aoe.ModelOptions(input_format="ND", dynamic_dims="2;4")
    session = aoe.compile(proto, device="reference", input_shape="x:-1,3", model_options=options)
    with session:
        found = [session.run(None, {"x": np.zeros((n, 3), np.float32)})[0] for n in (2, 4)]
        assert [array.shape for array in found] == [(2, 3), (4, 3)]
        assert len({float(number) for array in found for number in array.flat}) == 18
        assert session.profile({"x": np.zeros((4, 3), np.float32)})
        with pytest.raises(UsageError, match=r"takes x:3,3; its profiles: x:2,3; x:4,3"):
            session.run(None, {"x": np.zeros((3, 3), np.float32)})
        with pytest.raises(UsageError, match="input_feed"):
            session.profile([])  # type: ignore[arg-type]
