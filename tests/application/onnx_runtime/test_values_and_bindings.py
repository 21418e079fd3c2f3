"""OrtValue and IOBinding: memory is shared, and what does not fit is refused."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aoe
from tests.application.conftest import expected, small_model

X = np.random.default_rng(3).standard_normal((2, 8)).astype(np.float32)


@pytest.fixture(scope="module")
def session() -> Iterator[aoe.InferenceSession]:
    with aoe.compile(small_model(), threads=1, input_shape={"x": (2, 8)}) as made:
        yield made


@pytest.fixture(scope="module")
def open_session() -> Iterator[aoe.InferenceSession]:
    with aoe.compile(small_model(), threads=1) as made:
        yield made


def test_a_value_has_the_memory_of_its_array() -> None:
    value = aoe.OrtValue.ortvalue_from_numpy(X)
    assert value.numpy() is X
    assert value.data_ptr() == X.ctypes.data
    assert np.asarray(value) is X
    assert np.shares_memory(np.from_dlpack(value), X)
    assert value.element_type() == 1


def test_a_value_of_texts_says_so() -> None:
    value = aoe.OrtValue.ortvalue_from_numpy(np.array(["a"], object))
    assert (value.data_type(), value.element_type()) == ("tensor(string)", 8)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: aoe.OrtValue.ortvalue_from_numpy(X, "cuda", 0), "device_type='cuda'"),
        (lambda: aoe.OrtValue.ortvalue_from_shape_and_type([2], "float31"), "is no element type"),
        (lambda: aoe.OrtValue.ortvalue_from_shape_and_type([2], 1000), "is no element type"),
        (lambda: aoe.OrtValue.ortvalue_from_numpy(X).update_inplace(X[:1]), "got float32 of shape"),
    ],
)
def test_what_a_value_cannot_be_is_refused(call: Any, words: str) -> None:
    with pytest.raises(aoe.UsageError, match=words):
        call()


def test_bound_outputs_are_written_where_they_lie(session: aoe.InferenceSession) -> None:
    y = aoe.OrtValue.ortvalue_from_shape_and_type([2, 4], np.float32)
    binding = session.io_binding()
    binding.bind_cpu_input("x", X)
    binding.bind_ortvalue_output("y", y)
    session.run_with_iobinding(binding)
    assert binding.get_outputs()[0].data_ptr() == y.data_ptr()
    np.testing.assert_allclose(y.numpy(), expected(X), atol=1e-5)


def test_outputs_of_open_shapes_are_copied_where_they_belong(
    open_session: aoe.InferenceSession,
) -> None:
    assert not open_session.writes_directly
    for rows in (2, 1):
        y = np.empty((rows, 4), np.float32)
        (found,) = open_session.run(None, {"x": X[:rows]}, out={"y": y})
        assert found is y
        np.testing.assert_allclose(y, expected(X[:rows]), atol=1e-5)
    with pytest.raises(aoe.UsageError, match="for output 'y' is float32 of shape"):
        open_session.run(None, {"x": X}, out={"y": y})


def test_an_unknown_output_is_refused(session: aoe.InferenceSession) -> None:
    with pytest.raises(aoe.UsageError, match="no output 'z'; its outputs: y"):
        session.run(None, {"x": X}, out={"z": X})
    with pytest.raises(aoe.UsageError, match="no output 'z'; its outputs: y"):
        session.run(["z"], {"x": X}, out={"y": np.empty((2, 4), np.float32)})


@pytest.mark.parametrize("out", [[X], X])
def test_memory_for_outputs_that_names_no_output_is_refused(
    session: aoe.InferenceSession, out: Any
) -> None:
    with pytest.raises(aoe.UsageError, match=r"out=.* must be a mapping"):
        session.run(None, {"x": X}, out=out)


def test_a_binding_without_outputs_runs_nothing(session: aoe.InferenceSession) -> None:
    binding = session.io_binding()
    binding.bind_cpu_input("x", X)
    with pytest.raises(aoe.UsageError, match="no output is bound"):
        session.run_with_iobinding(binding)


def test_an_address_needs_a_type_and_a_shape(session: aoe.InferenceSession) -> None:
    with pytest.raises(aoe.UsageError, match=r"bind_output\('y'\) has a buffer_ptr"):
        session.io_binding().bind_output("y", buffer_ptr=X.ctypes.data)


def test_what_was_bound_can_be_forgotten(session: aoe.InferenceSession) -> None:
    binding = session.io_binding()
    binding.bind_cpu_input("x", X)
    binding.bind_output("y")
    session.run_with_iobinding(binding)
    binding.clear_binding_outputs()
    assert binding.get_outputs() == []
    binding.clear_binding_inputs()
    binding.bind_output("y")
    with pytest.raises(aoe.UsageError, match="'x' is missing"):
        session.run_with_iobinding(binding)


def test_an_error_of_a_run_elsewhere_reaches_its_callback(session: aoe.InferenceSession) -> None:
    done = threading.Event()
    seen: list[Any] = []

    def callback(*found: Any) -> None:
        seen.extend(found)
        done.set()

    session.run_async(None, {"z": X}, callback, 7)
    assert done.wait(20)
    assert seen[:2] == [[], 7]
    assert "no input 'z'" in seen[2]


def test_closing_waits_for_runs_elsewhere() -> None:
    seen: list[Any] = []
    with aoe.compile(small_model(), threads=1, input_shape={"x": (2, 8)}) as made:
        for number in range(5):
            made.run_async(None, {"x": X}, lambda found, user, error: seen.append(error), number)
    assert seen == [""] * 5


@pytest.mark.parametrize("device", [("tpu", 0), ("cpu", 1), ("reference", 7)])
def test_an_output_cannot_be_bound_to_a_device_that_is_not_there(
    session: aoe.InferenceSession, device: tuple[str, int]
) -> None:
    with pytest.raises(aoe.UsageError, match=f"device_type='{device[0]}', device_id={device[1]}"):
        session.io_binding().bind_output("y", *device)
