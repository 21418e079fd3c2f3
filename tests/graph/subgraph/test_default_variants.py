"""Default variants: chosen by estimates, with a margin, never twice as one thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import onnx
import pytest

from aoe.backends.backend import CostModel
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import backend_named
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.subgraph import default_variants as module
from aoe.graph.subgraph.subgraph import VARIANT, Subgraph
from aoe.graph.switches import Switches
from aoe.operators.evaluate import evaluate
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy
from aoe.target import Target
from tests.graph.models import inputs_of, model, operator_types, weights

REFERENCE = backend_named("reference").machine.target(2)
AMX = "+avx2,+fma,+f16c,+avx512f,+avx512vl,+avx512bw,+avx512vnni,+avx512bf16,+amx-tile,+amx-bf16"
DILATED, TRANSPOSED, JOINED = "dilated_as_phases", "transposed_as_phases", "joined_matmuls"

#: A dilated convolution whose result a Relu reads: 10 × 10 pixels, so the phases need no padding.
PROTO = model(
    """(float[1,4,10,10] x) => (float[1,4,10,10] y) {
        c = Conv <dilations = [2, 2], pads = [2, 2, 2, 2]> (x, w) y = Relu(c) }""",
    w=weights(4, 4, 3, 3),
)
#: Two matmuls of one value, whose results are multiplied.
MATMULS = model(
    """(float[4,6] x) => (float[5,3] y) {
        a = MatMul(x, w) b = MatMul(x, v) c = Transpose(b) y = MatMul(c, a) }""",
    w=weights(6, 3),
    v=weights(6, 5),
)


def decided(
    proto: onnx.ModelProto, target: Target = REFERENCE, off: frozenset[str] = frozenset()
) -> PreparedGraph:
    return prepared_graph(load_onnx(proto), "test", target, Switches(variants_off=off))


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets what each operator costs: dilated and plain convolutions, matmuls by columns, copies."""

    def put(dilated: float = 9, plain: float = 9, copy: float = 0, column: float = 1) -> None:
        def seconds(operator: Operator, target: Target) -> float:
            if operator.type == "Conv":
                return dilated if max(operator.integers("dilations")) > 1 else plain
            return operator.output.shape[-1] * column if operator.type == "MatMul" else copy

        monkeypatch.setattr(module, "default_estimate", seconds)

    return put


@pytest.mark.parametrize(
    ("plain", "copy", "chosen"),
    [(5.0, 1.0, True), (8.9, 0.0, True), (9.1, 0.0, False), (5.0, 3.0, False), (10.0, 0.0, False)],
    ids=["much faster", "by the margin", "less than the margin", "copies cost it", "a tie"],
)
def test_a_variant_that_copies_must_save_a_tenth_of_what_it_replaces(
    costs: Callable[..., None], plain: float, copy: float, chosen: bool
) -> None:
    costs(dilated=10.0, plain=plain, copy=copy)
    found = decided(PROTO)
    assert found.decisions.variants == ({"y": DILATED} if chosen else {})
    (conv,) = [n.operator for n in found.default.operator_nodes if n.operator.type == "Conv"]
    assert conv.integers("dilations") == ((1, 1) if chosen else (2, 2))


def test_a_variant_without_copies_need_only_be_faster(costs: Callable[..., None]) -> None:
    costs(copy=0.0)
    assert decided(MATMULS).decisions.variants == {}, "a tie keeps the plain form"
    unjoined = operator_types(decided(MATMULS).default)

    def seconds(operator: Operator, target: Target) -> float:
        return 1.0 + 0.001 * operator.output.shape[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "default_estimate", seconds)
        found = decided(MATMULS)
    assert found.decisions.variants == {"a": JOINED, "b": JOINED}
    assert operator_types(found.default).count("MatMul") == unjoined.count("MatMul") - 1


def test_what_is_off_is_no_default(costs: Callable[..., None]) -> None:
    costs(dilated=10.0, plain=1.0)
    assert decided(PROTO).decisions.variants == {"y": DILATED}
    assert decided(PROTO, off=frozenset({DILATED})).decisions.variants == {}


@pytest.mark.parametrize(
    ("each", "chosen"),
    [(3.0, True), (30.0, False)],
    ids=["a small loss there", "a loss there that outweighs the gain"],
)
def test_the_mean_of_both_times_decides_where_units_may_share_no_cache(
    costs: Callable[..., None], monkeypatch: pytest.MonkeyPatch, each: float, chosen: bool
) -> None:
    """The plain form is one operator of 10 s. The variant is three of 5 s in all."""
    costs(dilated=10.0, plain=5.0)

    def unshared(self: CostModel, graph: OperatorGraph, target: Target) -> float:
        return each * len(graph.operator_nodes)

    monkeypatch.setattr(CostModel, "unshared_seconds", unshared)
    assert decided(PROTO).decisions.variants == ({"y": DILATED} if chosen else {})


def test_equal_subgraphs_are_decided_once(
    costs: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    costs(dilated=10.0, plain=1.0)
    block = """c{0} = Conv <dilations = [2, 2], pads = [2, 2, 2, 2]> (r{1}, w) r{0} = Relu(c{0})
        p{0} = Softmax <axis = 1> (r{0}) q{0} = Softmax <axis = 2> (p{0})
        s{0} = Softmax <axis = 3> (q{0})"""
    steps = [block.format(1, 0)] + [
        block.format(number, number - 1).replace(f"(r{number - 1},", f"(s{number - 1},")
        for number in range(2, 9)
    ]
    text = f"(float[1,4,10,10] r0) => (float[1,4,10,10] s8) {{ {' '.join(steps)} }}"
    looked_at: list[str] = []

    def of(self: object, subgraph: Subgraph, policy: SubgraphPolicy) -> module._Decided:
        looked_at.append(subgraph.key)
        return module._Decided()

    monkeypatch.setattr(module._Choice, "of", of)
    found = decided(model(text, w=weights(4, 4, 3, 3)))
    assert len(looked_at) == len({*looked_at})
    assert len(looked_at) < len(found.subgraphs)


def test_without_a_target_nothing_is_replaced() -> None:
    assert prepared_graph(load_onnx(PROTO), "test").decisions.variants == {}


def test_the_default_policy_of_a_subgraph_forms_its_default_operators(
    costs: Callable[..., None],
) -> None:
    costs(dilated=10.0, plain=1.0)
    text = """(float[1,4,10,10] x) => (float[1,4,1,1] y) {
        c = Conv <dilations = [2, 2], pads = [2, 2, 2, 2]> (x, w) y = GlobalAveragePool(c) }"""
    found = decided(model(text, w=weights(4, 4, 3, 3)))
    assert found.decisions.variants == {"c": DILATED}
    (subgraph,) = found.subgraphs
    policy = subgraph.policy(found.decisions)
    keys = [node.operator.key for node in found.default.operator_nodes]
    assert [node.operator.key for node in subgraph.formed(policy).operator_nodes] == keys
    assert [n.operator.key for n in found.formed({subgraph.key: policy}).operator_nodes] == keys


def test_a_stored_policy_without_variants_computes_the_plain_form(
    costs: Callable[..., None],
) -> None:
    """Policies that were stored when a kind of variant did not exist."""
    costs(dilated=10.0, plain=1.0)
    found, plain = decided(PROTO), decided(PROTO, off=frozenset({DILATED}))
    (subgraph,) = found.subgraphs
    stored = subgraph.policy(plain.decisions)
    assert not [name for name, _ in stored.decisions if name.startswith(VARIANT)]
    made = found.formed({subgraph.key: stored})
    assert operator_types(made) == operator_types(plain.default)
    feed = inputs_of(PROTO)
    expected, result = evaluate(found.default, feed)["y"], evaluate(made, feed)["y"]
    np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-5)


def dilated(channels: int, pixels: int, dilation: int) -> onnx.ModelProto:
    text = f"""(float[1,{channels},{pixels},{pixels}] x) => (float[N,K,H,W] y) {{
        a = Conv(x, v) c = Conv <dilations = [{dilation}, {dilation}],
        pads = {[dilation] * 4}> (a, w) y = Conv(c, v) }}"""
    own = weights(channels, channels, 3, 3, scale=0.05)
    return model(text, v=weights(channels, channels, 1, 1, scale=0.05), w=own)


def transposed(channels: int, filters: int, kernel: int) -> onnx.ModelProto:
    text = """(float[1,CHANNELS,128,128] x) => (float[N,K,H,W] y) {
        a = Conv(x, v) y = ConvTranspose <strides = [2, 2]> (a, w) }"""
    return model(
        text.replace("CHANNELS", str(channels)),
        v=weights(channels, channels, 1, 1),
        w=weights(channels, filters, kernel, kernel),
    )


def a_cpu(name: str, features: str | None = None) -> CpuTarget:
    """Two threads of a CPU with caches of a common size."""
    target = target_for(name, features, threads=2)
    sizes = zip(target.memories, (32 << 10, 1 << 20, 32 << 20), strict=True)
    return replace(target, memories=tuple(replace(item, bytes=size) for item, size in sizes))


CPUS = {"avx512": a_cpu("avx512"), "avx2": a_cpu("avx2"), "neon": a_cpu("neon")}
TILES = a_cpu("avx512", AMX)


@pytest.mark.parametrize(
    ("cpu", "variants"), [("avx512", {"y": TRANSPOSED}), ("avx2", {}), ("neon", {})]
)
def test_three_filters_are_computed_as_phases_where_these_fill_one_vector(
    cpu: str, variants: dict[str, str]
) -> None:
    """Nine taps of one vector, or four taps of twelve filters: one vector of 16, two of 8, three of
    4.
    """
    found = decided(transposed(64, 3, 3), CPUS[cpu])
    assert found.decisions.variants == variants
    policies = {item.key: item.policy(found.decisions) for item in found.subgraphs}
    assert all(item.formed(policies[item.key]).operator_nodes for item in found.subgraphs)


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize(
    ("proto", "variants"),
    [
        (dilated(256, 33, 2), {"c": DILATED}),
        (dilated(128, 28, 2), {"c": DILATED}),
        (dilated(64, 65, 2), {"c": DILATED}),
        (transposed(64, 32, 3), {}),
    ],
    ids=["256 channels", "128 channels", "64 channels", "32 filters"],
)
def test_defaults_of_common_cpus(
    cpu: str, proto: onnx.ModelProto, variants: dict[str, str]
) -> None:
    found = decided(proto, CPUS[cpu])
    assert found.decisions.variants == variants
    policies = {item.key: item.policy(found.decisions) for item in found.subgraphs}
    for subgraph in found.subgraphs:
        assert subgraph.formed(policies[subgraph.key]).operator_nodes
    formed = found.formed(policies).operator_nodes
    keys = [node.operator.key for node in found.default.operator_nodes]
    assert [node.operator.key for node in formed] == keys


@pytest.mark.parametrize("dilation", [2, 12])
def test_a_cpu_with_tiles_convolves_dilated_images_as_they_are(dilation: int) -> None:
    assert decided(dilated(256, 33, dilation), TILES).decisions.variants == {}


@pytest.mark.parametrize(
    ("images", "side", "taken"), [(8, 56, True), (16, 28, True), (8, 28, False)]
)
def test_gradients_that_caches_do_not_hold_are_summed_in_parts(
    images: int, side: int, taken: bool
) -> None:
    shape = f"{images},64,{side},{side}"
    proto = model(
        f"""(float[{shape}] x, float[{shape}] g) => (float[64,64,3,3] y) {{
            a = Transpose <perm = [1, 0, 2, 3]> (x) b = Transpose <perm = [1, 0, 2, 3]> (g)
            y = Conv <pads = [1, 1, 1, 1]> (a, b) }}"""
    )
    variants = decided(proto, CPUS["avx512"]).decisions.variants
    assert variants == ({"y": "summed_in_parts"} if taken else {})


def test_measured_speed_changes_no_default() -> None:
    target = CPUS["avx512"]
    fast = replace(target, speed=Speed(multiply_adds=400e9, memory=200e9, fork_join=1e-7))
    for proto in dilated(128, 28, 2), dilated(64, 65, 2):
        known = decided(proto, target).decisions.variants
        assert decided(proto, fast).decisions.variants == known


def test_matmuls_of_two_subgraphs_are_not_joined_with_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All of one value. Each subgraph was estimated with a matmul of its own."""
    monkeypatch.setattr(module, "default_estimate", lambda operator, target: 1.0)
    proto = model(
        """(float[4,6] x) => (float[5,3] y) {
            a = MatMul(x, w) b = MatMul(x, v) c = Transpose(b) p = MatMul(c, a)
            d = MatMul(x, t) e = MatMul(x, u) f = Transpose(e) q = MatMul(f, d) y = Add(p, q) }""",
        w=weights(6, 3),
        v=weights(6, 5),
        t=weights(6, 3, seed=1),
        u=weights(6, 5, seed=1),
    )
    found, feed = decided(proto), inputs_of(proto)
    plain = decided(proto, off=frozenset({JOINED})).default
    one, other = found.subgraphs
    policies = {item.key: item.policy(found.decisions) for item in found.subgraphs}
    assert found.decisions.variants == dict.fromkeys("abde", JOINED)
    for known in ({}, {one.key: policies[one.key]}, {other.key: policies[other.key]}, policies):
        made = found.formed(known)
        widths = [
            node.operator.output.shape[-1]
            for node in made.operator_nodes
            if node.inputs[:1] == ("x",)
        ]
        assert widths == [8, 8], known
        found_values = evaluate(made, feed)["y"]
        np.testing.assert_allclose(found_values, evaluate(plain, feed)["y"], rtol=1e-4, atol=1e-5)
