"""Training by Keras's `fit`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import keras
import numpy as np
import pytest

from aoe.tensorflow import adapter, left_to_tensorflow
from tests.tensorflow.networks import (
    batch,
    cnn,
    compiled,
    losses,
    mlp,
    native_runs,
)

OPTIMIZERS: dict[str, Callable[[], Any]] = {
    "sgd": lambda: keras.optimizers.SGD(0.05),
    "momentum": lambda: keras.optimizers.SGD(0.05, momentum=0.9, nesterov=True),
    "adam": lambda: keras.optimizers.Adam(1e-3),
}


@pytest.mark.parametrize("make", [mlp, cnn])
@pytest.mark.parametrize("optimizer", sorted(OPTIMIZERS))
def test_losses_are_those_of_tensorflow(make: Callable[[], Any], optimizer: str) -> None:
    found = losses(make, 5, OPTIMIZERS[optimizer])
    assert native_runs() == 4
    with left_to_tensorflow():
        wanted = losses(make, 5, OPTIMIZERS[optimizer])
    np.testing.assert_allclose(found, wanted, rtol=1e-4)


def test_weights_are_those_of_the_last_step() -> None:
    model = compiled(mlp(), keras.optimizers.SGD(0.05))
    images, labels = batch(model, 24)
    before = [array.copy() for array in model.get_weights()]
    model.fit(images, labels, batch_size=8, verbose=0)
    after = model.get_weights()
    assert native_runs() == 2
    assert all(np.abs(one - other).max() > 0 for one, other in zip(before, after, strict=True))
    probabilities = model.predict_on_batch(images[:8])
    model.set_weights(before)
    assert np.abs(model.predict_on_batch(images[:8]) - probabilities).max() > 0


def test_a_changed_learning_rate_counts_at_once() -> None:
    model = compiled(mlp(), keras.optimizers.SGD(0.05))
    images, labels = batch(model, 24)
    model.fit(images, labels, batch_size=8, verbose=0)
    model.optimizer.learning_rate = 0.0
    before = model.get_weights()
    model.fit(images, labels, batch_size=8, verbose=0)
    for one, other in zip(before, model.get_weights(), strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_last_smaller_batch_is_a_step_of_its_own() -> None:
    model = compiled(mlp())
    images, labels = batch(model, 20)
    model.fit(images, labels, batch_size=8, epochs=2, verbose=0)
    reports = [item for item in adapter.reports() if item.name.endswith("train_step")]
    assert [(item.left, item.native) for item in reports] == [(1, 3), (1, 1)]


def test_a_mean_over_one_axis_trains_natively_with_batches_of_several_sizes() -> None:
    """The shape of its gradient is put together of parts, when the size of a batch is open."""
    keras.utils.set_random_seed(1)
    inputs = keras.Input((6, 3))
    pooled = keras.layers.GlobalAveragePooling1D()(keras.layers.Dense(8)(inputs))
    model = compiled(keras.Model(inputs, keras.layers.Dense(4)(pooled)))
    images, labels = batch(model, 20)
    model.fit(images, labels, batch_size=8, epochs=2, verbose=0)
    assert [(item.left, item.native) for item in adapter.reports()] == [(1, 3), (1, 1)]
