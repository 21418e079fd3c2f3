"""A compiled graph computes its operators and contains what recompiling it needs."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.backends import registry
from aoe.backends.compilation import compile_graph
from aoe.backends.cpu.compile.compile_pool import PLAN, CompilePool
from aoe.backends.cpu.compile.compile_workers import Job
from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.backends.cpu.memory import planner
from aoe.backends.cpu.memory.thread_arena import pack_for_threads
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import complete_policies, default_policy
from aoe.backends.session import InferenceSession
from aoe.errors import CompileError, PolicyError
from aoe.isolation.worker_process import Handler
from aoe.loops.loop_nest import Kernel
from aoe.operators.graph_json import graph_from_json
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.runtime.offline_model import Manifest, OfflineModel
from tests.backends.cpu.graphs import GraphBuilder
from tests.not_empty import not_empty

TARGET = host_target(threads=2)
MANIFEST = Manifest("sums", TARGET)


def sums() -> tuple[OperatorGraph, dict[str, np.ndarray], np.ndarray]:
    """Returns the graph of -(x + w) + w, with equal sums, its inputs and its output."""
    generator = np.random.default_rng(3)
    builder = GraphBuilder()
    x = builder.input(generator.standard_normal((3, 40)).astype(np.float32))
    w = builder.constant(generator.standard_normal((3, 40)).astype(np.float32))
    result = builder.sum(builder.negated(builder.sum(x, w)), w)
    graph = builder.graph(result)
    return graph, {x: builder.values[x]}, builder.values[result]


def run(model: OfflineModel, inputs: dict[str, np.ndarray]) -> np.ndarray:
    with closing(InferenceSession(model, threads=2)) as session:
        return session.run(None, inputs)[0]


def test_a_compiled_graph_computes_its_operators() -> None:
    graph, inputs, expected = sums()
    model = compile_graph(graph, {}, MANIFEST)
    np.testing.assert_allclose(run(model, inputs), expected, rtol=1e-6)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(1, 70), min_size=1, max_size=3))
def test_values_that_overwrite_others_are_computed_once(shape: list[int]) -> None:
    generator = np.random.default_rng(sum(shape))
    builder = GraphBuilder()
    x, w = (builder.input(generator.standard_normal(shape).astype(np.float32)) for _ in range(2))
    result = x
    for _ in range(3):
        result = builder.sum(builder.negated(result), w)
    model = compile_graph(builder.graph(result), {}, MANIFEST)
    output = run(model, {name: builder.values[name] for name in (x, w)})
    np.testing.assert_allclose(output, builder.values[result], rtol=1e-5, atol=1e-5)


def test_the_policies_used_stand_in_the_model() -> None:
    graph, _, _ = sums()
    model = compile_graph(graph, {}, MANIFEST)
    used = {key: Policy.from_json(policy) for key, policy in model.policies.items()}
    assert used == complete_policies(graph, {}, TARGET)


def test_a_model_compiles_again_from_the_graph_it_holds() -> None:
    graph, inputs, expected = sums()
    model = compile_graph(graph, {}, MANIFEST)
    again = compile_graph(graph_from_json(model.graph, model.constants), {}, MANIFEST)
    assert again.objects == model.objects
    np.testing.assert_allclose(run(again, inputs), expected, rtol=1e-6)


def test_a_shared_pool_has_the_code_of_an_earlier_compilation() -> None:
    graph, _, _ = sums()
    with closing(CpuCompiler(TARGET, 1)) as pool:
        first = compile_graph(graph, {}, MANIFEST, pool=pool)
        again = compile_graph(graph, {}, MANIFEST, pool=pool)
    assert all(again.objects[name] is code for name, code in not_empty(first.objects.items()))


def test_kernels_that_compile_while_the_rest_is_planned_are_the_same() -> None:
    graph, inputs, expected = sums()
    model = compile_graph(graph, {}, MANIFEST, processes=2)
    assert model.objects == compile_graph(graph, {}, MANIFEST).objects
    np.testing.assert_allclose(run(model, inputs), expected, rtol=1e-6)


def test_kernels_begin_to_compile_before_the_plan_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, _, _ = sums()
    told: list[str] = []

    def packed(*arguments: Any) -> Any:
        told.append("arena")
        return pack_for_threads(*arguments)

    def begin(pool: CpuCompiler, job: Job) -> None:
        told.append(job[0])
        CompilePool.begin(pool, job)

    monkeypatch.setattr(planner, "pack_for_threads", packed)
    monkeypatch.setattr(CpuCompiler, "begin", begin)
    model = compile_graph(graph, {}, MANIFEST, processes=2)
    before = told[: told.index("arena")]
    assert {*before} == {*model.objects} - {PLAN}
    assert len(before) == len({*before})


def test_kernels_begin_to_compile_before_all_policies_are_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    graph, _, _ = sums()
    told: list[str] = []

    def chosen(operator: Operator, target: CpuTarget) -> Policy:
        told.append("policy")
        return default_policy(operator, target)

    def begin(pool: CpuCompiler, job: Job) -> None:
        told.append("kernel" if isinstance(job[1], Kernel) else job[0])
        CompilePool.begin(pool, job)

    monkeypatch.setattr(registry, "default_policy", chosen)
    monkeypatch.setattr(CpuCompiler, "begin", begin)
    compile_graph(graph, {}, MANIFEST, processes=2)
    assert told.count("policy") > 1
    assert told.index("kernel") < len(told) - told[::-1].index("policy") - 1


def dying_handler() -> Handler:
    """Runs in a worker process, which ends over whatever it is to compile."""

    def answer(request: object) -> bytes:
        os.kill(os.getpid(), signal.SIGSEGV)
        return b""

    return answer


def test_an_error_behind_the_planner_names_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, _, _ = sums()
    monkeypatch.setattr(CpuCompiler, "handler", f"{__name__}:dying_handler")
    with pytest.raises(CompileError, match=r"failed on pointwise_\w+: killed by SIGSEGV"):
        compile_graph(graph, {}, MANIFEST, processes=2)


def test_a_policy_that_does_not_fit_is_refused() -> None:
    graph, _, _ = sums()
    key = graph.operator_nodes[0].operator.key
    with pytest.raises(PolicyError, match="unheard_of"):
        compile_graph(graph, {key: Policy("unheard_of")}, MANIFEST)
