"""Data that are made with variables which steps change."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from aoe.tensorflow import left_to_tensorflow
from tests.tensorflow.networks import native_runs

v1 = tf.compat.v1


def without_prefetch(data: Any) -> Any:
    """The data, each made when it is taken: TensorFlow makes the next one before a step."""
    options = tf.data.Options()
    options.experimental_optimization.inject_prefetch = False
    return data.with_options(options)


@pytest.mark.parametrize("nested", [False, True])
def test_an_iterator_sees_what_steps_have_changed(nested: bool) -> None:
    weights = tf.Variable(tf.ones((4, 4)))
    numbers = tf.data.Dataset.range(9)

    @tf.function  # type: ignore[untyped-decorator]
    def step(x: Any) -> None:
        weights.assign_add(x @ x)

    def total(_: Any) -> Any:
        return tf.reduce_sum(weights)

    if nested:
        data = numbers.flat_map(lambda n: tf.data.Dataset.from_tensors(n).map(total)).batch(1)
    else:
        data = numbers.map(total).filter(lambda _: True)
    found = []
    for item in without_prefetch(data.take(4)):
        found.append(float(np.squeeze(item)))
        step(tf.ones((4, 4)))
    assert found == [16, 80, 144, 208]
    assert native_runs() == 3


def test_an_iterator_of_a_session_sees_what_steps_have_changed() -> None:
    found = []
    for is_left in (False, True):
        with tf.Graph().as_default():
            x = v1.placeholder(tf.float32, (4, 4))
            weights = v1.get_variable(
                "w", (4, 4), initializer=v1.ones_initializer(), use_resource=True
            )
            step = weights.assign_add(tf.matmul(x, x)).op
            data = tf.data.Dataset.range(20).map(lambda _, read=weights: tf.reduce_sum(read))
            iterator = v1.data.make_initializable_iterator(without_prefetch(data))
            item = iterator.get_next()
            product = tf.matmul(x, x) * item
            given = {x: np.ones((4, 4), np.float32)}
            with v1.Session() as session:
                session.run(weights.initializer)
                session.run(iterator.initializer)
                for _ in range(4):
                    with left_to_tensorflow() if is_left else nullcontext():
                        session.run(step, given)
                        found.append(float(session.run(product, given)[0, 0]))
                        session.run(step, given)
                        found.append(float(session.run(item)))
    assert found[:8] == found[8:]
    assert native_runs() == 7
