"""Online inference: weights are constants of the model until something changes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

import aoe.tensorflow
from aoe.errors import UsageError
from aoe.tensorflow import adapter, left_to_tensorflow
from tests.tensorflow.networks import batch, cnn, native_runs


def served(make: Callable[[Any], Any]) -> tuple[Any, Callable[[], None]]:
    """A model that has served twice, and a check of one more call."""
    model = cnn()
    call = make(model)
    images, _ = batch(model, 4)

    def check() -> None:
        before = native_runs()
        call(images)
        found = call(images)
        assert native_runs() > before
        with left_to_tensorflow():
            wanted = call(images)
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)

    check()
    (report,) = adapter.reports()
    assert report.native == 1
    return model, check


def load(model: Any) -> None:
    """Loads weights from a file."""
    path = Path("other.weights.h5")
    model.save_weights(path)
    for variable in model.variables:
        variable.assign(variable * 1.5 + 0.1)
    model.load_weights(path)
    kernel = model.layers[1].kernel
    kernel.assign(kernel * 3)


def scatter(model: Any) -> None:
    """Changes one element."""
    model.layers[1].kernel.value.scatter_nd_update([[0, 0, 0, 0]], [7.0])


def by_function(model: Any) -> None:
    """Changes a weight in a tf.function."""
    kernel = model.layers[1].kernel.value
    tf.function(lambda: kernel.assign_add(tf.ones_like(kernel)))()


def by_raw_operator(model: Any) -> None:
    """Changes a weight by an operator."""
    kernel = model.layers[1].kernel.value
    tf.raw_ops.AssignAddVariableOp(resource=kernel.handle, value=tf.ones_like(kernel))


def by_training(model: Any) -> None:
    """Trains natively."""
    model.compile("sgd", "mse")
    images, _ = batch(model, 4)
    before = native_runs()
    for _ in range(3):
        model.train_on_batch(images, np.ones((4, 4), np.float32))
    assert native_runs() == before + 2


CHANGES = (load, scatter, by_function, by_raw_operator, by_training)
CALLS: dict[str, Callable[[Any], Any]] = {
    "compiled": lambda model: aoe.tensorflow.compile(model, threads=1),
    "predict": lambda model: lambda images: model.predict(images, verbose=0),
    "function": lambda model: tf.function(lambda images: model(images, training=False)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_weight_counts_at_once(change: Callable[[Any], None]) -> None:
    model, check = served(CALLS["compiled"])
    change(model)
    check()
    assert any(item.name.endswith("_of_changing_weights") for item in adapter.reports())
    change(model)
    check()


@pytest.mark.parametrize("name", ["predict", "function"])
def test_activation_serves_with_constant_weights(name: str) -> None:
    model, check = served(CALLS[name])
    model.get_weights()
    check()
    assert len(adapter.reports()) == 1  # looking at weights changes nothing
    model.set_weights([array + 0.25 for array in model.get_weights()])
    check()
    assert len(adapter.reports()) == 2


def test_a_session_serves_with_constant_weights() -> None:
    with tf.Graph().as_default():
        x = tf.compat.v1.placeholder(tf.float32, (4, 3))
        w = tf.compat.v1.get_variable("w", (3, 2))
        y = tf.matmul(x, w)
        change = tf.compat.v1.assign_add(w, tf.ones_like(w))
        with tf.compat.v1.Session() as session:
            session.run(tf.compat.v1.global_variables_initializer())
            data = np.random.default_rng(0).standard_normal((4, 3)).astype(np.float32)
            found = [session.run(y, {x: data}) for _ in range(3)]
            session.run(change)
            changed = [session.run(y, {x: data}) for _ in range(3)]
    for item in found[1:]:
        np.testing.assert_allclose(item, found[0], rtol=1e-5, atol=1e-6)
    for item in changed:
        wanted = found[0] + data.sum(1, keepdims=True)
        np.testing.assert_allclose(item, wanted, rtol=1e-4, atol=1e-5)
    assert [item.native for item in adapter.reports()] == [2, 2]


def test_tensors_of_known_shapes_are_not_looked_up() -> None:
    """Other shapes, arrays, names and functions of nothing are found by TensorFlow."""
    model = cnn()
    serve = aoe.tensorflow.compile(model, threads=1)
    images = tf.constant(batch(model, 4)[0])
    wanted = np.asarray(serve(images))
    for given in (images, images, images.numpy(), images):
        np.testing.assert_allclose(serve(given), wanted, rtol=1e-4, atol=1e-5)
    for _ in range(3):
        np.testing.assert_allclose(serve(images[:2]), wanted[:2], rtol=1e-4, atol=1e-5)
    assert native_runs() == 6
    named = aoe.tensorflow.compile(lambda x, scale=2.0: tf.matmul(x, x) * scale, threads=1)
    square = tf.eye(3)
    for scale in (2.0, 3.0, 2.0):
        np.testing.assert_allclose(named(square, scale=scale), scale * np.eye(3))
        np.testing.assert_allclose(named(square, tf.constant(scale)), scale * np.eye(3))
        np.testing.assert_allclose(named(square), 2 * np.eye(3))
    with tf.GradientTape() as tape:
        tape.watch(square)
        loss = tf.reduce_sum(named(square))
    assert tape.gradient(loss, square) is not None


@pytest.mark.parametrize("target", [None, 3, "model", [tf.nn.relu]])
def test_only_functions_are_compiled(target: Any) -> None:
    with pytest.raises(UsageError, match=f"compile: a {type(target).__name__} is no function"):
        aoe.tensorflow.compile(target)


def test_mode_4_of_one_function_is_told_to_have_no_effect(
    caplog: pytest.LogCaptureFixture,
) -> None:
    adapter._tell_gradients.cache_clear()
    aoe.tensorflow.compile(tf.nn.relu, aoe_mode="4")
    assert "aoe_mode=4 has no effect on one session or one compiled function" in caplog.text


@pytest.mark.parametrize("order", ["compiled first", "plain first", "under a tape first"])
def test_the_options_of_each_call_count_for_a_function_that_is_compiled_twice(
    monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    weights = tf.Variable(tf.random.normal((4, 3), seed=1))
    spec = tf.TensorSpec((None, 4), tf.float32)
    function = tf.function(lambda x: x @ weights, input_signature=[spec])
    budgets: list[float | str] = []
    made = adapter._compiler

    def compiler(options: Any) -> Any:
        budgets.append(options.budget)
        return made(options)

    monkeypatch.setattr(adapter, "_compiler", compiler)
    one, two = (aoe.tensorflow.compile(function, budget=number) for number in (1, 2))
    usual = aoe.tensorflow.global_options().budget
    budgets.clear()
    calls = [function, one, two] if order == "plain first" else [one, two, function]
    inputs = tf.ones((2, 4))
    if order == "under a tape first":
        with tf.GradientTape():
            for serve in 2 * calls:
                serve(inputs)
        assert budgets == []
    for _ in range(3):
        for serve in calls:
            np.testing.assert_allclose(serve(inputs), inputs @ weights, rtol=1e-5)
    assert budgets == ([usual, 1, 2] if order == "plain first" else [1, 2, usual])
    one(tf.ones((3, 4)))
    two(tf.ones((3, 4)))
    assert budgets[3:] == [1, 2]
