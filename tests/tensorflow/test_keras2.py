"""Steps of Keras 2, whose functions take an iterator. A small model of the same form stands for it,
and Keras 2 itself where it is installed.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest


class Model:
    """Makes a function as `tf_keras.Model` does."""

    def __init__(self) -> None:
        import tensorflow as tf

        self._run_eagerly, self._cluster_coordinator = False, None
        self._steps_per_execution: Any = None
        self.autotune_steps_per_execution = False
        self.distribute_strategy = SimpleNamespace(num_replicas_in_sync=1)
        self.train_function: Any = None
        self.weight = tf.Variable(np.full((3, 2), 0.5, np.float32))

    @property
    def run_eagerly(self) -> bool:
        return self._run_eagerly

    def make_train_function(self, force: bool = False) -> Any:
        import tensorflow as tf

        def function(iterator: Any) -> Any:
            x = next(iterator)
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.tanh(x @ self.weight))
            self.weight.assign_sub(0.1 * tape.gradient(loss, self.weight))
            return {"loss": loss}

        if not self.run_eagerly:
            function = tf.function(function, reduce_retracing=True)
        self.train_function = function
        return function

    make_test_function = make_predict_function = make_train_function


def trained(model: Model, count: int = 4) -> list[float]:
    """The losses of some steps."""
    import tensorflow as tf

    data = tf.data.Dataset.from_tensors(np.ones((5, 3), np.float32)).repeat(count)
    function, batches = model.make_train_function(), iter(data)
    losses = [float(function(batches)["loss"]) for _ in range(count)]
    with pytest.raises((StopIteration, tf.errors.OutOfRangeError)):
        function(batches)
    return losses


def test_a_step_is_taken_over_and_the_data_are_not() -> None:
    import aoe.tensorflow
    from aoe.tensorflow.keras2_steps import patch

    class Patched(Model):
        """Has methods of its own."""

    for name in ("make_train_function", "make_test_function", "make_predict_function"):
        setattr(Patched, name, getattr(Model, name))
    patch(SimpleNamespace(Model=Patched))
    before = len(aoe.tensorflow.reports())
    model = Patched()
    np.testing.assert_allclose(trained(model), trained(Model()), rtol=1e-5)
    assert not model.run_eagerly
    assert model.make_train_function() is model.train_function  # kept, as Keras keeps its own
    report = aoe.tensorflow.reports()[before]
    assert "train_step" in report.name
    assert (report.native, report.left) == (3, 1)

    several = Patched()
    several._steps_per_execution = 2
    assert hasattr(several.make_train_function(), "get_concrete_function")  # Keras's own


def test_a_model_of_keras_2_trains_natively() -> None:
    keras = pytest.importorskip("tf_keras")
    import aoe.tensorflow

    def losses() -> Any:
        keras.utils.set_random_seed(1)
        model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3), keras.layers.Dense(1)])
        model.compile("adam", "mse")
        x = np.linspace(0, 1, 64, dtype=np.float32).reshape(16, 4)
        found = model.fit(x, x[:, :1], batch_size=4, epochs=2, shuffle=False, verbose=0)
        return [*found.history["loss"], *model.predict(x, verbose=0).ravel()]

    before = len(aoe.tensorflow.reports())
    native = losses()
    assert sum(item.native for item in aoe.tensorflow.reports()[before:]) >= 7
    with aoe.tensorflow.left_to_tensorflow():
        np.testing.assert_allclose(native, losses(), rtol=1e-4, atol=1e-6)
