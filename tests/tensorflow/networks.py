"""Keras models and training of them, by TensorFlow alone and through open-aoe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import keras
import numpy as np
from keras import layers

from aoe.tensorflow import adapter


def mlp() -> Any:
    keras.utils.set_random_seed(1)
    inputs = keras.Input((12,))
    hidden = layers.Dense(16, activation="relu")(inputs)
    return keras.Model(inputs, layers.Dense(4)(hidden))


def cnn() -> Any:
    keras.utils.set_random_seed(1)
    inputs = keras.Input((12, 12, 3))
    x = layers.Conv2D(8, 3, padding="same", use_bias=False)(inputs)
    x = layers.ReLU()(layers.BatchNormalization()(x))
    x = layers.MaxPooling2D()(x)
    x = layers.Conv2D(16, 3, strides=2, padding="same")(x)
    x = layers.AveragePooling2D(2)(layers.ReLU()(x))
    return keras.Model(inputs, layers.Dense(4)(layers.Flatten()(x)))


def compiled(model: Any, optimizer: Any = "adam") -> Any:
    """The model, ready to be trained as a classifier."""
    model.compile(
        optimizer=optimizer,
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    return model


def batch(model: Any, count: int, classes: int = 4, seed: int = 0) -> tuple[Any, Any]:
    """Images and labels."""
    generator = np.random.default_rng(seed)
    images = generator.standard_normal((count, *model.input_shape[1:])).astype(np.float32)
    return images, generator.integers(0, classes, count).astype(np.int32)


def losses(make: Callable[[], Any], steps: int, optimizer: Callable[[], Any]) -> list[float]:
    """The losses of some steps on one batch after the other."""
    model = compiled(make(), optimizer())
    images, labels = batch(model, 8 * steps)
    found: list[float] = []

    class Losses(keras.callbacks.Callback):  # type: ignore[misc]
        def on_train_batch_end(self, _: int, logs: Any = None) -> None:
            found.append(float(logs["loss"]))

    model.fit(images, labels, batch_size=8, verbose=0, shuffle=False, callbacks=[Losses()])
    return found


def native_runs() -> int:
    """How many runs native code had in this test."""
    return sum(report.native for report in adapter.reports())
