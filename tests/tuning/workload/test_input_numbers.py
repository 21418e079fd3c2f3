"""Integers that decide how much is computed, or what is read, are as in real models."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.operators.input_numbers import InputNumbers
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.operators.reference import reference
from aoe.operators.types.elementwise.gather import gather
from aoe.operators.types.elementwise.sample import sample
from aoe.operators.types.elementwise.scatter import scatter
from aoe.operators.types.matmul.grouped_matmul import grouped_matmul
from aoe.operators.types.matmul.triangular_solve import triangular_solve
from aoe.operators.types.recurrent.recurrent import recurrence
from aoe.operators.types.window.max_roi_pool import max_roi_pool
from aoe.operators.types.window.pool_gradient import pool_gradient
from aoe.operators.types.window.pool_indices import IN_WINDOW
from aoe.operators.window import Window
from aoe.tuning.workload.single_operator import single_operator_graph, synthetic_operator_inputs
from aoe.tuning.workload.synthetic_inputs import synthetic_model_inputs
from tests.graph.models import imported, model

WINDOW = Window((2, 2), (2, 2), (1, 1), (0, 0, 0, 0))


def floats(*shape: int) -> Operand:
    return Operand.row_major("float32", shape)


def integers(*shape: int, dtype: str = "int32") -> Operand:
    return Operand.row_major(dtype, shape)


def rises(numbers: np.ndarray, least: int = 1) -> bool:
    return bool((np.diff(numbers.reshape(-1)) >= least).all())


GROUPED = grouped_matmul(floats(640, 4), floats(8, 4, 4), integers(8))


@pytest.mark.parametrize("dtype", ["int32", "int64"])
@pytest.mark.parametrize("groups", [1, 8, 33])
def test_groups_cover_all_rows_and_have_about_the_same_size(dtype: str, groups: int) -> None:
    ends = integers(groups, dtype=dtype)
    made = synthetic_operator_inputs(grouped_matmul(floats(640, 4), floats(groups, 4, 4), ends))[2]
    sizes = np.diff(made, prepend=0)
    assert made.dtype == dtype
    assert made[-1] == 640
    assert sizes.min() > 640 // groups // 3
    assert sizes.max() < 2 * (640 // groups + 1)
    assert groups == 1 or len({*sizes.tolist()}) > 1


def test_more_groups_than_rows_are_sorted() -> None:
    made = synthetic_operator_inputs(grouped_matmul(floats(3, 4), floats(9, 4, 4), integers(9)))[2]
    assert rises(made, least=0)
    assert made.min() >= 0
    assert made[-1] == 3


def graph(operator: Operator, **ranges: tuple[int, int]) -> OperatorGraph:
    return replace(single_operator_graph(operator), input_ranges=ranges)


def test_models_are_given_what_their_operators_say_within_the_known_range() -> None:
    ends = synthetic_model_inputs(graph(GROUPED))[2]
    assert rises(ends)
    assert ends[-1] == 640
    within = synthetic_model_inputs(graph(GROUPED, input2=(40, 600)))[2]
    assert rises(within)
    assert within[0] >= 40
    assert within[-1] == 600
    rows = gather(floats(500, 4), integers(300), 0)
    assert synthetic_model_inputs(graph(rows))[1].max() > 400
    assert {*synthetic_model_inputs(graph(rows, input1=(7, 8)))[1].tolist()} == {7, 8}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_an_input_has_numbers_that_all_its_readers_take(order: tuple[int, int]) -> None:
    lines = ("a = Gather(p, i)", "b = Gather(q, i)")
    proto = model(
        "(float[100,2] p, float[3,2] q, int64[50] i) => (float[50,2] a, float[50,2] b)"
        f"{{ {lines[order[0]]} {lines[order[1]]} }}"
    )
    given = synthetic_model_inputs(imported(proto))[2]
    assert {*given.tolist()} == {0, 1, 2}


def test_numbers_of_columns_are_those_that_both_take() -> None:
    columns = InputNumbers((0, 4), (9, 30), rising=0)
    assert columns.within(InputNumbers(2, 12)) == InputNumbers((2, 4), (9, 12), rising=0)
    assert InputNumbers(2, 12).within(columns) == InputNumbers((2, 4), (9, 12), rising=0)
    assert InputNumbers(5, 9).within(InputNumbers(0, 3)) == InputNumbers(3, 3)


@pytest.mark.parametrize("mode", ["elements", "nd"])
def test_places_that_are_written_lie_anywhere(mode: str) -> None:
    shape = (300, 4) if mode == "elements" else (300, 1)
    operator = scatter(floats(500, 4), integers(*shape), floats(300, 4), 0, mode)
    assert 400 < synthetic_operator_inputs(operator)[1].max() < 500


def test_coordinates_rise_along_their_axis() -> None:
    rows, columns = integers(1, 1, 8, 1, 1), integers(1, 1, 1, 40, 1)
    operator = sample(floats(1, 2, 16, 20), (2, 3), (rows, columns), floats(1, 2, 8, 40), False)
    _, made, others = synthetic_operator_inputs(operator)
    assert rises(made)
    assert made.max() == 15
    assert rises(others, least=0)
    assert others.max() == 19


def test_sequences_have_at_least_half_of_the_steps() -> None:
    optional = {"lengths": integers(50)}
    x, weights = floats(1, 11, 50, 16), floats(1, 16, 4)
    made = synthetic_operator_inputs(recurrence("LSTM", x, weights, "sigmoid tanh tanh", optional))
    assert (made[2].min(), made[2].max()) == (6, 11)


def test_recurrences_with_weights_of_bytes_do_not_saturate() -> None:
    weights = Operand.row_major("int8", (1, 64, 64), constant=True)
    optional = {"scales": floats(1, 64), "zeros": integers(1, 64)}
    operator = recurrence("RNN", floats(1, 5, 20, 64), weights, "tanh", optional, quantized=1)
    arrays = synthetic_operator_inputs(operator)
    assert arrays[3].min() < -100 < 100 < arrays[3].max()
    assert np.mean(np.abs(reference(operator, arrays)) > 0.99) < 0.2


def test_regions_lie_in_images() -> None:
    operator = max_roi_pool(floats(3, 2, 20, 40), floats(99, 5), (2, 2), 0.5)
    regions = synthetic_operator_inputs(operator)[1]
    assert {*regions[:, 0].tolist()} == {0, 1, 2}
    assert (regions[:, 1] <= regions[:, 3]).all()
    assert (regions[:, 2] <= regions[:, 4]).all()
    assert regions[:, 3:].max(axis=0).tolist() == pytest.approx([80, 40], abs=3)


def test_regions_of_images_without_a_scale_are_numbers() -> None:
    operator = max_roi_pool(floats(1, 2, 20, 40), floats(9, 5), (2, 2), 0.0)
    assert np.isfinite(synthetic_operator_inputs(operator)[1]).all()


def test_regions_of_images_without_pixels_and_scale_are_numbers() -> None:
    operator = max_roi_pool(floats(1, 2, 0, 40), floats(9, 5), (2, 2), 0.0)
    assert synthetic_operator_inputs(operator)[1][:, 4].tolist() == [0] * 9


def test_places_of_maxima_are_taps() -> None:
    places = Operand.row_major("uint8", (1, 2, 8, 8))
    operator = pool_gradient(floats(1, 2, 8, 8), places, (2, 2), WINDOW, (16, 16))
    assert {*synthetic_operator_inputs(operator)[1].reshape(-1).tolist()} == {0, 1, 2, 3}


def test_maxima_are_elements_of_their_windows() -> None:
    attributes = tuple(sorted((*WINDOW.attributes(), ("kernel", (2, 2)), (IN_WINDOW, 1))))
    inputs, places = (floats(1, 2, 16, 16), floats(1, 2, 8, 8)), (1, 2, 8, 8)
    operator = Operator("PoolIndices", attributes, inputs, Operand.row_major("uint8", places), 2)
    found = reference(operator, synthetic_operator_inputs(operator))
    assert {*found.reshape(-1).tolist()} == {0, 1, 2, 3}


@pytest.mark.parametrize("unit", [False, True])
def test_triangular_systems_have_solutions_of_order_one(unit: bool) -> None:
    operator = triangular_solve(floats(64, 64), floats(64, 8), unit)
    assert np.abs(reference(operator, synthetic_operator_inputs(operator))).max() < 100


@pytest.mark.parametrize(("trips", "expected"), [(0, 16), (5, 5), (10**9, 16)])
def test_loops_begin_and_have_a_number_of_iterations_that_is_expected(
    trips: int, expected: int
) -> None:
    attributes = (("body", ""), ("result", -1), ("states", 0), ("trips", trips))
    inputs = (integers(dtype="int64"), Operand.row_major("bool", ()))
    operator = Operator("LoopResult", attributes, inputs, integers(1, dtype="int64"), 2)
    limit, enter = synthetic_operator_inputs(operator)
    assert (limit.item(), enter.item()) == (expected, True)
