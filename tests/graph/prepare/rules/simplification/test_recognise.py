import math

import numpy as np
import pytest

from tests.graph.models import checked_graph, model, node_types, operator_types, weights

HALF, ONE = np.float32(0.5), np.float32(1)
ROOT = np.float32(math.sqrt(2))

ERF_FORMS = {
    "product last": "d = Div(x, root) e = Erf(d) a = Add(e, one) m = Mul(x, a) y = Mul(m, half)",
    "half first": "h = Mul(half, x) d = Div(x, root) e = Erf(d) a = Add(one, e) y = Mul(h, a)",
    "half with erf": "d = Div(x, root) e = Erf(d) a = Add(e, one) m = Mul(a, half) y = Mul(x, m)",
    "scaled": "d = Mul(x, inverse) e = Erf(d) a = Add(e, one) m = Mul(half, a) y = Mul(m, x)",
    "distributed": """h = Mul(x, half) d = Div(x, root) e = Erf(d) p = Mul(h, e) y = Add(p, h)""",
}


@pytest.mark.parametrize("body", ERF_FORMS.values(), ids=ERF_FORMS.keys())
def test_gelu_by_erf_is_recognised_however_it_is_written(body: str) -> None:
    text = f"(float[3,5] x) => (float[3,5] y) {{ {body} }}"
    constants = {"half": HALF, "one": ONE, "root": ROOT, "inverse": ONE / ROOT}
    used = {name: value for name, value in constants.items() if name in body}
    proto = model(text, **{name: np.asarray(value) for name, value in used.items()})
    assert node_types(proto) == ["Gelu"]
    checked_graph(proto)


TANH_FORMS = {
    "power": "p = Pow(x, three) q = Mul(p, c) s = Add(x, q) t = Mul(s, k)",
    "products": "xx = Mul(x, x) p = Mul(xx, x) q = Mul(c, p) s = Add(q, x) t = Mul(k, s)",
    "factored": "xx = Mul(x, x) q = Mul(c, xx) r = Add(one, q) s = Mul(x, r) t = Mul(s, k)",
}


@pytest.mark.parametrize("inside", TANH_FORMS.values(), ids=TANH_FORMS.keys())
def test_gelu_by_tanh_is_recognised_however_it_is_written(inside: str) -> None:
    body = f"{inside} e = Tanh(t) a = Add(e, one) m = Mul(x, a) y = Mul(m, half)"
    constants = {"half": HALF, "one": ONE, "c": np.float32(0.044715), "three": np.float32(3)}
    constants["k"] = np.float32(math.sqrt(2 / math.pi))
    used = {
        name: np.asarray(v)
        for name, v in constants.items()
        if f"{name})" in body or name + "," in body
    }
    proto = model(f"(float[3,5] x) => (float[3,5] y) {{ {body} }}", **used)
    assert node_types(proto) == ["Gelu"]
    checked_graph(proto)


def test_gelu_of_a_sum_is_the_gelu_of_all_of_it() -> None:
    text = f"(float[3,5] z, float[5] b) => (float[3,5] y) {{ x = Add(z, b) {ERF_FORMS['scaled']} }}"
    proto = model(text, half=np.asarray(HALF), one=np.asarray(ONE), inverse=np.asarray(ONE / ROOT))
    assert node_types(proto) == ["Add", "Gelu"]


def test_what_only_resembles_gelu_is_left() -> None:
    body = ERF_FORMS["scaled"]
    proto = model(
        f"(float[3,5] x) => (float[3,5] y) {{ {body} }}",
        half=np.asarray(HALF),
        one=np.asarray(ONE),
        inverse=np.asarray(np.float32(0.8)),
    )
    assert "Gelu" not in node_types(proto)
    checked_graph(proto)


SOFTMAX_FORMS = {
    "stable": "m = ReduceMax <axes = [2]> (x) d = Sub(x, m) e = Exp(d)",
    "plain": "e = Exp(x)",
}


@pytest.mark.parametrize("start", SOFTMAX_FORMS.values(), ids=SOFTMAX_FORMS.keys())
@pytest.mark.parametrize("end", ["y = Div(e, s)", "r = Reciprocal(s) y = Mul(r, e)"])
def test_softmax_is_recognised(start: str, end: str) -> None:
    text = f"(float[2,3,5] x) => (float[2,3,5] y) {{ {start} s = ReduceSum(e, axes) {end} }}"
    proto = model(text, axes=np.asarray([-1]))
    assert node_types(proto) == ["Softmax"]
    checked_graph(proto)


def test_a_quotient_by_the_sum_over_other_axes_than_the_maximum_is_still_softmax_of_the_rest() -> (
    None
):
    text = """(float[2,3,5] x) => (float[2,3,5] y) {
        m = ReduceMax <axes = [1]> (x) d = Sub(x, m) e = Exp(d) s = ReduceSum(e, axes) y = Div(e, s)
    }"""
    proto = model(text, axes=np.asarray([2]))
    assert node_types(proto) == ["ReduceMax", "Softmax", "Sub"]
    checked_graph(proto)


MEAN = "m = ReduceMean <axes = [-1]> (x) d = Sub(x, m)"
LAYER_NORM_FORMS = {
    "power and division": f"{MEAN} q = Pow(d, two) v = ReduceMean <axes = [-1]> (q) "
    "t = Add(v, eps) r = Sqrt(t) n = Div(d, r)",
    "product and reciprocal": f"{MEAN} q = Mul(d, d) v = ReduceMean <axes = [-1]> (q) "
    "t = Add(eps, v) r = Sqrt(t) i = Reciprocal(r) n = Mul(i, d)",
    "negative power": f"{MEAN} q = Mul(d, d) v = ReduceMean <axes = [-1]> (q) "
    "t = Add(eps, v) i = Pow(t, minus_half) n = Mul(d, i)",
    "deviation computed twice": f"{MEAN} d2 = Sub(x, m) q = Pow(d2, two) "
    "v = ReduceMean <axes = [-1]> (q) t = Add(v, eps) r = Sqrt(t) n = Div(d, r)",
}


@pytest.mark.parametrize("body", LAYER_NORM_FORMS.values(), ids=LAYER_NORM_FORMS.keys())
@pytest.mark.parametrize("affine", ["y = Identity(n)", "a = Mul(n, scale) y = Add(bias, a)"])
def test_layer_normalisation_is_recognised_with_its_scale_and_bias(body: str, affine: str) -> None:
    constants = {
        "two": np.float32(2),
        "minus_half": np.float32(-0.5),
        "eps": np.float32(1e-5),
        "scale": weights(8, seed=1),
        "bias": weights(8, seed=2),
    }
    text = body + " " + affine
    used = {name: np.asarray(v) for name, v in constants.items() if name in text}
    proto = model(f"(float[2,3,8] x) => (float[2,3,8] y) {{ {text} }}", **used)
    assert node_types(proto) == ["LayerNormalization"]
    assert operator_types(checked_graph(proto)) == ["LayerNormalization"]


@pytest.mark.parametrize("scaled", ["k = Mul(i, scale)", "k = Mul(scale, i)", "k = Identity(i)"])
@pytest.mark.parametrize("end", ["a = Mul(x, k) y = Add(a, s)", "a = Mul(k, x) y = Add(s, a)"])
def test_layer_normalisation_with_the_mean_in_the_bias_is_recognised(scaled: str, end: str) -> None:
    body = f"""{LAYER_NORM_FORMS["product and reciprocal"].replace("n = Mul(i, d)", scaled)}
        o = Mul(m, k) s = Sub(bias, o) {end}"""
    proto = model(
        f"(float[2,3,8] x) => (float[2,3,8] y) {{ {body} }}",
        eps=np.asarray(np.float32(1e-5)),
        scale=weights(8, seed=1),
        bias=weights(8, seed=2),
    )
    assert node_types(proto) == ["LayerNormalization"]
    checked_graph(proto)


def test_normalisation_over_other_axes_than_the_last_is_left() -> None:
    body = LAYER_NORM_FORMS["product and reciprocal"].replace("[-1]", "[1]")
    proto = model(
        f"(float[2,3,8] x) => (float[2,3,8] n) {{ {body} }}", eps=np.asarray(np.float32(1e-5))
    )
    assert "LayerNormalization" not in node_types(proto)
    checked_graph(proto)
