"""Small operators tuned, and a small model checked, with the real compiler and the real runner."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.backends.registry import space
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.pipeline import prepared_graph
from aoe.graph.subgraph.inter_op_mutations import chains_in_chunks
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.deadline import Deadline
from aoe.tuning.measurement.candidate import Candidate, compile_candidates
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.model_check.model_check import check_model
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.operator_tuning import tune_operators
from aoe.tuning.policy_database import is_usable
from aoe.tuning.search.operator_search import start_search
from aoe.tuning.search.policy_search import run_generation
from aoe.tuning.search.search_limits import USUAL
from aoe.tuning.search.search_strategy import search_space
from aoe.tuning.tuning_options import TuningOptions
from aoe.tuning.workload.subgraph_model import KnownOperators, SubgraphModel
from tests.graph.models import model, weights
from tests.graph.prepare.rules.test_quantized import integer_convolution
from tests.graph.test_element_types import CASES, in_type
from tests.not_empty import not_empty
from tests.tuning.examples import TARGET, MemoryStore, Recorder, chain, doubling, product

#: Searches end by what they have tried, not by the clock: what is tested holds on a busy machine.
FEW = replace(USUAL, most_trials=4, final_generations=1)


@pytest.fixture(scope="module")
def pool() -> Iterator[CpuCompiler]:
    with closing(CpuCompiler(TARGET, 1)) as made:
        yield made


def compiled(operator: Operator, policies: list[Policy], pool: CpuCompiler) -> list[Candidate]:
    results = compile_candidates([(operator, policy) for policy in policies], pool)
    return [item for item in results if isinstance(item, Candidate)]


def test_a_generation_measures_every_candidate_and_confirms_a_leader(pool: CpuCompiler) -> None:
    operator = product(16, 64, 96)
    search = start_search(operator, TARGET, None)
    batch = search.next_batch(4)
    with closing(Runner(TARGET)) as runner:
        run_generation(search, compiled(operator, batch, pool), runner)
    assert search.failures == []
    assert {trial.policy for trial in search.history} == set(batch)
    assert all(trial.seconds for trial in search.history)
    assert search.incumbent in batch
    assert set(search.compiled) == {search.baseline, search.incumbent}


def test_a_policy_that_does_not_fit_fails_to_compile(pool: CpuCompiler) -> None:
    (result,) = compile_candidates([(doubling(), Policy.of("conv_direct"))], pool)
    assert isinstance(result, CandidateFailure)
    assert result.cause == "compile"


def test_a_model_is_tuned_from_an_empty_repository_and_reused_from_a_full_one(
    pool: CpuCompiler,
) -> None:
    graph = chain(product(8, 64, 64), product(8, 64, 32))
    store = MemoryStore()
    observer = Recorder()
    options = TuningOptions(Deadline(), limits=FEW)
    tuning = tune_operators(graph, TARGET, store, options, observer, pool)
    assert tuning.failed == ()
    assert sorted(observer.outcomes, key=str) == sorted(tuning.outcomes, key=str)
    assert any(item.candidates for item in tuning.outcomes)
    for node in graph.operator_nodes[:1]:
        assert is_usable(node.operator, tuning.policies[node.operator.key], TARGET)
    store.policies.update(tuning.policies)
    again = tune_operators(graph, TARGET, store, TuningOptions(), Recorder(), pool)
    assert again.summary.reserved == len(tuning.policies)
    assert all(item.candidates == 0 for item in again.outcomes)


def test_operators_of_16_bit_and_of_byte_operands_are_tuned(pool: CpuCompiler) -> None:
    half, _ = in_type(CASES["pointwise"], "float16")
    quantised = integer_convolution("QLinearConv", 131, channels=8, pads=[1, 1, 1, 1])
    product_of_half = """(float16[4,32] x, float16[32,24] w) => (float16[4,24] y) {
        z = MatMul(x, w)
        y = Relu(z) }"""
    for proto in (half, quantised, model(product_of_half)):
        options = TuningOptions(Deadline(), limits=FEW)
        graph = build(load_onnx(proto), "small")
        tuning = tune_operators(graph, TARGET, MemoryStore(), options, Recorder(), pool)
        assert tuning.failed == ()
        tuned = [item for item in tuning.outcomes if item.candidates]
        assert tuned
        for node in graph.operator_nodes:
            assert is_usable(node.operator, tuning.policies[node.operator.key], TARGET)


SCALARS = {
    "loss": """(float[64,32] x, float[64,32] t) => (float y) {
        d = Sub(x, t) s = Mul(d, d) y = ReduceMean <keepdims = 0> (s) }""",
    "pointwise": """(float a, float b) => (float y) { s = Add(a, b) y = Tanh(s) }""",
    "product": """(float[64] a, float[64] b) => (float y) { y = MatMul(a, b) }""",
    "gathered": """(float[9] x) => (float y) {
        i = Constant <value = int64 {3}> () y = Gather(x, i) }""",
}


@pytest.mark.parametrize("name", SCALARS)
def test_operators_and_subgraphs_with_an_output_of_no_dimensions_are_tuned(
    name: str, pool: CpuCompiler
) -> None:
    prepared = prepared_graph(load_onnx(model(SCALARS[name])), name)
    for operator in not_empty({node.operator for node in prepared.default.operator_nodes}):
        search = start_search(operator, TARGET, None, limits=FEW)
        batch = compiled(operator, search.next_batch(4) or [search.baseline], pool)
        with closing(Runner(TARGET)) as runner:
            run_generation(search, batch, runner)
        assert search.failures == []
    for subgraph in prepared.subgraphs:
        with closing(Runner(TARGET)) as runner:
            runner.open(SubgraphModel(subgraph, KnownOperators(TARGET)))
    if name == "loss":  # the others add nothing to what tuning does with what a search finds
        options = TuningOptions(Deadline(120.0, time.monotonic()), limits=FEW)
        tuning = tune_operators(prepared.default, TARGET, MemoryStore(), options, Recorder(), pool)
        assert tuning.failed == ()


def test_a_checked_model_has_times_before_and_after(pool: CpuCompiler) -> None:
    operator = product(8, 64, 64)
    graph = chain(operator)
    other = search_space(operator, TARGET).estimates[-1][0]
    check = check_model(graph, {}, {operator.key: other}, pool, Recorder())
    for times in (check.before, check.after):
        assert times is not None
        assert times.samples > 1
        assert times.median >= times.minimum > 0.0


def test_operators_of_inter_op_regions_are_tuned_for_one_thread(
    pool: CpuCompiler,
) -> None:
    text = """(float[1,16,12,12] x) => (float[1,16,12,12] y) {
        a = Conv (x, w) y = Relu (a) }"""
    prepared = prepared_graph(load_onnx(model(text, w=weights(16, 16, 1, 1))), "test")
    (subgraph,) = prepared.subgraphs
    policy = next(chains_in_chunks(subgraph, subgraph.policy(prepared.decisions), 2))
    graph = prepared.formed({subgraph.key: policy})
    alone = [node.operator for node in graph.operator_nodes if node.operator.inter_op]
    assert len(alone) == 2
    store = MemoryStore()
    options = TuningOptions(Deadline(), limits=FEW)
    tuning = tune_operators(graph, TARGET, store, options, Recorder(), pool)
    assert tuning.failed == ()
    for operator in alone:
        assert tuning.policies[operator.key] in [*space(operator, TARGET.one_thread)]
    store.policies.update(tuning.policies)
    again = tune_operators(graph, TARGET, store, TuningOptions(), Recorder(), pool)
    assert all(item.candidates == 0 for item in again.outcomes)
