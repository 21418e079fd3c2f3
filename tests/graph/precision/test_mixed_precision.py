"""Which operators read bfloat16, which values are stored so, and what that costs."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.backends.cpu.precision import CpuPrecision
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import numpy_type
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.precision import mixed_precision
from aoe.graph.precision.layer_error import layer_holds
from aoe.graph.precision.mixed_precision import (
    EVERYTHING,
    MixedPrecision,
    contractions,
    with_mixed_precision,
)
from aoe.graph.precision.reduced_values import SharedMemory
from aoe.graph.precision.reduction_facts import ReductionFacts
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from tests.backends.cpu.changed_target import changed
from tests.graph.models import inputs_of, model, operator_types, weights
from tests.graph.precision.mixed_models import (
    ATTENTION,
    BLOCK,
    CHAIN,
    CONSTANTS,
    CONVOLUTIONS,
    MOVED,
    RECURRENCE,
    SKIP,
    TARGET,
    TILES,
    UPWARDS,
    W,
    built,
    mixed,
)
from tests.not_empty import not_empty

REDUCED_TYPE = "bfloat16"


def reads_reduced(node: OperatorNode) -> bool:
    return mixed_precision.reads_reduced(node, REDUCED_TYPE)


def stored(graph: OperatorGraph) -> list[str]:
    """The element types of what operators write, in order."""
    return [node.operator.output.dtype for node in graph.operator_nodes]


@pytest.mark.parametrize("text", CONSTANTS)
@pytest.mark.parametrize(
    "wanted", [MixedPrecision(), MixedPrecision(alone=True), EVERYTHING], ids=["mix", "cube", "all"]
)
def test_outputs_are_those_of_float32_to_the_rounding_of_the_type(
    text: str, wanted: MixedPrecision
) -> None:
    proto, graph = built(text)
    changed = with_mixed_precision(graph, wanted, TILES if text == UPWARDS else TARGET)
    assert any(map(reads_reduced, contractions(changed)))
    feed = inputs_of(proto)
    expected, found = evaluate(graph, feed)["y"], evaluate(changed, feed)["y"]
    assert found.dtype == np.float32
    largest = np.abs(expected).max()
    assert 0 < np.abs(found - expected).max() < 0.02 * largest


def test_a_value_that_only_contractions_read_is_stored_in_the_reduced_type() -> None:
    graph = mixed(CHAIN)
    assert all(map(reads_reduced, contractions(graph)))
    products = [node for node in graph.operator_nodes if node.operator.type == "MatMul"]
    assert [node.operator.output.dtype for node in products] == [REDUCED_TYPE, "float32"]


def test_transposed_convolutions_by_amx_read_and_write_the_reduced_type() -> None:
    graph = mixed(UPWARDS, MixedPrecision(frozenset({"ConvTranspose", "Conv"})), TILES)
    found = {n.operator.output.dtype for n in contractions(graph) if reads_reduced(n)}
    assert [reads_reduced(node) for node in contractions(graph)] == [True] * 4
    assert found == {REDUCED_TYPE, "float32"}
    writing = [n for n in graph.operator_nodes if n.operator.type == "ConvTranspose"]
    assert [node.operator.output.dtype for node in writing] == [REDUCED_TYPE, REDUCED_TYPE]


def test_inputs_keep_their_types_and_are_copied() -> None:
    graph = mixed(CHAIN)
    assert operator_types(graph) == ["Pointwise", "MatMul", "MatMul"]
    assert graph.tensors["x"].dtype == graph.tensors["y"].dtype == "float32"
    assert graph.operator_nodes[0].operator.output.dtype == REDUCED_TYPE


def test_what_others_read_too_is_copied_where_a_copy_costs_little() -> None:
    graph = mixed(BLOCK)
    norm = graph.operator_nodes[0]
    assert norm.operator.type == "LayerNormalization"
    assert norm.operator.output.dtype == "float32"
    (added,) = [node for node in graph.operator_nodes if len(node.inputs) > 2 and node.sources]
    assert norm.output in added.inputs
    assert all(map(reads_reduced, contractions(graph)))


def test_what_operators_on_images_read_together_is_stored_in_the_reduced_type() -> None:
    graph = mixed(SKIP)
    copied = [node.inputs[0] for node in graph.operator_nodes if node.name.endswith("(copy)")]
    assert set(copied) <= {"x", "y:inside"}
    inside = [node for node in graph.operator_nodes if "x" not in node.inputs]
    for node in not_empty(node for node in inside if node.operator.type in ("Pool", "Conv")):
        assert {operand.dtype for operand in node.operator.inputs} == {REDUCED_TYPE}
    (transposed,) = [node for node in graph.operator_nodes if node.operator.type == "ConvTranspose"]
    assert transposed.operator.output.dtype == REDUCED_TYPE


def test_what_operators_of_images_read_together_can_be_left_alone() -> None:
    graph = mixed(SKIP, MixedPrecision(alone=True))
    left = [
        node for node in graph.operator_nodes if node.operator.type in ("Pool", "ConvTranspose")
    ]
    for node in not_empty(left):
        assert {operand.dtype for operand in node.operator.inputs} == {"float32"}


def test_values_are_rounded_before_a_move_or_a_maximum_and_that_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proto, _ = built(MOVED)
    graph = mixed(MOVED)
    movers = [node for node in graph.operator_nodes if node.operator.type in ("Pool", "Pointwise")]
    types = [(node.operator.inputs[0].dtype, node.operator.output.dtype) for node in movers]
    assert types.count((REDUCED_TYPE, REDUCED_TYPE)) == 2
    monkeypatch.setattr(SharedMemory, "with_moved", lambda self, names: frozenset(names))
    before, feed = mixed(MOVED), inputs_of(proto)
    assert stored(before) != stored(graph)
    # The reference adds up in float64. Where a sum lies beside the middle of two numbers, rounding
    # it by way of float32 and at once gives two neighbours, which every channel behind it sees.
    expected, found = evaluate(before, feed)["y"], evaluate(graph, feed)["y"]
    assert np.mean(expected != found) < 0.05
    np.testing.assert_allclose(found, expected, rtol=0, atol=2.0**-7)


def test_values_others_read_can_be_left_alone_whatever_a_copy_costs() -> None:
    graph = mixed(CONVOLUTIONS, MixedPrecision(alone=True))
    left = [node for node in graph.operator_nodes if node.operator.type not in ("Conv", "MatMul")]
    for node in not_empty(left):
        assert {operand.dtype for operand in node.operator.inputs} == {"float32"}


def test_all_values_can_be_reduced_but_inputs_and_outputs_of_the_model() -> None:
    graph = mixed(CONVOLUTIONS, EVERYTHING)
    assert stored(graph)[:-1] == [REDUCED_TYPE] * (len(stored(graph)) - 1)
    assert stored(graph)[-1] == "float32"


def test_contractions_that_keep_float32_take_no_part() -> None:
    _, before = built(CHAIN)
    first, second = contractions(before)
    graph = mixed(CHAIN, MixedPrecision(float32_names=frozenset({first.name})))
    assert [node.name for node in contractions(graph) if reads_reduced(node)] == [second.name]


def test_a_product_that_gains_next_to_nothing_stays_in_float32() -> None:
    proto = model(
        """(float[64,512] x) => (float[64,1] y) {
        a = MatMul(x, w) r = Relu(a) b = MatMul(r, v) s = Relu(b) y = MatMul(s, u) }""",
        w=weights(512, 1024, scale=1 / 32),
        v=weights(1024, 512, scale=1 / 32),
        u=weights(512, 1, scale=1 / 32),
    )
    graph = build(load_onnx(proto), "test")
    changed = with_mixed_precision(graph, MixedPrecision(), TARGET)
    assert [reads_reduced(node) for node in contractions(changed)] == [True, True, False]
    changed = with_mixed_precision(graph, MixedPrecision(), TARGET, next_to_nothing=0.0)
    assert [reads_reduced(node) for node in contractions(changed)] == [True, True, True]


def test_weights_are_rounded_for_what_they_are_multiplied_by() -> None:
    _, before = built(CHAIN)
    second = contractions(before)[1]
    means = np.abs(weights(256, seed=2))
    exact = CONSTANTS[CHAIN]["v"]

    def error(known: dict[str, np.ndarray]) -> float:
        graph = with_mixed_precision(
            before, MixedPrecision(), TARGET, ReductionFacts(TARGET, known)
        )
        reduced = graph.constants[contractions(graph)[1].inputs[1]]
        return float(np.abs(means @ (reduced.astype(np.float32) - exact)).mean())

    assert error({second.name: means}) < 0.2 * error({})


def test_what_is_known_of_a_model_is_not_found_out_again() -> None:
    _, before = built(CHAIN)
    facts = ReductionFacts(TARGET)
    one, other = (with_mixed_precision(before, MixedPrecision(), TARGET, facts) for _ in range(2))
    for name, array in not_empty(one.constants.items()):
        assert other.constants[name] is array


def test_errors_of_a_filters_weights_add_up_to_little() -> None:
    _, before = built(CONVOLUTIONS)
    graph = mixed(CONVOLUTIONS, EVERYTHING)
    first, second = before.operator_nodes[0].inputs[1], graph.tensors
    assert first in before.constants
    (reduced,) = {n for n in second if n.startswith(first) and n in graph.constants}
    exact = before.constants[first]
    nearest = exact.astype(numpy_type(REDUCED_TYPE))
    totals = [
        np.abs((item.astype(np.float32) - exact).sum(axis=(1, 2, 3))).mean()
        for item in (graph.constants[reduced], nearest)
    ]
    assert totals[0] < 0.2 * totals[1]


@pytest.mark.parametrize(
    "wanted",
    [
        MixedPrecision(kept_types=frozenset({"MatMul"})),
        MixedPrecision(types=frozenset({"Conv"})),
        MixedPrecision(kept_types=frozenset({"Relu", "Tanh"})),
    ],
)
def test_types_that_are_not_wanted_stay(wanted: MixedPrecision) -> None:
    _, before = built(CHAIN)
    graph = with_mixed_precision(before, wanted, TARGET)
    assert not any(map(reads_reduced, contractions(graph)))
    assert graph.nodes == before.nodes


def test_an_operator_that_is_named_stays_and_what_it_reads_does() -> None:
    _, before = built(CHAIN)
    name = before.operator_nodes[1].name
    graph = with_mixed_precision(before, MixedPrecision(kept_names=frozenset({name})), TARGET)
    assert [reads_reduced(node) for node in contractions(graph)] == [True, False]
    assert stored(graph)[1:] == ["float32", "float32"]


def test_other_types_write_the_reduced_type_where_that_is_wanted() -> None:
    wanted = MixedPrecision(types=frozenset({"MatMul", "LayerNormalization"}))
    norm = mixed(BLOCK, wanted).operator_nodes[0]
    assert norm.operator.output.dtype == REDUCED_TYPE


def attention_of(graph: OperatorGraph) -> OperatorNode:
    (found,) = (node for node in graph.operator_nodes if node.operator.type == "Attention")
    return found


def test_attention_reads_and_writes_the_reduced_type_where_that_is_faster() -> None:
    operator = attention_of(mixed(ATTENTION, target=TILES)).operator
    assert {item.dtype for item in (*operator.inputs, operator.output)} == {REDUCED_TYPE}


def test_attention_that_gains_nothing_reads_float32() -> None:
    operator = attention_of(mixed(ATTENTION)).operator
    assert {item.dtype for item in operator.inputs} == {"float32"}


@pytest.mark.parametrize(
    "wanted",
    [
        MixedPrecision(kept_types=frozenset({"Softmax"})),
        MixedPrecision(types=frozenset({"Conv"})),
    ],
)
def test_attention_is_as_products_and_a_softmax_are_wanted(wanted: MixedPrecision) -> None:
    assert not reads_reduced(attention_of(mixed(ATTENTION, wanted, TILES)))


def recurrence_of(graph: OperatorGraph) -> OperatorNode:
    return next(node for node in graph.operator_nodes if node.operator.type == "Recurrent")


def test_of_a_recurrence_only_the_weights_are_reduced() -> None:
    operator = recurrence_of(mixed(RECURRENCE)).operator
    assert [item.dtype for item in operator.inputs[:2]] == ["float32", REDUCED_TYPE]
    assert operator.output.dtype == "float32"


@pytest.mark.parametrize(
    ("wanted", "target"),
    [
        (MixedPrecision(kept_types=frozenset({"LSTM"})), TARGET),
        (MixedPrecision(types=frozenset({"MatMul", "GRU"})), TARGET),
        (EVERYTHING, changed(TARGET, features="+avx512vl")),
    ],
    ids=["kept", "not wanted", "no instruction"],
)
def test_a_recurrence_keeps_its_types_where_they_are_wanted_or_the_reduced_one_is_not_computed(
    wanted: MixedPrecision, target: CpuTarget
) -> None:
    assert not reads_reduced(recurrence_of(mixed(RECURRENCE, wanted, target)))


def test_a_constant_that_others_read_stays_for_them() -> None:
    proto = model(
        """(float[256,256] x) => (float[256,256] y) { a = MatMul(x, w) y = Add(a, w) }""", w=W
    )
    graph = with_mixed_precision(build(load_onnx(proto), "test"), MixedPrecision(), TARGET)
    assert sorted(array.dtype.name for array in graph.constants.values()) == [
        REDUCED_TYPE,
        "float32",
    ]


def test_weights_that_do_not_hold_keep_their_layer_in_float32() -> None:
    edges = np.eye(256, dtype=np.float32) - np.eye(256, k=1, dtype=np.float32)
    proto = model(CHAIN, **{**CONSTANTS[CHAIN], "w": edges})
    graph = with_mixed_precision(build(load_onnx(proto), "test"), MixedPrecision(), TARGET)
    assert [reads_reduced(node) for node in contractions(graph)] == [False, True]


def test_without_dot_products_nothing_is_gained_and_nothing_changes() -> None:
    _, before = built(BLOCK)
    slow = changed(TARGET, features="+avx512vl")
    (first, second) = contractions(with_mixed_precision(before, MixedPrecision(), slow))
    assert not reads_reduced(first)
    assert not reads_reduced(second)


def test_equal_operators_of_another_type_have_another_key() -> None:
    _, before = built(CHAIN)
    keys = {node.operator.key for node in contractions(before)}
    changed = contractions(with_mixed_precision(before, MixedPrecision(), TARGET))
    assert not keys & {node.operator.key for node in changed}


def test_the_backend_says_which_type_is_the_reduced_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CpuPrecision, "reduced_type", lambda self, target: "float16")
    graph = mixed(CHAIN, EVERYTHING)
    assert all(
        mixed_precision.reads_reduced(node, "float16") for node in not_empty(contractions(graph))
    )
    assert {tensor.dtype for tensor in graph.tensors.values()} == {"float16", "float32"}


def test_the_user_may_ask_for_another_reduced_type() -> None:
    graph = mixed(CHAIN, MixedPrecision(always=True, reduced_type="float16"))
    assert all(
        mixed_precision.reads_reduced(node, "float16") for node in not_empty(contractions(graph))
    )


def test_float16_holds_what_is_as_exact_as_bfloat16() -> None:
    """Weights of 4e-6 have about six bits in float16, those of 1e-9 none."""
    operator = contractions(built(CHAIN)[1])[0].operator
    wanted = np.random.default_rng(0).standard_normal((256, 256)).astype(np.float32)
    for scale, holds in ((1.0, True), (4e-6, True), (1e-9, False), (1e7, False)):
        assert layer_holds(operator, scale * wanted, "float16") == holds
    assert layer_holds(operator, 1e7 * wanted, "bfloat16")
