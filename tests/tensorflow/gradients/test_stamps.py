"""Stamps in a function: when its gradients are ready."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from aoe.tensorflow.gradients.stamps import Stamps


def test_gradients_are_stamped_after_the_forward_pass_in_reverse_order() -> None:
    weights = [tf.Variable(tf.eye(64) * 0.5) for _ in range(3)]
    made: list[Stamps] = []

    @tf.function  # type: ignore[untyped-decorator]
    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            for weight in weights:
                x = tf.tanh(x @ weight)
            loss = tf.reduce_sum(x)
        gradients = tape.gradient(loss, weights)
        stamps = Stamps(len(gradients))
        made.append(stamps)
        stamps.before(gradients)
        results = [item * 2.0 for item in gradients]
        stamps.after(results)
        return results

    images = tf.ones((8, 64))
    for _ in range(3):
        step(images)
        (stamps,) = made
        times = stamps.read()
        assert len(times) == 4
        assert times == sorted(times)
        assert times[0] >= 0
        assert times[-1] < 60

    nodes = {item.name: item for item in step.get_concrete_function(images).graph.get_operations()}
    first = [item.name for item in nodes["Timestamp"].control_inputs]
    assert first
    assert not [name for name in first if name.startswith("gradient_tape/")]
    last = [item.name for item in nodes["Timestamp_1"].control_inputs]
    assert any(name.startswith("gradient_tape/matmul_2") for name in last)


def test_a_function_of_another_shape_has_the_same_stamps() -> None:
    weight = tf.Variable(tf.eye(4))
    stamps = Stamps(1)

    @tf.function  # type: ignore[untyped-decorator]
    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(x @ weight)
        gradient = tape.gradient(loss, weight)
        stamps.before([gradient])
        result = gradient + 1.0
        stamps.after([result])
        return result

    found = []
    for size in (2, 3, 2):
        step(tf.ones((size, 4)))
        found.append(np.asarray(stamps._variable.read_value()))
    assert found[0][0] < found[1][0] < found[2][0]


@tf.custom_gradient  # type: ignore[untyped-decorator]
def doubled(x: Any) -> Any:
    return tf.identity(x), lambda gradient: tf.multiply(gradient, 2.0, name="own_gradient")


def test_custom_gradients_are_no_part_of_the_forward_pass() -> None:
    weights = [tf.Variable(tf.eye(4) * 0.5) for _ in range(3)]
    again = tf.recompute_grad(lambda x: tf.tanh(x @ weights[1], name="computed_again"))

    @tf.function  # type: ignore[untyped-decorator]
    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            x = doubled(again(doubled(x @ weights[0])))
            loss = tf.reduce_sum(x @ weights[2])
        gradients = tape.gradient(loss, weights)
        stamps = Stamps(len(gradients))
        stamps.before(gradients)
        stamps.after(gradients)
        return gradients

    graph = step.get_concrete_function(tf.ones((2, 4))).graph
    names = [item.name for item in graph.get_operations()]
    assert {"own_gradient", "own_gradient_1", "computed_again", "computed_again_1"} <= {*names}
    begun = graph.get_operation_by_name("Timestamp").control_inputs
    assert begun
    backward = names.index(next(name for name in names if name.startswith("gradient_tape/")))
    late = [item for item in begun if names.index(item.name) > backward]
    assert {item.type for item in late} <= {"ReadVariableOp"}  # which waits for nothing
