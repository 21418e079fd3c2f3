"""Makes `saved_models/`: small SavedModels of TensorFlow 1 and 2, with inputs and results.

Run it with TensorFlow 2.21: `python make_saved_models.py`. The tests need no TensorFlow.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
FOLDER = Path(__file__).with_name("saved_models")
X = np.random.default_rng(0).standard_normal((2, 6)).astype(np.float32)


class Layers(tf.Module):  # type: ignore[misc]
    """Two layers, with a function for one of them."""

    def __init__(self) -> None:
        super().__init__()
        random = np.random.default_rng(1)
        self.weights = tf.Variable(random.standard_normal((6, 4)).astype(np.float32))
        self.table = tf.Variable(random.standard_normal((3, 4)).astype(np.float32))
        self.counter = tf.Variable(0)

    @tf.function  # type: ignore[untyped-decorator]
    def layer(self, x: tf.Tensor) -> tf.Tensor:
        return tf.nn.relu(tf.matmul(x, self.weights))

    @tf.function(  # type: ignore[untyped-decorator]
        input_signature=[tf.TensorSpec([None, 6], tf.float32, "x")]
    )
    def __call__(self, x: tf.Tensor) -> dict[str, tf.Tensor]:
        y = self.layer(x)
        return {"y": y, "row": y + tf.gather(self.table, 1)}


class Tables(tf.Module):  # type: ignore[misc]
    """Numbers that are looked up in tables, and counted."""

    def __init__(self) -> None:
        super().__init__()
        keys = tf.constant([3, -2, 0, 7, -5], tf.int64)
        numbers = tf.lookup.KeyValueTensorInitializer(keys, tf.range(1, 6, dtype=tf.int64))
        rates = tf.lookup.KeyValueTensorInitializer(keys, [0.5, 1.5, -2.0, 4.0, 8.0])
        self.numbers = tf.lookup.StaticHashTable(numbers, 0)
        self.rates = tf.lookup.StaticHashTable(rates, -1.0)

    @tf.function(  # type: ignore[untyped-decorator]
        input_signature=[tf.TensorSpec([None, 6], tf.float32, "x")]
    )
    def __call__(self, x: tf.Tensor) -> dict[str, tf.Tensor]:
        sought = tf.cast(tf.round(x * 3), tf.int64)
        numbers = self.numbers.lookup(sought)
        counts = tf.math.bincount(numbers, minlength=6, maxlength=6, axis=-1)
        size = tf.cast(self.numbers.size(), tf.float32)
        return {"n": numbers, "rates": self.rates.lookup(sought) * size, "counts": counts}


def partitioned(folder: Path) -> None:
    """A model of TensorFlow 1 whose weights are stored in three slices."""
    with tf.Graph().as_default(), v1.Session() as session:
        v1.disable_resource_variables()
        x = v1.placeholder(tf.float32, [None, 6], "x")
        weights = v1.get_variable(
            "w",
            [6, 8],
            partitioner=v1.fixed_size_partitioner(3),
            initializer=v1.random_normal_initializer(seed=1),
        )
        y = tf.nn.relu(tf.matmul(x, tf.convert_to_tensor(weights)), name="y")
        session.run(v1.global_variables_initializer())
        v1.saved_model.simple_save(session, str(folder), {"x": x}, {"y": y})


def results(folder: Path) -> dict[str, np.ndarray]:
    """What a SavedModel computes of `X`."""
    with tf.Graph().as_default(), v1.Session() as session:
        meta = v1.saved_model.loader.load(session, ["serve"], str(folder))
        signature = meta.signature_def["serving_default"]
        names = {key: info.name for key, info in signature.outputs.items()}
        found: dict[str, np.ndarray] = session.run(names, {signature.inputs["x"].name: X})
        return found


if __name__ == "__main__":
    shutil.rmtree(FOLDER, ignore_errors=True)
    tf.saved_model.save(Layers(), str(FOLDER / "functions"))
    tf.saved_model.save(Tables(), str(FOLDER / "tables"))
    partitioned(FOLDER / "partitioned")
    for made in list(FOLDER.iterdir()):
        (made / "fingerprint.pb").unlink(missing_ok=True)
        np.savez(made / "values.npz", allow_pickle=False, x=X, **results(made))
