"""Tensors and arrays share their memory."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf

import aoe.tensorflow
from aoe.tensorflow.tensors import arrays_of, tensors_of
from aoe.training.program import new_output


def test_tensors_are_read_and_made_without_copies() -> None:
    given = tf.random.normal((8, 8))
    arrays = arrays_of([given])
    assert arrays is not None
    assert np.shares_memory(arrays[0], np.asarray(given))
    output = new_output((3, 5), np.dtype(np.float32))
    output[...] = 7
    (tensor,) = tensors_of([output])
    assert np.shares_memory(np.asarray(tensor), output)
    np.testing.assert_array_equal((tensor + 1).numpy(), np.full((3, 5), 8))
    np.testing.assert_array_equal(output, np.full((3, 5), 7))


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "float16", "bfloat16", "float64"])
@pytest.mark.parametrize("shape", [(), (0, 3), (3, 5)])
def test_all_kinds_of_arrays_become_tensors(dtype: str, shape: tuple[int, ...]) -> None:
    numpy_type = tf.as_dtype(dtype).as_numpy_dtype
    output = new_output(shape, np.dtype(numpy_type))
    output[...] = np.ones(shape).astype(numpy_type)
    (tensor,) = tensors_of([output])
    assert (tensor.dtype.name, tuple(tensor.shape)) == (dtype, shape)
    assert np.array_equal(tensor.numpy(), output)


@pytest.mark.parametrize("kind", ["unaligned", "transposed", "read-only", "with a device"])
def test_arrays_that_lie_in_other_ways_become_tensors(kind: str) -> None:
    values = np.arange(24, dtype=np.float32).reshape(4, 6)
    output = new_output((4, 6), np.dtype(np.float32))
    output[...] = values
    if kind == "unaligned":
        output, values = output[1:], values[1:]
    elif kind == "transposed":
        output, values = output.T, values.T
    elif kind == "read-only":
        output.flags.writeable = False
    with tf.device("CPU:0" if kind == "with a device" else None):
        (tensor,) = tensors_of([output])
    np.testing.assert_array_equal((tensor * 1).numpy(), values)


def test_what_is_no_tensor_of_numbers_is_none() -> None:
    for item in (tf.constant("text"), 1.0, tf.Variable([1.0]).handle):
        assert arrays_of([tf.constant(1.0), item]) is None


def test_a_result_stays_when_the_function_is_called_again() -> None:
    weights = tf.Variable(tf.random.normal((4, 3), seed=1))
    call = aoe.tensorflow.compile(lambda x: x @ weights)
    found = [call(tf.fill((2, 4), float(number))) for number in range(5)]
    assert sum(report.native for report in aoe.tensorflow.reports()) > 0
    for number, item in enumerate(found):
        wanted = np.full((2, 4), number) @ weights.numpy()
        np.testing.assert_allclose(item, wanted, rtol=1e-5, atol=1e-6)
