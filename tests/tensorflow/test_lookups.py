"""Layers that hash and look up numbers, in steps of training."""

from __future__ import annotations

from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf
from keras import layers

import aoe.tensorflow
from aoe.tensorflow import adapter
from tests.tensorflow.networks import native_runs


def _trained(layer: Any) -> list[float]:
    keras.utils.set_random_seed(1)
    inputs = keras.Input((3,), dtype="int64")
    hidden = layers.Flatten()(layers.Embedding(8, 4)(layer()(inputs)))
    model = keras.Model(inputs, layers.Dense(2)(hidden))
    model.compile("sgd", "mse")
    generator = np.random.default_rng(0)
    x = generator.integers(0, 20, (4, 3)).astype(np.int64)
    y = generator.standard_normal((4, 2)).astype(np.float32)
    return [float(model.train_on_batch(x, y)) for _ in range(3)]


@pytest.mark.parametrize(
    ("layer", "outside"),
    [
        (lambda: layers.Hashing(8), 1),
        (lambda: layers.Hashing(8, mask_value=3, salt=7), 1),
        (lambda: layers.IntegerLookup(vocabulary=[3, 5, 9, 11]), 0),
        (lambda: layers.IntegerLookup(vocabulary=[3, 5, 9], mask_token=0, num_oov_indices=2), 0),
    ],
)
def test_steps_with_numbers_of_words_run_natively(layer: Any, outside: int) -> None:
    with aoe.tensorflow.left_to_tensorflow():
        wanted = _trained(layer)
    np.testing.assert_allclose(_trained(layer), wanted, rtol=1e-5)
    assert native_runs() == 2
    (report,) = adapter.reports()
    assert sum(report.outside.values()) == outside


def _step_with(table: Any) -> Any:
    """A function that multiplies two numbers of a table."""
    weights = tf.Variable(tf.ones((2, 2)))

    @tf.function  # type: ignore[untyped-decorator]
    def step(x: Any) -> Any:
        found = tf.cast(table.lookup(x), tf.float32)
        return tf.matmul(tf.reshape(found, (1, 2)), weights)

    return step


def test_a_table_that_may_change_leaves_a_step_to_tensorflow() -> None:
    table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, -1)
    step = _step_with(table)
    x = tf.constant([3, 4], tf.int64)
    assert step(x).numpy().tolist() == [[-2.0, -2.0]]
    table.insert(x, tf.constant([5, 6], tf.int64))
    assert step(x).numpy().tolist() == [[11.0, 11.0]]
    assert native_runs() == 0


class _LateTable(tf.lookup.StaticHashTable):  # type: ignore[misc]
    """A table that gets its content when it is told to."""

    def _initialize(self) -> None:
        pass

    def fill(self) -> None:
        super()._initialize()


def _late_table() -> Any:
    keys, values = tf.constant([3, 4], tf.int64), tf.constant([5, 6], tf.int64)
    return _LateTable(tf.lookup.KeyValueTensorInitializer(keys, values), -1)


def test_a_table_without_content_leaves_a_step_to_tensorflow() -> None:
    table = _late_table()
    step = _step_with(table)
    x = tf.constant([3, 4], tf.int64)
    with pytest.raises(tf.errors.FailedPreconditionError, match="not initialized"):
        step(x)
    table.fill()
    assert step(x).numpy().tolist() == [[11.0, 11.0]]


def test_an_unusable_table_does_not_disturb_the_steps_of_others() -> None:
    kept: list[Any] = []

    class Unusable(tf.lookup.StaticHashTable):  # type: ignore[misc]
        def __init__(self) -> None:
            kept.append(self)
            keys, values = tf.constant([1], tf.int32), tf.constant([1], tf.int64)
            super().__init__(tf.lookup.KeyValueTensorInitializer(keys, values), -1)

    with pytest.raises(tf.errors.NotFoundError):
        Unusable()
    with aoe.tensorflow.left_to_tensorflow():
        wanted = _trained(lambda: layers.IntegerLookup(vocabulary=[3, 5]))
    found = _trained(lambda: layers.IntegerLookup(vocabulary=[3, 5]))
    np.testing.assert_allclose(found, wanted, rtol=1e-5)
    assert native_runs() == 2
    assert kept


def test_texts_that_a_step_gives_leave_it_to_tensorflow() -> None:
    weights = tf.Variable(tf.ones((2, 2)))

    @tf.function  # type: ignore[untyped-decorator]
    def step(x: Any) -> Any:
        return tf.matmul(x, weights), tf.strings.as_string(x)

    x = tf.ones((2, 2))
    step(x)
    product, texts = step(x)
    assert product.numpy().tolist() == [[2.0, 2.0], [2.0, 2.0]]
    assert texts.numpy()[0, 0] == b"1.000000"
