"""Networks of Keras that are trained, each with random data; sizes are arguments, so that tests
train small ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import keras
import numpy as np
from keras import layers


@dataclass(frozen=True)
class Task:
    """A network to train.

    Attributes:
        model: The network, which gives logits.
        inputs: One batch of what it reads.
        labels: The classes of its results.
        optimizer: Trains it.
    """

    model: Any
    inputs: Any
    labels: np.ndarray
    optimizer: Any

    def compiled(self, **options: Any) -> Any:
        """The network, ready to be trained."""
        self.model.compile(
            optimizer=self.optimizer,
            loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
            metrics=["accuracy"],
            **options,
        )
        return self.model


def _task(model: Any, inputs: Any, classes: int, optimizer: Any) -> Task:
    first = inputs[0] if isinstance(inputs, list) else inputs
    labels = np.random.default_rng(1).integers(0, classes, len(first)).astype(np.int32)
    return Task(model, inputs, labels, optimizer)


def _images(batch: int, size: int) -> np.ndarray:
    generator = np.random.default_rng(0)
    return generator.standard_normal((batch, size, size, 3)).astype(np.float32)


def mlp(batch: int = 64, width: int = 512) -> Task:
    """Three dense layers, Adam."""
    keras.utils.set_random_seed(1)
    inputs = keras.Input((784,))
    x = layers.Dense(width, activation="relu")(inputs)
    x = layers.Dense(width // 2, activation="relu")(x)
    model = keras.Model(inputs, layers.Dense(10)(x))
    data = np.random.default_rng(0).standard_normal((batch, 784)).astype(np.float32)
    return _task(model, data, 10, keras.optimizers.Adam(1e-3))


def cnn(batch: int = 32, size: int = 32, channels: Sequence[int] = (32, 64, 128)) -> Task:
    """Convolutions with batch normalization and pools of maxima, Adam."""
    keras.utils.set_random_seed(1)
    inputs = x = keras.Input((size, size, 3))
    for count in channels:
        x = layers.Conv2D(count, 3, padding="same", use_bias=False)(x)
        x = layers.MaxPooling2D()(layers.ReLU()(layers.BatchNormalization()(x)))
    x = layers.Dense(channels[-1], activation="relu")(layers.Flatten()(x))
    model = keras.Model(inputs, layers.Dense(10)(x))
    return _task(model, _images(batch, size), 10, keras.optimizers.Adam(1e-3))


def resnet18(batch: int = 8, size: int = 64, width: int = 64, rate: float = 0.01) -> Task:
    """ResNet-18 (He et al., 2015), SGD with momentum."""
    keras.utils.set_random_seed(1)

    def unit(x: Any, count: int, stride: int = 1, kernel: int = 3, active: bool = True) -> Any:
        x = layers.Conv2D(count, kernel, stride, padding="same", use_bias=False)(x)
        x = layers.BatchNormalization()(x)
        return layers.ReLU()(x) if active else x

    inputs = keras.Input((size, size, 3))
    x = layers.MaxPooling2D(3, 2, padding="same")(unit(inputs, width, 2, 7))
    for factor, stride in ((1, 1), (1, 1), (2, 2), (2, 1), (4, 2), (4, 1), (8, 2), (8, 1)):
        count = width * factor
        y = unit(unit(x, count, stride), count, active=False)
        if stride != 1 or x.shape[-1] != count:
            x = unit(x, count, stride, 1, active=False)
        x = layers.ReLU()(layers.add([x, y]))
    model = keras.Model(inputs, layers.Dense(10)(layers.GlobalAveragePooling2D()(x)))
    optimizer = keras.optimizers.SGD(rate, momentum=0.9)
    return _task(model, _images(batch, size), 10, optimizer)


def mobilenet(batch: int = 8, size: int = 96, alpha: float = 1.0, rate: float = 0.01) -> Task:
    """MobileNet of Keras (Howard et al., 2017), SGD with momentum."""
    keras.utils.set_random_seed(1)
    model = keras.applications.MobileNet(
        input_shape=(size, size, 3),
        alpha=alpha,
        dropout=0.0,
        weights=None,
        classes=10,
        classifier_activation=None,
    )
    optimizer = keras.optimizers.SGD(rate, momentum=0.9)
    return _task(model, _images(batch, size), 10, optimizer)


def bert(
    batch: int = 8, words: int = 128, width: int = 256, depth: int = 4, dropout: float = 0.1
) -> Task:
    """An encoder like BERT-mini, with dropout, AdamW."""
    keras.utils.set_random_seed(1)
    inputs = keras.Input((words,), dtype="int32")
    places = keras.ops.arange(words)
    x = layers.Embedding(1000, width)(inputs) + layers.Embedding(words, width)(places)
    x = layers.Dropout(dropout)(layers.LayerNormalization(epsilon=1e-12)(x))
    for _ in range(depth):
        heads = layers.MultiHeadAttention(4, width // 4, dropout=dropout)(x, x)
        x = layers.LayerNormalization(epsilon=1e-12)(x + layers.Dropout(dropout)(heads))
        y = layers.Dense(width)(layers.Dense(4 * width, activation="gelu")(x))
        x = layers.LayerNormalization(epsilon=1e-12)(x + layers.Dropout(dropout)(y))
    model = keras.Model(inputs, layers.Dense(10)(layers.Dense(width, "tanh")(x[:, 0])))
    data = np.random.default_rng(0).integers(0, 1000, (batch, words)).astype(np.int32)
    return _task(model, data, 10, keras.optimizers.AdamW(1e-4))


def dlrm(batch: int = 256, rows: int = 10_000, tables: int = 8, width: int = 16) -> Task:
    """A recommender with lookups and their products (Naumov et al., 2019), Adam."""
    keras.utils.set_random_seed(1)
    dense = keras.Input((13,))
    sparse = keras.Input((tables,), dtype="int32")
    x = layers.Dense(width, "relu")(layers.Dense(64, "relu")(dense))
    features = [layers.Reshape((1, width))(x)]
    for number in range(tables):
        found = layers.Embedding(rows, width)(sparse[:, number])
        features.append(layers.Reshape((1, width))(found))
    z = layers.Concatenate(1)(features)
    products = layers.Flatten()(layers.Dot((2, 2))([z, z]))
    top = layers.Dense(64, "relu")(layers.Concatenate()([x, products]))
    model = keras.Model([dense, sparse], layers.Dense(2)(top))
    generator = np.random.default_rng(0)
    data = [
        generator.standard_normal((batch, 13)).astype(np.float32),
        generator.integers(0, rows, (batch, tables)).astype(np.int32),
    ]
    return _task(model, data, 2, keras.optimizers.Adam(1e-3))


def lstm(batch: int = 20, steps: int = 35, width: int = 200) -> Task:
    """Two recurrent layers over words, SGD."""
    keras.utils.set_random_seed(1)
    inputs = keras.Input((steps,), dtype="int32")
    x = layers.Embedding(1000, width)(inputs)
    x = layers.LSTM(width)(layers.LSTM(width, return_sequences=True)(x))
    model = keras.Model(inputs, layers.Dense(10)(x))
    data = np.random.default_rng(0).integers(0, 1000, (batch, steps)).astype(np.int32)
    return _task(model, data, 10, keras.optimizers.SGD(0.1))


#: All networks by name.
TASKS: Mapping[str, Callable[[], Task]] = MappingProxyType(
    {
        "mlp": mlp,
        "cnn": cnn,
        "resnet18": resnet18,
        "mobilenet": mobilenet,
        "bert": bert,
        "dlrm": dlrm,
        "lstm": lstm,
    }
)
