"""An operator alone is a model whose data lie as the operator wants them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cpu.memory.planner import plan_graph
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import ViewNode
from aoe.operators.types.elementwise.gather import gather
from aoe.tuning.workload.single_operator import (
    single_operator_graph,
    stored_arrays,
    synthetic_operator_inputs,
)
from tests.tuning.examples import TARGET, doubling, product

TRANSPOSED = replace(
    doubling(),
    inputs=(Operand("float32", (2, 3, 4), (0, 2, 1)),),
    output=Operand("float32", (2, 3, 4), (2, 0, 1)),
)


def test_inputs_and_outputs_are_row_major_under_transposed_views() -> None:
    graph = single_operator_graph(TRANSPOSED)
    assert graph.tensors["input0"].shape == (2, 4, 3)
    assert graph.tensors["output"].shape == (4, 2, 3)
    views = [node for node in graph.nodes if isinstance(node, ViewNode)]
    assert [(view.kind, view.arguments) for view in views] == [
        ("transpose", (0, 2, 1)),
        ("transpose", (2, 0, 1)),
    ]
    assert graph.tensors[graph.operator_nodes[0].output].order == (2, 0, 1)


def test_a_transposed_operator_needs_no_copies() -> None:
    planned = plan_graph(single_operator_graph(TRANSPOSED), {}, TARGET)
    assert len(planned.plan.calls) == 1
    assert planned.plan.arena_bytes == 0


def test_constants_take_no_memory_in_the_graph() -> None:
    graph = single_operator_graph(product(4, 1000, 1000))
    assert graph.inputs == ("input0",)
    assert graph.constants["input1"].shape == (1000, 1000)
    assert graph.constants["input1"].strides == (0, 0)


def test_data_are_stored_in_the_operators_order() -> None:
    arrays = synthetic_operator_inputs(TRANSPOSED)
    (stored,), constants = stored_arrays(TRANSPOSED, arrays)
    assert constants == {}
    np.testing.assert_array_equal(stored, arrays[0].transpose(0, 2, 1))


def test_data_are_the_same_in_every_process_and_differ_between_operators() -> None:
    first, again = synthetic_operator_inputs(doubling(8)), synthetic_operator_inputs(doubling(8))
    assert synthetic_operator_inputs(doubling(8), seed=1)[0][0] != first[0][0]
    np.testing.assert_array_equal(first[0], again[0])
    assert synthetic_operator_inputs(doubling(9))[0][0] != first[0][0]


def test_products_of_synthetic_data_are_of_order_one() -> None:
    x, weights = synthetic_operator_inputs(product(16, 512, 64))
    assert 0.1 < float(np.std(x @ weights)) < 10.0


@pytest.mark.parametrize("dtype", ["int64", "int32", "uint8", "bool"])
def test_synthetic_integers_are_valid_indices(dtype: str) -> None:
    operands = (Operand.row_major("float32", (5, 3)), Operand.row_major(dtype, (100,)))
    operator = replace(doubling(), inputs=operands)
    indices = synthetic_operator_inputs(operator)[1]
    assert indices.dtype == dtype
    assert 0 <= indices.min() < indices.max() < 3


@pytest.mark.parametrize(
    ("mode", "axis", "indices", "rows"),
    [
        ("gather", 0, (2, 300), 500),
        ("gather", 1, (300,), 40),
        ("elements", 1, (500, 40), 40),
        ("nd", 0, (300, 2), 40),
        ("nd", 1, (500, 30, 1), 40),
    ],
)
def test_synthetic_indices_choose_from_all_there_is(
    mode: str, axis: int, indices: tuple[int, ...], rows: int
) -> None:
    table, chosen = (
        Operand.row_major("float32", (500, 40)),
        Operand.row_major("int64", indices),
    )
    made = synthetic_operator_inputs(gather(table, chosen, axis, mode))[1]
    assert 0 <= made.min() < rows // 5
    assert rows * 4 // 5 < made.max() < rows


def test_bytes_that_are_multiplied_have_their_whole_range() -> None:
    operator = product(1, 64, 96)
    a, b = operator.inputs
    inputs = (replace(a, dtype="uint8"), replace(b, dtype="int8"))
    x, w = synthetic_operator_inputs(replace(operator, inputs=inputs))
    assert (str(x.dtype), str(w.dtype)) == ("uint8", "int8")
    assert x.max() > 240
    assert (w.min(), w.max()) == (-128, 127)


def test_weights_keep_the_size_of_what_they_multiply() -> None:
    operator = product(64, 400, 400)
    x, weights = synthetic_operator_inputs(operator)[:2]
    assert operator.inputs[1].constant
    assert np.std(x @ weights) < 2 * np.std(x)


def test_a_first_factor_full_of_zeros_is_half_zeros() -> None:
    operator = replace(product(1, 400, 40), zeros_expected=True)
    first, weights = synthetic_operator_inputs(operator)[:2]
    assert 0.4 < np.mean(first == 0) < 0.6
    assert np.all(weights != 0)


def test_an_operator_alone_is_called_by_one_thread() -> None:
    operator = product(64, 64, 64)
    shared, alone = (
        plan_graph(single_operator_graph(item), {}, TARGET).plan.calls
        for item in (operator, replace(operator, inter_op=True))
    )
    assert any(call.parallel for call in shared)
    assert not any(call.parallel for call in alone)
