import numpy as np
import pytest

import aoe
from tests.graph.models import checked_graph, model, operator_types, weights


@pytest.mark.parametrize("groups", [1, 2, 6])
def test_group_normalization_is_one_operator(groups: int) -> None:
    text = f"""(float[2,6,4,3] x) => (float[2,6,4,3] y) {{
        y = GroupNormalization <num_groups = {groups}, epsilon = 0.01> (x, s, b) }}"""
    graph = checked_graph(model(text, 21, s=weights(6), b=weights(6, seed=1)))
    assert operator_types(graph) == ["LayerNormalization"]


@pytest.mark.parametrize("axes", ["", "<axes = [1]>", "<axes = [0, 2, 3]>"])
def test_mean_and_variance_are_normalised(axes: str) -> None:
    text = f"""(float[3,4,5,2] x) => (float[3,4,5,2] y) {{
        y = MeanVarianceNormalization {axes} (x) }}"""
    checked_graph(model(text))


@pytest.mark.parametrize("attributes", ["", "<axis = 0, p = 1>", "<axis = 1, p = 2>"])
def test_norms_divide(attributes: str) -> None:
    text = f"""(float[3,4] x) => (float[3,4] y) {{ r = Relu(x)
        y = LpNormalization {attributes} (r) }}"""
    checked_graph(model(text))


def test_a_vector_of_zeros_stays_zero() -> None:
    text = "(float[2,4] x) => (float[2,4] y) { z = Mul(x, c) y = LpNormalization <p = 2> (z) }"
    checked_graph(model(text, c=np.asarray([[0], [1]], np.float32)))


@pytest.mark.parametrize("axis", [-1, 1])
def test_mean_and_inverse_deviation_are_given(axis: int) -> None:
    shape = "2,3,1" if axis < 0 else "2,1,1"
    text = f"""(float[2,3,4] x) => (float[2,3,4] y, float[{shape}] m, float[{shape}] d) {{
        y, m, d = LayerNormalization <axis = {axis}> (x, s, b) }}"""
    normalised = (4,) if axis < 0 else (3, 4)
    checked_graph(model(text, s=weights(*normalised), b=weights(*normalised, seed=1)))


@pytest.mark.parametrize("op_type", ["RMSNormalization", "SimplifiedLayerNormalization"])
@pytest.mark.parametrize(
    ("of", "by"), [("float16", "float"), ("float", "float16"), ("double", "float")]
)
def test_a_root_mean_square_norm_has_the_type_of_its_scale(op_type: str, of: str, by: str) -> None:
    dtypes = {"float16": np.float16, "float": np.float32, "double": np.float64}
    text = f"({of}[3,8] x, {by}[8] s) => ({by}[3,8] y) {{ y = {op_type}(x, s) }}"
    x, scale = weights(3, 8).astype(dtypes[of]), weights(8, seed=1).astype(dtypes[by])
    (found,) = aoe.compile(model(text, 23), threads=1).run(None, {"x": x, "s": scale})
    assert found.dtype == dtypes[by]
    wide = x.astype(np.float64)
    true = wide / np.sqrt((wide * wide).mean(-1, keepdims=True) + 1e-5) * scale
    np.testing.assert_allclose(found, true, rtol=2.0**-10 if by == "float16" else 1e-5)


@pytest.mark.parametrize(
    ("of", "scales", "by"),
    [
        ("double", "float", "float"),
        ("double", "double", "float"),
        ("float", "double", "double"),
        ("float16", "float16", "float"),
        ("float16", "float", "float"),
        ("float16", "double", "double"),
    ],
)
def test_a_batch_norm_reads_computed_parameters_of_other_types(
    of: str, scales: str, by: str
) -> None:
    dtypes = {"float16": np.float16, "float": np.float32, "double": np.float64}
    text = f"""({of}[2,3,4] x, {scales}[3] s, {scales}[3] b, {by}[3] m, {by}[3] v)
        => ({of}[2,3,4] y) {{ y = BatchNormalization(x, s, b, m, v) }}"""
    feed = {
        "x": weights(2, 3, 4).astype(dtypes[of]),
        "s": weights(3, seed=1).astype(dtypes[scales]),
        "b": weights(3, seed=2).astype(dtypes[scales]),
        "m": weights(3, seed=3).astype(dtypes[by]),
        "v": (np.abs(weights(3, seed=4)) + 0.5).astype(dtypes[by]),
    }
    (found,) = aoe.compile(model(text, 15), threads=1).run(None, feed)
    x, s, b, m, v = (
        array.astype(np.float64).reshape(-1, 1) if name != "x" else array.astype(np.float64)
        for name, array in feed.items()
    )
    true = (x - m) / np.sqrt(v + 1e-5) * s + b
    assert found.dtype == dtypes[of]
    bound = {"float16": 2.0**-10, "float": 1e-6, "double": 1e-12}[of]
    np.testing.assert_allclose(found, true, rtol=bound, atol=bound)


@pytest.mark.parametrize("shape", [(5, 3), (2, 3, 4), (2, 3, 4, 5), (1, 3, 1)])
@pytest.mark.parametrize("momentum", [0.9, 0.25])
def test_a_batch_is_normalised_by_its_own_statistics(
    shape: tuple[int, ...], momentum: float
) -> None:
    sizes = ",".join(map(str, shape))
    text = f"""(float[{sizes}] x) => (float[{sizes}] y, float[3] m, float[3] v) {{
        y, m, v = BatchNormalization <training_mode = 1, epsilon = 0.01, momentum = {momentum}>
            (x, s, b, mean, variance) }}"""
    names = ("s", "b", "mean", "variance")
    given = {name: weights(3, seed=seed) for seed, name in enumerate(names)}
    checked_graph(model(text, 17, **given))


def test_statistics_of_a_batch_of_16_bits_are_not_rounded_in_between() -> None:
    text = """(float16[4,2,64] x, float16[2] s, float16[2] b, float[2] m, float[2] v)
        => (float16[4,2,64] y, float[2] n, float[2] w) {
        y, n, w = BatchNormalization <training_mode = 1, momentum = 0.5> (x, s, b, m, v) }"""
    x = (weights(4, 2, 64) + 9).astype(np.float16)
    ones, zeros = np.ones(2, np.float32), np.zeros(2, np.float32)
    feed = {"x": x, "s": ones.astype(np.float16), "b": zeros.astype(np.float16)}
    y, mean, variance = aoe.compile(model(text, 17), threads=1).run(
        None, {**feed, "m": zeros, "v": ones}
    )
    wide = x.astype(np.float64)
    true, spread = wide.mean((0, 2)), wide.var((0, 2))
    np.testing.assert_allclose(mean, true / 2, rtol=1e-6)
    np.testing.assert_allclose(variance, (spread + 1) / 2, rtol=1e-5)
    normal = (wide - true[:, None]) / np.sqrt(spread[:, None] + 1e-5)
    np.testing.assert_allclose(y, normal, rtol=2.0**-10, atol=2.0**-12)


def test_a_vector_is_a_batch_of_one_channel() -> None:
    text = """(float[6] x) => (float[6] y, float[1] m, float[1] v) {
        y, m, v = BatchNormalization <training_mode = 1, momentum = 0.0> (x, s, b, s, s) }"""
    x = weights(6)
    compiled = aoe.compile(model(text, 17, s=weights(1), b=weights(1, seed=1)), threads=1)
    _, mean, variance = compiled.run(None, {"x": x})
    np.testing.assert_allclose([mean[0], variance[0]], [x.mean(), x.var()], rtol=1e-5)
