"""Mixed precision of Keras: layers compute in 16 bits, variables are float32."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import keras
import numpy as np
import pytest
from keras import layers

from aoe.tensorflow import adapter, left_to_tensorflow
from tests.tensorflow.networks import cnn, losses, mlp, native_runs


@pytest.fixture(autouse=True)
def _policy() -> Iterator[None]:
    before = keras.config.dtype_policy()
    yield
    keras.config.set_dtype_policy(before)


def attention() -> Any:
    keras.utils.set_random_seed(1)
    inputs = keras.Input((6, 8))
    x = layers.MultiHeadAttention(2, 4)(inputs, inputs)
    x = layers.LayerNormalization()(x + inputs)
    return keras.Model(inputs, layers.Dense(4)(layers.GlobalAveragePooling1D()(x)))


def words() -> Any:
    """Rows of its table are chosen by numbers that are made of its inputs."""
    keras.utils.set_random_seed(1)
    inputs = keras.Input((6,))
    x = layers.Embedding(9, 8)(keras.ops.cast(keras.ops.abs(inputs) * 4, "int32") % 9)
    return keras.Model(inputs, layers.Dense(4)(layers.GlobalAveragePooling1D()(x)))


@pytest.mark.parametrize(
    ("policy", "make"),
    [
        ("mixed_bfloat16", mlp),
        ("mixed_bfloat16", cnn),
        ("mixed_bfloat16", attention),
        ("mixed_float16", cnn),
        ("bfloat16", attention),
        ("bfloat16", words),
    ],
)
def test_steps_are_those_of_tensorflow_to_the_rounding(
    policy: str, make: Callable[[], Any]
) -> None:
    keras.config.set_dtype_policy(policy)
    found = losses(make, 4, lambda: keras.optimizers.Adam(1e-3))
    assert native_runs() == 3, [str(item) for item in adapter.reports()]
    with left_to_tensorflow():
        wanted = losses(make, 4, lambda: keras.optimizers.Adam(1e-3))
    np.testing.assert_allclose(found, wanted, rtol=2e-2 if policy == "bfloat16" else 3e-3)
