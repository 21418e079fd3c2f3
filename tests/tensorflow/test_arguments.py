"""Functions of what is no number, such as datasets: TensorFlow runs them, and it is told why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from aoe.tensorflow import adapter
from aoe.tensorflow.functions import FunctionSteps


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
