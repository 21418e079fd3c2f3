import numpy as np
import onnx
import pytest

import aoe
from aoe.backends.cpu.target.named_cpus import named_cpu
from aoe.backends.cuda.target.cuda_target import cuda_target
from tests.graph.models import checked_graph, model, node_types, operator_types, weights

DEVICES = {"cpu": named_cpu("znver4", 2), "cuda": cuda_target("sm_90")}


def gemm(attributes: str, a: str, b: tuple[int, ...]) -> onnx.ModelProto:
    text = f"(float[{a}] x) => (float[2,4] y) {{ y = Gemm <{attributes}> (x, w, c) }}"
    return model(text, w=weights(*b), c=weights(4))


@pytest.mark.parametrize(
    ("attributes", "a", "b"),
    [
        ("alpha = 1.0", "2,3", (3, 4)),
        ("transB = 1", "2,3", (4, 3)),
        ("transA = 1, alpha = 0.5, beta = 2.0", "3,2", (3, 4)),
    ],
)
def test_every_gemm_is_a_matmul_and_a_sum(attributes: str, a: str, b: tuple[int, ...]) -> None:
    proto = gemm(attributes, a, b)
    assert {"MatMul", "Add"} <= set(node_types(proto)) <= {"MatMul", "Add", "Mul", "Transpose"}
    assert operator_types(checked_graph(proto)) == ["MatMul"]


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
@pytest.mark.parametrize(("alpha", "beta"), [(0.5, 2.0), (2.0, 0.5), (1.5, 0.25), (3.0, 2.0)])
def test_integers_are_scaled_by_fractions(dtype: str, alpha: float, beta: float) -> None:
    text = f"""({dtype}[3,4] x, {dtype}[4,5] w, {dtype}[5] c) => ({dtype}[3,5] y) {{
        y = Gemm <alpha = {alpha}, beta = {beta}> (x, w, c) }}"""
    rng = np.random.default_rng(0)
    x, w, c = (rng.integers(0, 9, shape).astype(dtype) for shape in ((3, 4), (4, 5), (5,)))
    (found,) = aoe.compile(model(text), threads=1).run(None, {"x": x, "w": w, "c": c})
    np.testing.assert_array_equal(found, (x @ w * alpha + c * beta).astype(dtype))


@pytest.mark.parametrize(
    ("dtype", "alpha", "beta"),
    [("uint32", -1, 2), ("uint64", 2, -1), ("int32", 3 * 10**9, 1), ("int64", 1, 2**63)],
)
def test_whole_scales_that_the_type_does_not_have_wrap_around(
    dtype: str, alpha: int, beta: int
) -> None:
    text = f"""({dtype}[3,4] x, {dtype}[4,5] w, {dtype}[5] c) => ({dtype}[3,5] y) {{
        y = Gemm <alpha = {alpha}.0, beta = {beta}.0> (x, w, c) }}"""
    rng = np.random.default_rng(0)
    x, w, c = (rng.integers(0, 9, shape).astype(dtype) for shape in ((3, 4), (4, 5), (5,)))
    (found,) = aoe.compile(model(text), threads=1).run(None, {"x": x, "w": w, "c": c})
    exact = (x.astype(object) @ w.astype(object)) * alpha + c.astype(object) * beta
    limits = np.iinfo(dtype)
    wanted = (exact - int(limits.min)) % (1 << limits.bits) + int(limits.min)
    np.testing.assert_array_equal(found, wanted.astype(dtype))


def test_a_fraction_of_nothing_leaves_integers_exact() -> None:
    text = "(int64[1,1] x, int64[1,1] w) => (int64[1,1] y) { y = Gemm <beta = 0.5> (x, w) }"
    x, w = np.full((1, 1), 2**53 + 1), np.ones((1, 1), np.int64)
    (found,) = aoe.compile(model(text), threads=1).run(None, {"x": x, "w": w})
    np.testing.assert_array_equal(found, x)


def test_constant_weights_are_transposed_beforehand() -> None:
    stored_transposed = checked_graph(gemm("transB = 1", "2,3", (4, 3)))
    stored_plain = checked_graph(gemm("transB = 0", "2,3", (3, 4)))
    keys = {
        node.operator.key for g in (stored_plain, stored_transposed) for node in g.operator_nodes
    }
    assert len(keys) == 1


@pytest.mark.parametrize("shape", [(4,), (1, 4), (2, 1), (2, 4), (), (1,)])
def test_what_gemm_adds_is_broadcast(shape: tuple[int, ...]) -> None:
    text = "(float[2,3] x) => (float[2,4] y) { y = Gemm <beta = 2.0> (x, w, c) }"
    assert operator_types(checked_graph(model(text, w=weights(3, 4), c=weights(*shape)))) == [
        "MatMul"
    ]


def test_factors_of_operands_are_applied_to_the_matmul() -> None:
    text = """(float[2,3,4] q, float[2,5,4] k) => (float[2,3,5] y) {
        a = Mul(q, s) b = Mul(s, k) t = Transpose <perm = [0, 2, 1]> (b) y = MatMul(a, t) }"""
    graph = checked_graph(model(text, s=np.asarray(0.75, np.float32)))
    assert operator_types(graph) == ["MatMul"]


def test_a_factor_that_is_used_elsewhere_stays() -> None:
    text = """(float[3,4] q) => (float[3,5] y, float[3,4] z) {
        a = Mul(q, s) z = Exp(a) y = MatMul(a, w) }"""
    proto = model(text, s=np.asarray(0.75, np.float32), w=weights(4, 5))
    assert node_types(proto).count("Mul") == 1
    checked_graph(proto)


@pytest.mark.parametrize("transposed", [False, True])
def test_keys_of_several_heads_are_read_once(transposed: bool) -> None:
    text = """(float[2,6,3,4] q, float[2,2,5,4] k) => (float[2,6,3,5] y) { a = Relu(k)
        u = Unsqueeze(a, two) e = Expand(u, spread) h = Reshape(e, all)
        t = Transpose <perm = [0, 1, 3, 2]> (h) y = MatMul(q, t) }"""
    if not transposed:
        text = """(float[2,6,3,5] q, float[2,2,5,4] k) => (float[2,6,3,4] y) { a = Relu(k)
            u = Unsqueeze(a, two) e = Expand(u, spread) h = Reshape(e, all) y = MatMul(q, h) }"""
    spread, whole = np.asarray([2, 2, 3, 5, 4]), np.asarray([2, 6, 5, 4])
    proto = model(text, two=np.asarray([2]), spread=spread, all=whole)
    assert "Expand" not in node_types(proto)
    checked_graph(proto)


@pytest.mark.parametrize("masked", [False, True])
def test_attention_of_half_precision_rounds_its_result_once(masked: bool) -> None:
    chosen = "r = Where(m, zero, p)" if masked else "r = Identity(p)"
    text = f"""(float16[2,9,40] s, float16[2,40,8] v, bool[2,9,1] m) => (float16[2,9,8] y) {{
        zero = Constant <value = float16 {{0}}> ()
        p = Softmax(s) {chosen} y = MatMul(r, v) }}"""
    rng = np.random.default_rng(2)
    s, v = (rng.normal(size=shape).astype(np.float16) for shape in ((2, 9, 40), (2, 40, 8)))
    m = rng.random((2, 9, 1)) < 0.3
    powers = np.exp(s.astype(np.float64))
    share = powers / powers.sum(-1, keepdims=True) * (1 - (m & masked))
    exact = share @ v.astype(np.float64)
    (found,) = aoe.compile(model(text), threads=1).run(None, {"s": s, "v": v, "m": m})
    half_unit = 0.5 * np.spacing(np.abs(exact.astype(np.float16))).astype(np.float64)
    assert np.all(np.abs(found.astype(np.float64) - exact) <= 1.001 * half_unit + 1e-6)


def test_weights_of_attention_that_are_an_output_are_computed_once() -> None:
    text = """(float16[9,40] s, float16[40,8] v) => (float16[9,40] p, float16[9,8] y) {
        p = Softmax(s) y = MatMul(p, v) }"""
    assert node_types(model(text)).count("Softmax") == 1


@pytest.mark.parametrize("masked", ["", "scaled = Add(scaled_, mask)"])
@pytest.mark.parametrize("queries", [9, 4])
@pytest.mark.parametrize("device", ["cpu", "cuda", "none in particular"])
def test_attention_of_float16_that_is_one_operator_reads_values_of_float16(
    device: str, queries: int, masked: str
) -> None:
    """Few queries are no operator of their own on a CPU, so that their softmax is in float32."""
    text = f"""(float16[2,{queries},16] q, float16[2,16,40] k, float16[2,40,8] v,
        float16[1,1,40] mask) => (float16[2,{queries},8] y) {{
        scores = MatMul(q, k)
        {"scaled_" if masked else "scaled"} = Mul(scores, quarter)
        {masked}
        p = Softmax(scaled)
        y = MatMul(p, v)
    }}"""
    proto = model(text, quarter=np.array(0.25, np.float16))
    graph = checked_graph(proto, target=DEVICES.get(device))
    types = operator_types(graph)
    if device != "cpu" or queries == 9:
        assert types == ["Attention"]
        assert {tensor.dtype for tensor in graph.tensors.values()} == {"float16"}
    else:
        assert types.count("Softmax") == 1
        assert "float32" in {tensor.dtype for tensor in graph.tensors.values()}
