"""Operators with several results, compiled: each result is right, wherever it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.compilation import compile_graph
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import implementations_of, space
from aoe.backends.session import InferenceSession
from aoe.errors import UsageError
from aoe.loops.expression import Constant, Load, apply
from aoe.operators.operator import Operand, Operator, Result
from aoe.operators.operator_graph import OperatorGraph
from aoe.operators.reference import references
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.policy import Policy
from aoe.runtime.offline_model import Manifest, OfflineModel
from aoe.tuning.workload.single_operator import (
    single_operator_graph,
    stored_arrays,
    synthetic_operator_inputs,
)
from tests.not_empty import not_empty
from tests.tuning.examples import product

SHAPE = (3, 5, 37)


def momentum(order: tuple[int, ...] = (0, 1, 2), dtype: str = "float32") -> Operator:
    """A velocity of what is read, and a place moved by it: two results of one pass. The third is
    of other bits.
    """
    whole = Operand("float32", SHAPE, (0, 1, 2))
    velocity = apply("add", apply("mul", Constant(0.9), Load(1)), Load(2))
    place = apply("sub", Load(0), apply("mul", velocity, Load(3)))
    first = pointwise(
        velocity,
        [whole, whole, replace(whole, order=order), Operand("float32", (37,), (0,))],
        whole,
    )
    small = Result(replace(whole, dtype=dtype, order=order), apply("neg", place))
    return replace(first, further=(Result(whole, place), small))


def compiled(operator: Operator, policy: Policy, aliases: Mapping[str, str] = {}) -> OfflineModel:
    graph = replace(single_operator_graph(operator), aliases=aliases)
    return compile_graph(graph, {operator.key: policy}, Manifest("several", host_target(2)))


def feed_of(operator: Operator) -> dict[str, np.ndarray]:
    inputs, _ = stored_arrays(operator, synthetic_operator_inputs(operator))
    return {f"input{number}": array for number, array in enumerate(inputs)}


@pytest.mark.parametrize("operator", [momentum(), momentum((2, 0, 1)), momentum(dtype="bfloat16")])
def test_every_result_is_right_under_policies_of_all_kinds(operator: Operator) -> None:
    wanted = references(operator, synthetic_operator_inputs(operator))
    policies = list(space(operator, host_target(2)))
    for policy in not_empty(policies[:: max(1, len(policies) // 4)]):
        with InferenceSession(compiled(operator, policy)) as session:
            found = session.run(None, feed_of(operator))
        for array, expected, operand in zip(found, wanted, operator.outputs, strict=True):
            assert array.dtype == expected.dtype
            np.testing.assert_allclose(
                array.astype(np.float32),
                expected.transpose(operand.order).astype(np.float32),
                rtol=2e-2 if operand.dtype == "bfloat16" else 1e-6,
                atol=1e-6,
            )


def in_place() -> tuple[Operator, OfflineModel]:
    operator = momentum()
    policy = next(iter(space(operator, host_target(2))))
    return operator, compiled(operator, policy, {"output": "input1", "output1": "input0"})


def test_results_that_overwrite_inputs_leave_the_arrays_of_the_caller_alone() -> None:
    operator, model = in_place()
    assert len(model.plan.calls) == 1
    feed = feed_of(operator)
    before = {name: array.copy() for name, array in feed.items()}
    with InferenceSession(model) as session:
        found = session.run(None, feed)
    for name, array in feed.items():
        np.testing.assert_array_equal(array, before[name])
    for array, expected in zip(found, references(operator, list(feed.values())), strict=True):
        np.testing.assert_allclose(array, expected, rtol=1e-6, atol=1e-6)


def test_results_overwrite_inputs_where_memory_is_given_by_address() -> None:
    operator, model = in_place()
    arrays = [array.copy() for array in feed_of(operator).values()]
    wanted = references(operator, arrays)
    third = np.empty(SHAPE, np.float32)
    outputs = [arrays[1], arrays[0], third]
    with InferenceSession(model) as session:
        session.run_at(
            [array.ctypes.data for array in arrays], [array.ctypes.data for array in outputs]
        )
    for array, expected in zip(outputs, wanted, strict=True):
        np.testing.assert_allclose(array, expected, rtol=1e-6, atol=1e-6)


def test_another_address_for_a_result_than_for_what_it_overwrites_is_refused() -> None:
    operator, model = in_place()
    arrays = list(feed_of(operator).values())
    outputs = [np.empty(SHAPE, np.float32) for _ in range(3)]
    with InferenceSession(model) as session, pytest.raises(UsageError, match="one for both"):
        session.run_at(
            [array.ctypes.data for array in arrays], [array.ctypes.data for array in outputs]
        )


def test_an_implementation_of_one_result_does_not_take_an_operator_of_several() -> None:
    operator = product(2, 3, 4)
    several = replace(operator, further=(Result(operator.output, operator.epilogue),))
    assert implementations_of(operator, host_target(1))
    assert not implementations_of(several, host_target(1))


def test_a_graph_of_an_operator_alone_has_all_of_its_results() -> None:
    graph: OperatorGraph = single_operator_graph(momentum((2, 0, 1)))
    assert graph.outputs == ("output", "output1", "output2")
    assert graph.tensors["output2"].shape == (37, 3, 5)
