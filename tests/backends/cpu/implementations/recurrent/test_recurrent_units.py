"""Recurrences whose units threads share: one region for each step, or two where the second matmul
needs the whole state after a reset gate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from aoe.backends.compilation import compile_graph
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import default_policy, lower
from aoe.backends.session import InferenceSession
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, Tensor
from aoe.operators.reference import reference
from aoe.operators.types.recurrent.recurrent import GATES, recurrence
from aoe.policy import Policy
from aoe.runtime.offline_model import Manifest
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.codegen import running
from tests.backends.cpu.codegen.native import runnable_presets
from tests.backends.cpu.implementations.computing import dense_views
from tests.backends.cpu.targets import named
from tests.not_empty import not_empty
from tests.operators.operator_cases import arrays_for, check, target
from tests.operators.recurrent_strategies import recurrences, six_steps
from tests.properties import examples

_PAIRS = changed(target(3, 64), triple="x86_64-unknown-linux-gnu", features="+avx512vl,+avx512bf16")
_TOLERANCES = {"recurrent": 2e-5, "recurrent_float24": 2.0**-13, "recurrent_bfloat16": 2.0**-9}


@pytest.fixture(scope="module", autouse=True)
def _few_weights_are_enough() -> Iterator[None]:
    """Small recurrences may have weights in 24 bits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(float24, "LEAST_WEIGHTS", 1)
        yield


def by_units(policy: Policy) -> bool:
    return dict(policy.schedule)["parallel"] == 2


def shared(implementation: str, operator: Operator, destination: CpuTarget) -> list[Policy]:
    """The policies that share units."""
    return [
        p for p in implementations()[implementation].space(operator, destination, 8) if by_units(p)
    ]


def agrees(implementation: str, operator: Operator, destination: CpuTarget) -> None:
    assume(shared(implementation, operator, destination))
    tolerance = _TOLERANCES[implementation]
    check(implementation, operator, destination, tolerance=tolerance, wanted=by_units)


@examples(40)
@given(recurrences(), st.sampled_from([target(2), target(3), target(4, 16), target(3, 64)]))
def test_recurrences_agree_with_the_reference(operator: Operator, destination: CpuTarget) -> None:
    agrees("recurrent", operator, destination)


@examples(15)
@given(recurrences(multiple=64), st.sampled_from([target(2), target(3), target(2, 16)]))
def test_recurrences_of_float24_weights_agree(operator: Operator, destination: CpuTarget) -> None:
    agrees("recurrent_float24", operator, destination)


@examples(20)
@given(recurrences("bfloat16"), st.sampled_from([_PAIRS, replace(_PAIRS, threads=2)]))
def test_recurrences_in_pairs_agree(operator: Operator, destination: CpuTarget) -> None:
    agrees("recurrent_bfloat16", operator, destination)


KINDS = {
    "lstm": ("LSTM", 0),
    "gru": ("GRU", 0),
    "gru, reset last": ("GRU", 1),
    "rnn": ("RNN", 0),
}


@pytest.mark.parametrize(
    ("kind", "preset"),
    [
        ("lstm", "host"),
        ("lstm", "sse"),
        ("gru", "host"),
        ("gru", "avx2"),
        ("gru, reset last", "host"),
        ("gru, reset last", "sse"),
        ("rnn", "avx2"),
    ],
)
def test_compiled_recurrences_agree_whoever_runs_first(kind: str, preset: str) -> None:
    if preset not in runnable_presets():
        pytest.skip(f"this CPU has no {preset}")
    cell, after = KINDS[kind]
    destination = named(preset, 3)
    operator = six_steps(cell, "float32", 100, 2, after)

    def run(
        program: LoweredOperator,
        buffers: Sequence[np.ndarray],
        views: Sequence[View],
        output: View,
        memory: np.ndarray,
        target: CpuTarget,
    ) -> np.ndarray:
        return running.run_lowered(program, buffers, output, target, target.threads, memory)

    arrays = arrays_for(operator, 0)
    check("recurrent", operator, destination, 0, arrays, 3, run, wanted=by_units)


def rounds_in_a_step(operator: Operator, destination: CpuTarget) -> set[int]:
    """Regions in a step under each policy that shares units."""
    views, output = dense_views(operator), View.dense(operator.output)
    steps = operator.inputs[0].shape[1]
    return {
        lower(operator, views, output, policy, destination).kernels[-1].phase_count // steps
        for policy in shared("recurrent", operator, destination)
    }


def test_threads_meet_once_in_a_step_and_twice_where_the_reset_gate_comes_first() -> None:
    destination = target(2)
    assert rounds_in_a_step(six_steps("LSTM", "float32", 64), destination) == {1}
    assert rounds_in_a_step(six_steps("GRU", "float32", 64, after=1), destination) == {1}
    assert rounds_in_a_step(six_steps("GRU", "float32", 64), destination) == {2}


@pytest.mark.parametrize(
    "operator", [six_steps("LSTM", "float32", 8), six_steps("RNN", "float32", 5)]
)
def test_what_one_vector_holds_is_not_shared_out(operator: Operator) -> None:
    assert not shared("recurrent", operator, target(2))


def test_one_thread_shares_nothing() -> None:
    assert not shared("recurrent", six_steps("LSTM", "float32", 64), target(1))


@pytest.mark.parametrize("threads", [2, 3, 4])
@pytest.mark.parametrize("directions", [1, 2])
def test_all_threads_have_as_many_tasks(threads: int, directions: int) -> None:
    operator = one_sequence("LSTM", 768, directions)
    destination = target(threads)
    views, output = dense_views(operator), View.dense(operator.output)
    for policy in not_empty(shared("recurrent", operator, destination)[:3]):
        *_, steps = lower(operator, views, output, policy, destination).kernels
        tasks = np.prod(steps.tiles(steps.spread))
        assert tasks % threads == 0
        assert tasks <= threads * directions


def one_sequence(
    cell: str, hidden: int, directions: int = 1, batch: int = 1, steps: int = 50
) -> Operator:
    """A recurrence of constant weights without initial states."""
    gates = GATES[cell] * hidden
    x = Operand.row_major("float32", (directions, steps, batch, gates))
    weights = Operand.row_major("float32", (directions, gates, hidden), True)
    activations = {"LSTM": "sigmoid tanh tanh", "GRU": "sigmoid tanh", "RNN": "tanh"}[cell]
    return recurrence(cell, x, weights, activations, {})


@pytest.mark.parametrize("rows", [5, 7, 10, 20])
def test_register_tiles_may_have_even_shares_of_the_sequences(rows: int) -> None:
    x = Operand.row_major("float32", (1, 2, 20, 32))
    weights = Operand.row_major("float32", (1, 32, 8))
    operator = recurrence("LSTM", x, weights, "sigmoid tanh tanh", {})
    check(
        "recurrent",
        operator,
        target(2, 64),
        wanted=lambda policy: dict(policy.schedule)["rows"] == rows,
    )


@pytest.mark.parametrize("cell", GATES)
def test_one_long_sequence_is_every_threads_by_default(cell: str) -> None:
    assert by_units(default_policy(one_sequence(cell, 512), target(2, 64)))


@pytest.mark.parametrize(
    "operator",
    [one_sequence("LSTM", 256, directions=2), one_sequence("LSTM", 512, batch=64)],
    ids=["two directions", "many sequences"],
)
def test_threads_that_have_enough_to_do_alone_do_not_wait_for_each_other(
    operator: Operator,
) -> None:
    assert not by_units(default_policy(operator, target(2, 64)))


def test_many_sequences_are_multiplied_by_weights_as_they_are() -> None:
    narrow = replace(target(2, 64), speed=Speed(multiply_adds=57.6e9))
    operator = one_sequence("LSTM", 512, batch=16)
    assert default_policy(operator, narrow).impl == "recurrent"
    assert default_policy(one_sequence("LSTM", 512), narrow).impl == "recurrent_float24"


@pytest.mark.parametrize(
    ("kind", "threads"), [("lstm", 3), ("gru", 2), ("gru", 3), ("gru, reset last", 2), ("rnn", 3)]
)
def test_threads_compute_the_same_again_and_again(kind: str, threads: int) -> None:
    cell, after = KINDS[kind]
    operator = six_steps(cell, "float32", 100, 2, after)
    destination = host_target(threads)
    arrays = arrays_for(operator, 0)
    names = ("x", "weights")
    tensors = {
        name: Tensor(item.dtype, item.shape, item.order)
        for name, item in zip((*names, "y"), (*operator.inputs, operator.output), strict=True)
    }
    node = OperatorNode("steps", operator, names, "y")
    constants = {"weights": arrays[1]}
    graph = OperatorGraph("steps", ("x",), ("y",), tensors, constants, (node,))
    (policy, *_) = shared("recurrent", operator, destination)
    model = compile_graph(graph, {operator.key: policy}, Manifest("steps", destination))
    expected = reference(operator, arrays)
    with closing(InferenceSession(model, threads=threads)) as session:
        (first,) = session.run(None, {"x": arrays[0]})
        np.testing.assert_allclose(first, expected, rtol=2e-5, atol=2e-5)
        for _ in range(200):
            assert np.array_equal(session.run(None, {"x": arrays[0]})[0], first)
