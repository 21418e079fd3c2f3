"""Makes `keras_models/`: small `.keras` files with random weights, their inputs, and what Keras
computes.

Run it with Keras 3.15 on TensorFlow 2.21: `python make_keras_models.py`. The tests need neither.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import keras
import numpy as np
from keras import layers, ops
from keras.layers import Input

FOLDER = Path(__file__).with_name("keras_models")
RANDOM = np.random.default_rng(3)

MODELS: dict[str, Callable[[], tuple[Any, list[np.ndarray]]]] = {}


def normal(*shape: int) -> np.ndarray:
    return RANDOM.standard_normal(shape).astype(np.float32)


def model(
    make: Callable[[], tuple[Any, list[np.ndarray]]],
) -> Callable[[], tuple[Any, list[np.ndarray]]]:
    MODELS[make.__name__] = make
    return make


def chain(*parts: layers.Layer) -> Any:
    return keras.Sequential(list(parts))


@model
def images() -> tuple[Any, list[np.ndarray]]:
    made = chain(
        Input((9, 10, 3)),
        layers.Conv2D(4, 3, strides=2, padding="same", activation="relu6"),
        layers.BatchNormalization(),
        layers.DepthwiseConv2D(3, depth_multiplier=2, padding="same", dilation_rate=2),
        layers.LeakyReLU(),
        layers.MaxPooling2D(2, padding="same"),
        layers.SeparableConv2D(6, 3, padding="same", activation="swish"),
        layers.AveragePooling2D(2, 1, padding="same"),
        layers.Dropout(0.5),
        layers.GlobalAveragePooling2D(),
        layers.Dense(5, activation="softmax"),
    )
    return made, [normal(2, 9, 10, 3)]


@model
def series() -> tuple[Any, list[np.ndarray]]:
    made = chain(
        Input((17, 4)),
        layers.Conv1D(6, 3, padding="causal", dilation_rate=2, activation="gelu"),
        layers.LayerNormalization(),
        layers.ZeroPadding1D((1, 2)),
        layers.DepthwiseConv1D(3, padding="same"),
        layers.MaxPooling1D(2),
        layers.Conv1DTranspose(5, 4, strides=3, padding="same"),
        layers.UpSampling1D(2),
        layers.Cropping1D((1, 1)),
        layers.PReLU(shared_axes=[1]),
        layers.Flatten(),
        layers.Dense(3, activation="selu"),
    )
    return made, [normal(2, 17, 4)]


@model
def volumes() -> tuple[Any, list[np.ndarray]]:
    made = chain(
        Input((6, 6, 6, 2)),
        layers.Conv3D(4, 3, padding="same", strides=(1, 2, 1)),
        layers.BatchNormalization(scale=False),
        layers.Conv3DTranspose(3, 3, strides=2, padding="same"),
        layers.MaxPooling3D(2),
        layers.Cropping3D(((1, 0), (0, 1), (1, 1))),
        layers.UpSampling3D(2),
        layers.GlobalMaxPooling3D(),
        layers.UnitNormalization(),
    )
    return made, [normal(1, 6, 6, 6, 2)]


@model
def transposed() -> tuple[Any, list[np.ndarray]]:
    made = chain(
        Input((5, 6, 3)),
        layers.Conv2DTranspose(4, 3, strides=2, padding="same"),
        layers.Conv2DTranspose(4, 2, strides=3),
        layers.Conv2DTranspose(3, 4, strides=2, padding="same", output_padding=1),
        layers.Conv2DTranspose(2, 3, dilation_rate=2, padding="same"),
        layers.ELU(),
    )
    return made, [normal(1, 5, 6, 3)]


@model
def transformer() -> tuple[Any, list[np.ndarray]]:
    tokens = Input((7,), dtype="int32", name="tokens")
    y = layers.Embedding(11, 8)(tokens)
    for causal in (False, True):
        mixed = layers.MultiHeadAttention(2, 4)(y, y, use_causal_mask=causal)
        y = layers.LayerNormalization(epsilon=1e-6)(layers.Add()([y, mixed]))
        y = y + layers.Dense(8)(layers.Dense(16, activation="gelu")(y))
    return keras.Model(tokens, y), [RANDOM.integers(0, 11, (2, 7)).astype(np.int32)]


@model
def recurrent() -> tuple[Any, list[np.ndarray]]:
    x = Input((6, 5), name="x")
    both = layers.Bidirectional(layers.LSTM(4, return_sequences=True))(x)
    added = layers.Bidirectional(layers.GRU(3), merge_mode="sum")(both)
    last, h, c = layers.LSTM(4, return_state=True, activation="relu")(both)
    back = layers.GRU(4, reset_after=False, return_sequences=True, go_backwards=True)(
        both, initial_state=h
    )
    plain = layers.SimpleRNN(3, activation="relu")(back)
    steps = layers.TimeDistributed(layers.Dense(2))(both)
    return keras.Model(x, [added, last, c, back, plain, steps]), [normal(2, 6, 5)]


@model
def functions() -> tuple[Any, list[np.ndarray]]:
    x = Input((8, 4), name="a")
    y = ops.matmul(ops.transpose(x * 2.0 + 1, (0, 2, 1)), x)[:, 1:, ::2]
    mean = ops.mean(y, axis=1, keepdims=True)
    wide = -ops.reshape(ops.concatenate([mean, mean], axis=-1), (-1, 2))
    outputs = [wide, x[:, 0], ops.softmax(x[:, -1, 1:]), ops.relu(x) - 0.5, ops.square(x) / 3]
    return keras.Model(x, outputs), [normal(2, 8, 4)]


@model
def products() -> tuple[Any, list[np.ndarray]]:
    x, y = Input((4, 6), name="x"), Input((5, 6), name="y")
    outputs = [
        layers.Dot((2, 2))([x, y]),
        layers.Attention(use_scale=True)([x, y]),
        layers.Concatenate(axis=1)([x, y]),
        layers.Permute((2, 1))(x),
        layers.Softmax(axis=1)(x),
        layers.GroupNormalization(3)(y),
        layers.RMSNormalization()(x),
        layers.EinsumDense("abc,cd->abd", output_shape=(None, 3), bias_axes="d")(x),
    ]
    return keras.Model([x, y], outputs), [normal(2, 4, 6), normal(2, 5, 6)]


@model
def nested() -> tuple[Any, list[np.ndarray]]:
    """Models in a model, called twice, with layers that both calls share."""
    head = chain(Input((8, 8, 4)), layers.Conv2D(2, 1), layers.Flatten(), layers.Dense(3))
    part = Input((8, 8, 4))
    pair = keras.Model(
        part, [layers.ReLU(6.0)(part), layers.Average()([part, part * 2])], name="pair"
    )
    x = Input((8, 8, 3), name="image")
    shared = layers.Conv2D(4, 3, padding="same")
    one, other = shared(x), shared(layers.Rescaling(1 / 127.5, offset=-1)(x))
    p, q = pair(one)
    p2, q2 = pair(other)
    outputs = [
        *(head(one), head(other), layers.Subtract()([p, q2]), layers.Maximum()([q, p2])),
        layers.Resizing(5, 7)(x),
        layers.UpSampling2D(2, interpolation="bilinear")(x),
        layers.Normalization(mean=[1.0, 2, 3], variance=[1.0, 4, 9])(x),
    ]
    return keras.Model(x, outputs), [normal(2, 8, 8, 3)]


@model
def nested_outputs() -> tuple[Any, list[np.ndarray]]:
    """Outputs that are those of models inside, called once and twice."""
    part = Input((6,))
    pair = keras.Model(part, [layers.Dense(3)(part), layers.ReLU()(part)], name="pair")
    x = Input((6,), name="x")
    first, second = pair(x)
    third, _ = pair(second)
    return keras.Model(x, [third, first, chain(Input((6,)), layers.Dense(2))(x)]), [normal(2, 6)]


def with_weights(net: Any) -> None:
    for weight in net.weights:
        if weight.dtype == "float32":
            values = normal(*weight.shape) * np.float32(0.3)
            weight.assign(np.abs(values) + 0.5 if "variance" in weight.path else values)


def compressed(path: Path) -> None:
    """Writes a file anew, with its members compressed."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def main() -> None:
    """Writes all models and what they compute."""
    FOLDER.mkdir(exist_ok=True)
    values: dict[str, np.ndarray] = {}
    for name, make in MODELS.items():
        keras.backend.clear_session()
        net, inputs = make()
        with_weights(net)
        path = FOLDER / f"{name}.keras"
        net.save(path)
        compressed(path)
        results = net(inputs if len(inputs) > 1 else inputs[0], training=False)
        for number, array in enumerate(inputs):
            values[f"{name}/in{number}"] = array
        for number, result in enumerate(keras.tree.flatten(results)):
            values[f"{name}/out{number}"] = np.asarray(result)
    np.savez_compressed(FOLDER / "values.npz", allow_pickle=False, **values)


if __name__ == "__main__":
    main()
