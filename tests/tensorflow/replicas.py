"""Trains with `MirroredStrategy` on devices of this CPU, and says what became of the steps.

python tests/tensorflow/replicas.py DEVICES
"""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import keras
import numpy as np
import tensorflow as tf

import aoe.tensorflow
from aoe.tensorflow import left_to_tensorflow


def fitted(strategy: Any) -> list[float]:
    """The losses of epochs of Keras's `fit`."""
    keras.utils.set_random_seed(1)
    draws = np.random.default_rng(0)
    with strategy.scope():
        layers = [keras.layers.Dense(8, activation="relu"), keras.layers.Dense(2)]
        model = keras.Sequential([keras.Input((6,)), *layers])
        model.compile("sgd", "mse")
    images, wanted = (draws.standard_normal((32, size)).astype("float32") for size in (6, 2))
    history = model.fit(images, wanted, batch_size=8, verbose=0, shuffle=False, epochs=2)
    return [float(loss) for loss in history.history["loss"]]


def fitted_in_scope(strategy: Any) -> list[float]:
    """As `fitted`, where the script calls `fit` in the scope of the strategy, with variables that
    replicas average.
    """
    keras.utils.set_random_seed(1)
    draws = np.random.default_rng(0)
    images, wanted = (draws.standard_normal((32, size)).astype("float32") for size in (6, 2))
    with strategy.scope():
        layers = [keras.layers.BatchNormalization(), keras.layers.Dense(2)]
        model = keras.Sequential([keras.Input((6,)), *layers])
        model.compile("sgd", "mse")
        history = model.fit(images, wanted, batch_size=8, verbose=0, shuffle=False, epochs=2)
        last = model.train_on_batch(images[:8], wanted[:8])
    return [*(float(loss) for loss in history.history["loss"]), float(last)]


def looped(strategy: Any) -> list[float]:
    """The losses of steps of a loop of one's own."""
    with strategy.scope():
        weight = tf.Variable(tf.fill((6, 4), 0.3))
    images = tf.constant(np.random.default_rng(0).standard_normal((8, 6)).astype("float32"))

    def replica(x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.tanh(x @ weight) ** 2)
        gradient = tape.gradient(loss, [weight])
        (reduced,) = tf.distribute.get_replica_context().all_reduce("SUM", gradient)
        weight.assign_sub(0.01 * reduced)
        return loss

    @tf.function  # type: ignore[untyped-decorator]
    def step(x: Any) -> Any:
        return strategy.reduce("SUM", strategy.run(replica, args=(x,)), axis=None)

    return [float(step(images)) for _ in range(4)]


def main() -> None:
    """Trains both ways, natively where that can be, and by TensorFlow."""
    logging.basicConfig(level=logging.WARNING)
    count = int(sys.argv[1])
    (cpu,) = tf.config.list_physical_devices("CPU")
    parts = [tf.config.LogicalDeviceConfiguration()] * count
    tf.config.set_logical_device_configuration(cpu, parts)
    found: dict[str, Any] = {"native": [], "tensorflow": []}
    strategy = tf.distribute.MirroredStrategy([f"CPU:{number}" for number in range(count)])
    for train in (fitted, fitted_in_scope, looped):
        found["native"].append(train(strategy))
        with left_to_tensorflow():
            found["tensorflow"].append(train(strategy))
    found["runs"] = [report.native for report in aoe.tensorflow.reports()]
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
