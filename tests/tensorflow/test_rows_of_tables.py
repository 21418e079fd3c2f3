"""Rows of tables that optimizers of Keras change: those of an embedding's gradient, divided by
values of the whole table. Rows whose divisor is 0 join them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf
from keras import layers, optimizers

from aoe.tensorflow import adapter, left_to_tensorflow
from tests.tensorflow.networks import native_runs

WORDS, STEPS = 12, 4
OPTIMIZERS: dict[str, Callable[[], Any]] = {
    "adagrad": lambda: optimizers.Adagrad(0.05),
    "clipped adagrad": lambda: optimizers.Adagrad(0.05, global_clipnorm=0.5),
    "adadelta": lambda: optimizers.Adadelta(0.5),
    "adafactor": lambda: optimizers.Adafactor(1e-2),
    "ftrl": lambda: optimizers.Ftrl(0.1, l1_regularization_strength=0.01),
    "rms": lambda: optimizers.RMSprop(1e-2),
    "centered rms": lambda: optimizers.RMSprop(1e-2, momentum=0.5, centered=True),
}
#: No divisor is kept from 0, so that rows which were never seen become no numbers.
BARE = {
    "adagrad": lambda: optimizers.Adagrad(0.05, initial_accumulator_value=0.0, epsilon=0.0),
    "rms": lambda: optimizers.RMSprop(1e-2, epsilon=0.0),
}


def trained(
    optimizer: Callable[[], Any], words: Callable[[Any], Any], steps: int = STEPS
) -> list[np.ndarray]:
    """The losses, and all variables after some steps. `words`: draws those of a step."""
    keras.utils.set_random_seed(1)
    inputs = keras.Input((3,), dtype="int32")
    found = layers.Flatten()(layers.Embedding(WORDS, 5)(inputs))
    model = keras.Model(inputs, layers.Dense(2)(found))
    model.compile(optimizer=optimizer(), loss="mse")
    draws = np.random.default_rng(0)
    losses = []
    for _ in range(steps):
        labels = draws.standard_normal((3, 2)).astype(np.float32)
        losses.append(model.train_on_batch(words(draws).astype(np.int32), labels))
    return [np.asarray(losses), *model.get_weights(), *map(np.asarray, model.optimizer.variables)]


def assert_same(
    optimizer: Callable[[], Any], words: Callable[[Any], Any], steps: int = STEPS
) -> list[np.ndarray]:
    found = trained(optimizer, words, steps)
    assert native_runs() == steps - 1, [str(report) for report in adapter.reports()]
    assert not adapter.reports()[0].outside
    with left_to_tensorflow():
        wanted = trained(optimizer, words, steps)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-6)
    return wanted


@pytest.mark.parametrize("optimizer", sorted(OPTIMIZERS))
def test_rows_are_changed_as_by_tensorflow(optimizer: str) -> None:
    # Some words come several times, and some never.
    assert_same(OPTIMIZERS[optimizer], lambda draws: draws.choice([1, 2, 3, 7, 9], (3, 3)))


@pytest.mark.parametrize("optimizer", sorted(BARE))
def test_rows_whose_divisor_is_0_join_them(optimizer: str) -> None:
    words = [[3, 1, 10], [0, 7, 2], [9, 5, 4]]
    found = assert_same(BARE[optimizer], lambda draws: draws.permuted(words, axis=0), steps=2)
    table = found[1]
    assert np.isnan(table[[6, 8, 11]]).all()
    assert np.isfinite(table[np.ravel(words)]).all()


def test_rows_whose_divisor_is_0_may_all_have_a_gradient() -> None:
    words = np.arange(9)[::-1].reshape(3, 3)

    def seen_before() -> Any:
        return optimizers.Adagrad(0.05, initial_accumulator_value=0.0, epsilon=0.0)

    def trained_on(draws: Any) -> Any:
        return words

    found = assert_same(seen_before, trained_on, steps=3)
    assert np.isnan(found[1][9:]).all()


@pytest.mark.parametrize("kind", ["sum", "largest", "each"])
def test_elements_for_which_a_condition_holds(kind: str) -> None:
    weights = tf.Variable(np.random.default_rng(0).standard_normal((4, 3)).astype(np.float32))

    def of_positive(x: Any) -> Any:
        numbers = tf.squeeze(tf.where(tf.reduce_sum(x, 1) > 0), 1)
        rows = tf.gather(x @ weights, numbers)
        found: dict[str, Callable[[], Any]] = {
            "sum": lambda: tf.reduce_sum(rows, 0),
            "largest": lambda: tf.reduce_max(rows),
            "each": lambda: tf.math.unsorted_segment_sum(
                tf.reduce_sum(tf.square(rows), 1), numbers, 6
            ),
        }
        return found[kind]()

    compiled = tf.function(of_positive)
    draws = np.random.default_rng(1)
    given = [tf.constant(draws.standard_normal((6, 4)).astype(np.float32)) for _ in range(3)]
    compiled(given[0])
    found = [compiled(item).numpy() for item in given]
    assert native_runs() == 3
    with left_to_tensorflow():
        wanted = [compiled(item).numpy() for item in given]
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_their_number_stays_with_tensorflow() -> None:
    weights = tf.Variable(np.random.default_rng(0).standard_normal((4, 3)).astype(np.float32))

    @tf.function  # type: ignore[untyped-decorator]
    def kept(x: Any) -> Any:
        return tf.boolean_mask(x @ weights, tf.reduce_sum(x, 1) > 0)

    x = np.random.default_rng(1).standard_normal((6, 4)).astype(np.float32)
    assert kept(tf.constant(x)).shape[0] == (x.sum(1) > 0).sum()
    assert native_runs() == 0
    assert "number of elements for which a condition holds" in adapter.reports()[0].reason
