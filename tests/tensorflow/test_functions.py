"""Calls of tf.functions: loops of one's own, predictions, and what TensorFlow keeps."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf

import aoe.tensorflow
from aoe.errors import UsageError
from aoe.tensorflow import adapter, left_to_tensorflow
from tests.tensorflow.networks import batch, cnn, compiled, mlp, native_runs


def own_loop(model: Any, steps: int) -> list[float]:
    """A training loop without `fit`."""
    optimizer = keras.optimizers.SGD(0.05)
    optimizer.build(model.trainable_variables)

    def trained(images: Any, labels: Any) -> Any:
        with tf.GradientTape() as tape:
            logits = model(images, training=True)
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
            )
        weights = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights, strict=True))
        return loss

    step = tf.function(trained)
    found = []
    for seed in range(steps):
        images, labels = batch(model, 8, seed=seed)
        found.append(float(step(tf.constant(images), tf.constant(labels))))
    return found


def test_a_loop_of_ones_own_trains_natively() -> None:
    found = own_loop(cnn(), 4)
    assert native_runs() == 3
    with left_to_tensorflow():
        wanted = own_loop(cnn(), 4)
    np.testing.assert_allclose(found, wanted, rtol=1e-4)


def test_predictions_follow_training() -> None:
    """The weights that training holds natively are those that predictions read."""
    model = compiled(mlp(), keras.optimizers.SGD(0.5))
    images, labels = batch(model, 16)
    model.predict_on_batch(images[:8])
    before = model.predict_on_batch(images[:8])
    for _ in range(3):
        model.train_on_batch(images[:8], labels[:8])
    found = model.predict_on_batch(images[:8])
    # The first predicts with constant weights, the last with weights that it reads.
    assert [item.native for item in adapter.reports()] == [1, 2, 0]
    assert adapter.reports()[2].name.endswith("_of_changing_weights")
    with left_to_tensorflow():  # the gate's result was TensorFlow's own
        model.predict_on_batch(images[:8])
    found = model.predict_on_batch(images[:8])
    assert adapter.reports()[2].native == 1
    with left_to_tensorflow():
        wanted = model.predict_on_batch(images[:8])
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)
    assert np.abs(found - before).max() > 1e-2


def test_a_callback_sees_the_weights_of_its_step() -> None:
    model = compiled(mlp(), keras.optimizers.SGD(0.05))
    images, labels = batch(model, 32)
    seen: list[np.ndarray] = []

    class Weights(keras.callbacks.Callback):  # type: ignore[misc]
        def on_train_batch_end(self, _: int, logs: Any = None) -> None:
            seen.append(self.model.get_weights()[0])

    model.fit(images, labels, batch_size=8, verbose=0, shuffle=False, callbacks=[Weights()])
    assert native_runs() == 3
    moved = [np.abs(one - other).max() for one, other in pairwise(seen)]
    assert min(moved) > 0
    np.testing.assert_array_equal(seen[-1], model.get_weights()[0])


def test_a_checkpoint_has_the_weights_of_the_last_step(tmp_path: Path) -> None:
    model = compiled(mlp(), keras.optimizers.SGD(0.05))
    images, labels = batch(model, 8)
    for _ in range(3):
        model.train_on_batch(images, labels)
    model.save_weights(tmp_path / "saved.weights.h5")
    other = mlp()
    other.load_weights(tmp_path / "saved.weights.h5")
    for one, right in zip(other.get_weights(), model.get_weights(), strict=True):
        np.testing.assert_array_equal(one, right)


def test_a_saved_model_predicts_natively(tmp_path: Path) -> None:
    model = cnn()
    images, _ = batch(model, 4)
    model.export(tmp_path / "saved", verbose=False)
    loaded = tf.saved_model.load(tmp_path / "saved")  # which owns the variables
    serve = loaded.signatures["serving_default"]
    name = next(iter(serve.structured_input_signature[1]))
    first, second = (serve(**{name: tf.constant(images)}) for _ in range(2))
    assert native_runs() == 1
    for key, value in first.items():
        np.testing.assert_allclose(value, second[key], rtol=1e-5, atol=1e-6)


def test_a_compiled_model_takes_options() -> None:
    model = mlp()
    serve = aoe.tensorflow.compile(model, threads=1)
    images, _ = batch(model, 4)
    found = [serve(images) for _ in range(2)]
    np.testing.assert_allclose(found[0], found[1], rtol=1e-5, atol=1e-6)
    assert native_runs() == 1
    with pytest.raises(UsageError, match="did you mean threads"):
        aoe.tensorflow.compile(model, thread=1)


def test_an_eager_tape_leaves_all_to_tensorflow() -> None:
    model = mlp()
    call = tf.function(model)
    images = tf.constant(batch(model, 4)[0])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(call(images))
    gradients = tape.gradient(loss, model.trainable_variables)
    assert native_runs() == 0
    assert all(item is not None for item in gradients)


def matrix(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((4, 4)).astype(np.float32)


def function_of(weights: Any, way: str) -> Any:
    """A function with a loop, a branch or a constant that it captures."""
    scale = tf.constant(matrix(1))

    def call(x: Any) -> Any:
        if way == "loop":
            for _ in tf.range(3):
                x = tf.tanh(x @ weights)
            return x
        if way == "branch" and tf.reduce_sum(x) > 0:
            return x @ weights + 1.0
        return tf.tanh(x @ weights) @ scale if way == "captured" else tf.tanh(x @ weights)

    return tf.function(call)


@pytest.mark.parametrize("way", ["plain", "loop", "branch", "captured"])
def test_a_function_that_a_tape_recorded_before_is_native_afterwards(way: str) -> None:
    weights = tf.Variable(matrix(0))
    call = function_of(weights, way)
    inputs = tf.ones((2, 4))
    with tf.GradientTape() as tape:
        wanted = call(inputs)
    gradient = tape.gradient(wanted, weights)
    for _ in range(3):
        np.testing.assert_allclose(call(inputs), wanted, rtol=1e-4, atol=1e-5)
    # TensorFlow adds a value of no numbers to each branch for the backward pass.
    assert native_runs() == (0 if way == "branch" else 2)
    with tf.GradientTape() as tape:
        found = call(inputs)
    np.testing.assert_allclose(tape.gradient(found, weights), gradient, rtol=1e-5)


@pytest.mark.parametrize("way", ["plain", "loop", "branch", "captured"])
def test_backward_passes_of_an_eager_tape_are_those_of_their_forward_pass(way: str) -> None:
    weights = tf.Variable(matrix(0))
    call = function_of(weights, way)

    def gradients() -> list[np.ndarray]:
        found = []
        for number in range(4):
            inputs = tf.constant(np.random.default_rng(number).standard_normal((2, 4)), tf.float32)
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(call(inputs))
            found.append(np.asarray(tape.gradient(loss, weights)))
        return found

    with left_to_tensorflow():
        wanted = gradients()
    for one, other in zip(gradients(), wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
    assert native_runs() == 0


@pytest.mark.parametrize("kind", ["given", "replaced", "deferred", "variable"])
def test_captured_tensors_that_are_replaced_count(kind: str) -> None:
    x, one, other = tf.ones((2, 4)), matrix(0), matrix(1)
    weights, others = tf.Variable(one), tf.Variable(other)
    scale, new = (weights, others.handle) if kind == "variable" else map(tf.constant, (one, other))
    traced = tf.function(lambda x: tf.tanh(x @ scale)).get_concrete_function(x)
    given = None
    for _ in range(2):
        np.testing.assert_allclose(traced(x), np.tanh(x @ one), rtol=1e-4, atol=1e-5)
    if kind == "given":
        given = [new]
    elif kind == "deferred":
        spec, placeholder = tf.TensorSpec((4, 4), tf.float32), traced.inputs[-1]
        traced.replace_capture_with_deferred_capture(scale, lambda: new, spec, placeholder)
    else:
        traced.set_external_captures([new])
    for _ in range(2):
        found = traced(x) if given is None else traced._call_flat([x], given)
        np.testing.assert_allclose(found, np.tanh(x @ other), rtol=1e-4, atol=1e-5)
    # TensorFlow says what a call gets beside its arguments only where that is what it captured.
    assert native_runs() == (2 if kind == "replaced" else 1)


def test_a_function_whose_captured_tensors_change_often_is_not_compiled_for_ever() -> None:
    x = tf.ones((2, 4))
    scale = tf.constant(matrix(0))
    traced = tf.function(lambda x: x @ scale).get_concrete_function(x)
    for seed in range(20):
        traced.set_external_captures([tf.constant(matrix(seed))])
        np.testing.assert_allclose(traced(x), x @ matrix(seed), rtol=1e-4, atol=1e-5)
    assert len(adapter.reports()) == 16


@pytest.mark.parametrize("kind", ["left", "replaced", "no network"])
def test_tensorflow_reads_what_was_trained_natively(kind: str) -> None:
    x = tf.ones((4, 4))
    weights, others = tf.Variable(matrix(0)), tf.Variable(matrix(1))
    read = tf.multiply if kind == "no network" else tf.matmul
    captured = others if kind == "replaced" else weights
    function = tf.function(lambda x: read(x, captured)).get_concrete_function(x)
    if kind == "replaced":
        function.set_external_captures([weights.handle])

    @tf.function  # type: ignore[untyped-decorator]
    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(x @ weights))
        weights.assign_sub(0.1 * tape.gradient(loss, weights))
        return loss

    for _ in range(3):
        step(x)
        with left_to_tensorflow() if kind == "left" else nullcontext():
            found = function(x)
        np.testing.assert_allclose(found, read(x, weights), rtol=1e-5)
    assert native_runs() == 2


@pytest.mark.parametrize(
    "read",
    [
        lambda weights: tf.multiply(weights, 1.0),
        lambda weights: tf.eye(4) @ weights,
        lambda weights: tf.raw_ops.Identity(input=weights),
        lambda weights: tf.concat([weights, weights], 0)[4:],
        lambda weights: weights + 0.0,
        lambda weights: weights[:],
        lambda weights: tf.gather(weights, [0, 1, 2, 3]),
    ],
)
def test_an_operator_that_gets_a_variable_reads_what_was_trained_natively(
    read: Callable[[Any], Any],
) -> None:
    weights = tf.Variable(matrix(0))

    @tf.function  # type: ignore[untyped-decorator]
    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(x @ weights))
        weights.assign_sub(0.1 * tape.gradient(loss, weights))
        return loss

    for _ in range(3):
        step(tf.ones((4, 4)))
        found = np.asarray(read(weights))
        np.testing.assert_allclose(found, weights.numpy(), rtol=1e-5, atol=1e-6)
    assert native_runs() == 2


def test_a_function_without_a_network_is_no_step() -> None:
    variable = tf.Variable(2.0)
    assert float(tf.function(lambda x: x * variable)(tf.constant(3.0))) == 6
    assert adapter.reports() == ()


def test_what_open_aoe_lacks_is_told(caplog: pytest.LogCaptureFixture) -> None:
    matrix = np.random.default_rng(0).standard_normal((4, 4)).astype(np.float32)

    def function(x: Any) -> Any:
        values = tf.linalg.svd(tf.matmul(x, x, transpose_b=True) + tf.eye(4), compute_uv=False)
        return tf.matmul(tf.linalg.diag(values), x)

    call = tf.function(function)
    found = [call(tf.constant(matrix)) for _ in range(2)]
    np.testing.assert_allclose(found[0], found[1], rtol=1e-4, atol=1e-5)
    assert native_runs() == 1
    assert "1 by the framework (Svd)" in caplog.text


def test_a_function_of_random_numbers_with_a_state_stays(caplog: pytest.LogCaptureFixture) -> None:
    def function(x: Any) -> Any:
        return tf.matmul(x, x) + tf.random.uniform((4, 4))

    call = tf.function(function)
    for _ in range(2):
        call(tf.ones((4, 4)))
    assert native_runs() == 0
    assert "function stays with the framework: open-aoe cannot compute function" in caplog.text
    assert "RandomUniform" in caplog.text


def test_a_step_without_a_result_is_native() -> None:
    weights = tf.Variable(matrix(0))

    @tf.function  # type: ignore[untyped-decorator]
    def step(x: Any) -> None:
        weights.assign_add(x @ tf.ones((4, 4)))

    for _ in range(3):
        assert step(tf.ones((4, 4))) is None
    np.testing.assert_allclose(weights, matrix(0) + 12, rtol=1e-5)
    assert native_runs() == 2


def test_texts_may_stand_beside_results() -> None:
    function = tf.function(lambda x: {"y": x @ matrix(0), "name": "net"})
    for seed in range(3):
        found = function(tf.constant(matrix(seed)))
        np.testing.assert_allclose(found["y"], matrix(seed) @ matrix(0), rtol=1e-4, atol=1e-5)
        assert found["name"] == b"net"


@pytest.mark.parametrize("kind", ["assert", "in a branch", "numerics"])
def test_a_step_stops_where_data_say_so(kind: str) -> None:
    @tf.function  # type: ignore[untyped-decorator]
    def checked(x: Any) -> Any:
        y = x @ tf.ones((4, 4))
        if kind == "numerics":
            return tf.debugging.check_numerics(y, "bad") + 1
        if kind == "in a branch":
            if tf.reduce_sum(y) > 0:
                tf.debugging.assert_less(y, 100.0)
        else:
            tf.debugging.assert_less(y, 100.0)
        return y + 1

    for _ in range(3):
        np.testing.assert_allclose(checked(tf.ones((4, 4))), np.full((4, 4), 5))
    with pytest.raises(tf.errors.InvalidArgumentError):
        checked(tf.fill((4, 4), float("inf")))


def test_an_assertion_of_shapes_costs_nothing() -> None:
    @tf.function(input_signature=[tf.TensorSpec((None, 4))])  # type: ignore[untyped-decorator]
    def checked(x: Any) -> Any:
        tf.debugging.assert_less(tf.shape(x)[0], 10)
        return x @ tf.ones((4, 4))

    for _ in range(3):
        checked(tf.ones((4, 4)))
    assert native_runs() == 2


def test_none_of_no_flags_is_true() -> None:
    @tf.function  # type: ignore[untyped-decorator]
    def flags(x: Any) -> Any:
        return x @ x, tf.reduce_any(x[:, :0] > 0, 1), tf.reduce_all(x[:, :0] > 0, 1)

    for _ in range(3):
        _, some, every = flags(tf.ones((4, 4)))
        assert not np.any(some)
        assert np.all(every)
    assert native_runs() == 2


def test_complex_arguments_are_named() -> None:
    weight = tf.Variable(tf.ones((3, 2), tf.complex64))
    tf.function(lambda x: x @ weight)(tf.ones((4, 3), tf.complex64))
    (report,) = adapter.reports()
    assert "is complex64; give it as two tensors, of its real and its" in report.reason
