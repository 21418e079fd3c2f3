"""Outputs in memory of the caller: which are computed there, and which are copied."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.backends.output_memory import output_arrays, store_output
from aoe.backends.session import InferenceSession
from aoe.errors import AoeError, UsageError
from aoe.runtime.plan import Alias, TensorInfo
from tests.runtime.examples import scale_model, two_input_model

X = np.arange(1000, dtype=np.float32)
Y = TensorInfo("y", "float32", (4,))


def floats(count: int = 4) -> np.ndarray:
    return np.zeros(count, np.float32)


def test_an_output_is_computed_in_the_memory_that_is_given() -> None:
    y = np.full_like(X, np.nan)
    with InferenceSession(scale_model(), 2) as session:
        (found,) = session.run_into({"y": y}, {"x": X})
    assert found is y
    np.testing.assert_array_equal(y, 3 * X)


def test_outputs_that_are_not_given_are_new() -> None:
    first = np.arange(6, dtype=np.float32).reshape(2, 3)
    other = np.empty_like(first)
    with InferenceSession(two_input_model(), 1) as session:
        found = session.run_into({"other": other}, {"first": first, "second": -first})
    assert found[1] is other
    np.testing.assert_array_equal(found[0], 2 * first)
    np.testing.assert_array_equal(other, -2 * first)


def test_memory_that_is_not_dense_gets_a_copy() -> None:
    y = np.full(2000, np.nan, np.float32)[::2]
    with InferenceSession(scale_model(), 1) as session:
        session.run_into({"y": y}, {"x": X})
    np.testing.assert_array_equal(y, 3 * X)


@pytest.mark.parametrize("begin", [0, 4, 400])
def test_memory_of_an_input_may_hold_the_output(begin: int) -> None:
    memory = np.zeros(2000, np.float32)
    memory[:1000] = X
    with InferenceSession(scale_model(), 2) as session:
        session.run_into({"y": memory[begin : begin + 1000]}, {"x": memory[:1000]})
    np.testing.assert_array_equal(memory[begin : begin + 1000], 3 * X)


@pytest.mark.parametrize("y", [np.zeros(999, np.float32), np.zeros(1000)])
def test_memory_of_another_shape_or_type_is_refused(y: np.ndarray) -> None:
    with (
        InferenceSession(scale_model(), 1) as session,
        pytest.raises(UsageError, match=r"for output 'y' is .*; the output is float32 of shape"),
    ):
        session.run_into({"y": y}, {"x": X})


def test_a_closed_session_writes_nothing() -> None:
    session = InferenceSession(scale_model(), 1)
    session.close()
    with pytest.raises(AoeError, match="the session is closed"):
        session.run_into({"y": X.copy()}, {"x": X})


def test_an_output_that_overwrites_an_input_holds_it_already() -> None:
    state, memory = floats() + 3, floats()
    (found,) = output_arrays([Y], {0: memory}, [state], [Alias(0, 0)])
    assert found is memory
    assert memory.tolist() == state.tolist()


def test_an_output_may_be_the_input_that_it_overwrites() -> None:
    state = floats() + 3
    (found,) = output_arrays([Y], {0: state}, [state], [Alias(0, 0)])
    assert found is state


def test_outputs_that_overlap_each_other_or_another_input_are_computed_elsewhere() -> None:
    memory = floats(8)
    given = {0: memory[:4], 1: memory[3:7], 2: floats(), 3: floats()}
    inputs = [given[2][1:], memory[7:]]
    found = output_arrays([Y] * 4, given, inputs, [])
    assert [found[number] is given[number] for number in range(4)] == [False, False, False, True]


def test_an_input_inside_of_an_overwritten_one_keeps_it_as_it_is() -> None:
    state = floats()
    inputs = [state, state[1:2]]
    (found,) = output_arrays([Y], {0: state}, inputs, [Alias(0, 0)])
    assert found is not state


def test_an_output_that_is_there_is_not_copied() -> None:
    y = floats()
    y.flags.writeable = False
    store_output("y", y, y)
