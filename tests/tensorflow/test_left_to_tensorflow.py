"""Functions that TensorFlow runs, as those of datasets: it is told why, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

import aoe.tensorflow
from aoe.tensorflow import adapter
from aoe.tensorflow.functions import FunctionSteps
from tests.tensorflow.networks import native_runs

Make = Callable[[Any], Any]


def _data() -> Any:
    return tf.data.Dataset.from_tensor_slices(np.ones((6, 3), np.float32)).batch(2)


def _of_iterator(weight: Any) -> Any:
    iterator = iter(_data())

    def product(batches: Any) -> Any:
        return tf.matmul(next(batches), weight)

    step = tf.function(product)
    return [step(iterator) for _ in range(3)]


def _of_dataset(weight: Any) -> Any:
    data = _data()

    def summed() -> Any:
        total = tf.zeros((2, 4))
        for batch in data:
            total += tf.matmul(batch, weight)
        return total

    epoch = tf.function(summed)
    return [epoch() for _ in range(3)]


def _of_texts(weight: Any) -> Any:
    def product(texts: Any) -> Any:
        return tf.matmul(tf.strings.to_number(texts), weight)

    step = tf.function(product)
    return [step(tf.constant([["1", "2", "3"]])) for _ in range(3)]


@pytest.mark.parametrize(
    ("run", "why"),
    [
        (_of_iterator, "its argument 0 is a resource, as a dataset or an iterator is; go through"),
        (_of_dataset, "as a dataset or an iterator is; go through the data in Python"),
        (_of_texts, "its argument 0 is a string; make numbers of texts before"),
    ],
)
def test_it_is_told_why_tensorflow_runs_a_function(run: Callable[[Any], Any], why: str) -> None:
    found = run(tf.Variable(np.ones((3, 4), np.float32)))
    assert len(found) == 3
    (report,) = adapter.reports()
    assert (report.native, report.left) == (0, 3)
    assert why in report.reason


def test_an_argument_without_values_is_told() -> None:
    function = tf.function(lambda x: x + x).get_concrete_function(tf.TensorSpec(3))
    with tf.Graph().as_default():
        symbolic = tf.zeros(3)
    FunctionSteps(function, lambda *_: None)._tell_arguments([symbolic])
    (report,) = adapter.reports()
    assert "one of its arguments is no tensor with values; call it outside" in report.reason


def _reason(make: Make) -> str:
    """Why a function of a product stays with TensorFlow."""

    @tf.function  # type: ignore[untyped-decorator]
    def function(x: Any) -> Any:
        return make(tf.matmul(x, x))

    function(tf.eye(4))
    assert native_runs() == 0
    (report,) = aoe.tensorflow.reports()
    return report.reason


def _printed(y: Any) -> Any:
    tf.print(y)
    return y


def _asserted(y: Any) -> Any:
    tf.debugging.assert_greater(tf.reduce_sum(y), 0.0)
    return y


def _over_data(y: Any) -> Any:
    for item in tf.data.Dataset.range(3):
        y += tf.cast(item, tf.float32)
    return y


def _sparse(y: Any) -> Any:
    return tf.sparse.sparse_dense_matmul(tf.sparse.from_dense(y), y)


def _crossed(y: Any) -> Any:
    whole = tf.cast(y[:, :1], tf.int64)
    return tf.sparse.to_dense(tf.sparse.cross_hashed([whole, whole], 8)) + tf.cast(y, tf.int64)


def _listed(y: Any) -> Any:
    found, number = tf.TensorArray(tf.float32, 0, dynamic_size=True), 0
    while tf.reduce_sum(y) < 50.0:
        y, found, number = y * 2, found.write(number, y), number + 1
    return found.stack()


@pytest.mark.parametrize(
    ("make", "node", "advice"),
    [
        (_printed, "PrintV2 (PrintV2", "; print in Python, or in a callback"),
        (lambda y: tf.debugging.check_numerics(y, ""), "CheckNumerics (", "; look in Python"),
        (
            lambda y: tf.numpy_function(abs, [y], tf.float32),
            "PyFunc (",
            "; write it with operators",
        ),
        (lambda y: tf.nn.dropout(y, 0.5), "RandomUniform (dropout/", "; take keras.random"),
        (_over_data, "RangeDataset (", "; do so in Python"),
        (_sparse, "SparseTensorDenseMatMul (", "depends on data; give it dense tensors"),
        (_crossed, "SparseCross (", "it computes with strings; compute it before"),
        (_listed, "StatelessWhile (while", "; make the number of its turns known"),
        (_asserted, "Assert (", "; check in Python"),
    ],
)
def test_a_node_is_named_with_what_to_do_instead(make: Make, node: str, advice: str) -> None:
    reason = _reason(make)
    assert node in reason
    assert advice in reason


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda y: tf.sets.difference(*[tf.cast(y, tf.int32)] * 2).values, "sizes of its results"),
        (lambda y: tf.cast(tf.timestamp(), tf.float32) + y, "it has a state or an effect"),
    ],
)
def test_a_node_without_advice_of_its_own_is_to_be_computed_outside(make: Make, why: str) -> None:
    reason = _reason(make)
    assert why in reason
    assert "; compute it outside of the step, in a function of its own or in Python" in reason


def test_a_result_that_is_no_tensor_is_named() -> None:
    reason = _reason(lambda y: (y, tf.strings.as_string(y)))
    assert "its result 1 (Identity Identity_1): it is made of texts; return numbers" in reason


def test_nodes_of_one_operator_are_told_together() -> None:
    reason = _reason(lambda y: sum(tf.random.uniform((4, 4)) for _ in range(9)) + y)
    assert reason.count("RandomUniform (") == 1
    assert "random_uniform_2/RandomUniform and 6 more: it draws" in reason
