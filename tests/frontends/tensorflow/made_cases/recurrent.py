"""Recurrent layers, as loops."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from tests.frontends.tensorflow.made_cases.table import Case, CaseTable

TABLE = CaseTable()
case, normal = TABLE.case, TABLE.normal


def _steps(x: tf.Tensor, step: Case, states: int) -> tuple[tf.Tensor, ...]:
    """The results of all steps, and the last states."""
    count = x.shape[1]
    source = tf.TensorArray(tf.float32, count).unstack(tf.transpose(x, [1, 0, 2]))
    target = tf.TensorArray(tf.float32, count, element_shape=[2, 6])
    zeros = [tf.zeros([2, 6])] * states

    def body(i: tf.Tensor, done: tf.TensorArray, *held: tf.Tensor) -> tuple[object, ...]:
        after: Any = step(source.read(i), *held)
        return (i + 1, done.write(i, after[0]), *after)

    _, done, *last = tf.while_loop(lambda i, *_: i < count, body, [0, target, *zeros])
    return (done.stack(), *last)


INPUT_WEIGHTS, STATE_WEIGHTS, BIASES = normal(4, 24) / 2, normal(6, 24) / 2, normal(24) / 2


def _lstm(x: tf.Tensor, h: tf.Tensor, c: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
    both = tf.concat([x, h], 1) @ np.concatenate([INPUT_WEIGHTS, STATE_WEIGHTS]) + BIASES
    i, j, f, o = tf.split(both, 4, 1)
    c = c * tf.sigmoid(f + 1.0) + tf.sigmoid(i) * tf.tanh(j)
    return tf.tanh(c) * tf.sigmoid(o), c


def _gru(x: tf.Tensor, h: tf.Tensor, after: bool) -> tuple[tf.Tensor]:
    given = x @ INPUT_WEIGHTS[:, :18] + BIASES[:18]
    z, r = (tf.sigmoid(given[:, a:b] + h @ STATE_WEIGHTS[:, a:b]) for a, b in ((0, 6), (6, 12)))
    own = STATE_WEIGHTS[:, 12:18]
    scaled = r * (h @ own + BIASES[18:]) if after else (r * h) @ own
    return (z * h + (1 - z) * tf.tanh(given[:, 12:] + scaled),)


def _plain(x: tf.Tensor, h: tf.Tensor) -> tuple[tf.Tensor]:
    return (tf.nn.relu(x @ INPUT_WEIGHTS[:, :6] + h @ STATE_WEIGHTS[:, :6] + BIASES[:6]),)


def _odd(x: tf.Tensor, h: tf.Tensor) -> tuple[tf.Tensor]:
    """None of the layers of ONNX."""
    return (tf.tanh(x @ INPUT_WEIGHTS[:, :6] + h @ STATE_WEIGHTS[:, :6]) + h * 0.5,)


for version in (1, 2):
    case(f"LSTM v{version}", lambda x: _steps(x, _lstm, 2), normal(2, 5, 4))
    case(
        f"GRU reset after v{version}",
        lambda x: _steps(x, lambda x, h: _gru(x, h, True), 1),
        normal(2, 5, 4),
    )
    case(
        f"GRU reset before v{version}",
        lambda x: _steps(x, lambda x, h: _gru(x, h, False), 1),
        normal(2, 5, 4),
    )
    case(f"RNN v{version}", lambda x: _steps(x, _plain, 1), normal(2, 5, 4))
    case(f"unrolled v{version}", lambda x: _steps(x, _odd, 1), normal(2, 5, 4))
