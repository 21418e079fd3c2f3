"""Loops and branches."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from tests.frontends.tensorflow.made_cases.table import CaseTable

TABLE = CaseTable()
case, normal = TABLE.case, TABLE.normal


def _counted(x: tf.Tensor) -> tf.Tensor:
    return tf.while_loop(
        lambda i, y: i < 4, lambda i, y: (i + 1, y * 2 + tf.cast(i, tf.float32)), [0, x]
    )[1]


def _nested(x: tf.Tensor) -> tf.Tensor:
    def outer(i: tf.Tensor, y: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        return i + 1, tf.while_loop(
            lambda j, z: j < i + 1, lambda j, z: (j + 1, tf.sin(z) + x), [0, y]
        )[1]

    return tf.while_loop(lambda i, y: i < 3, outer, [0, x])[1]


def _arrays(x: tf.Tensor) -> tf.Tensor:
    source = tf.TensorArray(tf.float32, 4).unstack(x)
    target = tf.TensorArray(tf.float32, 4, element_shape=[5])
    found = tf.while_loop(
        lambda i, t: i < 3, lambda i, t: (i + 1, t.write(3 - i, source.read(i) * 2)), [0, target]
    )[1]
    return found.gather([2, 1, 3])


def _branches(x: tf.Tensor) -> tuple[tf.Tensor, ...]:
    rank = tf.shape(x)[0]
    return (
        tf.cond(rank > 2, lambda: x * 2, lambda: x - 1),
        tf.cond(rank > 3, lambda: tf.constant(1.0), lambda: tf.constant(2.0)) + x,
    )


for version in (1, 2):
    for name, function in (
        ("counted", _counted),
        ("nested", _nested),
        ("arrays", _arrays),
        ("branches", _branches),
    ):
        case(f"{name} loop v{version}", function, normal(4, 5))
case(
    "chosen by data v2",
    lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: x * 2, lambda: x - 1),
    normal(4, 5),
)

case(
    "loop of data v2",
    lambda x: tf.while_loop(
        lambda i, a: tf.reduce_sum(a) < 50.0, lambda i, a: (i + 1, a * 1.5 + 1.0), [0, x]
    ),
    normal(2, 3),
)
case(
    "loop of data with a constant v2",
    lambda x, w: tf.while_loop(
        lambda a, b: tf.norm(a) > 0.01,
        lambda a, b: (tf.nn.tanh(tf.matmul(a, w)) * b, b),
        [x, tf.constant(0.3)],
    )[0],
    normal(2, 3),
    normal(3, 3),
)
case(
    "branch of data",
    lambda x, i: tf.switch_case(i, [lambda: x + 1, lambda: x * 2, lambda: tf.exp(x)]),
    normal(3, 4),
    np.asarray(1, np.int32),
)
case(
    "branch beyond the last",
    lambda x, i: tf.switch_case(i, [lambda: x + 1, lambda: tf.exp(x)]),
    normal(3, 4),
    np.asarray(7, np.int32),
)


def _chosen(x: tf.Tensor) -> tuple[tf.Tensor, ...]:
    """Conditions in each other, after each other, in a loop and around one; a constant branch."""
    total = tf.reduce_sum(x)
    inner = tf.cond(
        total > 0,
        lambda: tf.cond(total > 1000.0, lambda: x, lambda: tf.sin(x)),
        lambda: tf.cond(total > -1000.0, lambda: x - 3, lambda: x),
    )
    two = tf.cond(total < 0, lambda: (x, x * 2), lambda: (inner, x * 3))
    constant = tf.cond(total > 0, lambda: tf.constant(1.0), lambda: tf.constant(2.0))
    looped = tf.while_loop(
        lambda i, y: i < 3,
        lambda i, y: (i + 1, tf.cond(y[0, 0] > 0, lambda: y - 1, lambda: y + x * 2)),
        [0, x],
    )[1]
    around = tf.cond(total > 0, lambda: _counted(x), lambda: -_counted(x))
    case = tf.case([(total > 100.0, lambda: x), (total > 0, lambda: x * 5)], default=lambda: x * 7)
    return inner, *two, constant, looped, around, case


for version in (1, 2):
    for sign in (1, -1):
        case(
            f"chosen in many ways {sign} v{version}",
            _chosen,
            sign * np.abs(normal(4, 5)),
        )
