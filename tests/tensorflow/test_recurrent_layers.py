"""Recurrent layers of Keras in training: one operator for all steps, and one for the gradient."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf
from keras import layers

import aoe.tensorflow
from aoe.frontends.tensorflow.recurrences.forward import SEEN
from aoe.frontends.tensorflow.step import read_step
from aoe.tensorflow.capture import captured, step_graph
from aoe.tensorflow.outside import TensorFlowNodes
from tests.tensorflow.networks import native_runs

STEPS, FEATURES, BATCH = 5, 4, 3
#: The kinds of layers, and the gates of each.
KINDS = {"LSTM": layers.LSTM, "GRU": layers.GRU, "SimpleRNN": layers.SimpleRNN}
ONE_OPERATOR = {"Recurrent": 1, "RecurrentGradient": 1}
Make = Callable[[Any], Any]


def _network(layer: Make) -> Any:
    keras.utils.set_random_seed(1)
    inputs = keras.Input((STEPS, FEATURES))
    return keras.Model(inputs, layers.Dense(2)(layer(inputs)))


def _data(network: Any) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(0)
    x = generator.standard_normal((BATCH, STEPS, FEATURES)).astype(np.float32)
    return x, generator.standard_normal((BATCH, *network.output_shape[1:])).astype(np.float32)


def _operators(layer: Make) -> dict[str, int]:
    """How many of open-aoe's own recurrent operators a step has."""
    network = _network(layer)
    x, y = _data(network)

    def step(inputs: Any, wanted: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((network(inputs, training=True) - wanted) ** 2)
        return tape.gradient(loss, network.trainable_variables)

    function = tf.function(step).get_concrete_function(tf.constant(x), tf.constant(y))
    found = captured(function, function.captured_inputs)
    source, _ = step_graph("step", function, found, [x, y], {})
    kinds = Counter(node.op_type for node in read_step(source, TensorFlowNodes()).model.graph)
    return {kind: kinds[kind] for kind in ONE_OPERATOR if kinds[kind]}


def _trained(layer: Make) -> tuple[list[float], list[np.ndarray]]:
    network = _network(layer)
    network.compile(keras.optimizers.SGD(0.5), "mse")
    x, y = _data(network)
    losses = [float(network.train_on_batch(x, y)) for _ in range(3)]
    return losses, [np.asarray(item) for item in network.get_weights()]


def _compare(layer: Make) -> None:
    """Losses and weights after three steps are those of TensorFlow."""
    with aoe.tensorflow.left_to_tensorflow():
        losses, weights = _trained(layer)
    found, others = _trained(layer)
    assert native_runs() == 2
    np.testing.assert_allclose(found, losses, rtol=1e-5)
    for one, other in zip(others, weights, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_a_layer_is_one_operator_and_its_gradient_another(kind: str) -> None:
    assert _operators(KINDS[kind](3)) == ONE_OPERATOR


@pytest.mark.parametrize("sequences", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_a_layer_trains_as_with_tensorflow(kind: str, sequences: bool) -> None:
    _compare(lambda x: KINDS[kind](3, return_sequences=sequences)(x))


def _stack(x: Any) -> Any:
    return layers.LSTM(3)(layers.GRU(4, return_sequences=True)(x))


def _with_state(x: Any) -> Any:
    _, h, c = layers.LSTM(3, return_state=True)(x)
    return layers.LSTM(3, return_sequences=True)(x, initial_state=[h, c])


@pytest.mark.parametrize(
    ("layer", "count"),
    [
        (lambda x: layers.Bidirectional(layers.LSTM(3, return_sequences=True))(x), 2),
        (lambda x: layers.Bidirectional(layers.GRU(3))(x), 2),
        (lambda x: layers.LSTM(3, dropout=0.3)(x), 1),
        (lambda x: layers.LSTM(3, activation="relu", return_sequences=True)(x), 1),
        (lambda x: layers.GRU(3, activation="relu")(x), 1),
        (lambda x: layers.LSTM(1, activation="relu")(x), 1),
        (lambda x: layers.Bidirectional(layers.LSTM(3, activation="relu"))(_masked(x)), 2),
        (lambda x: layers.GRU(3, go_backwards=True, use_bias=False)(x), 1),
        (_stack, 2),
        (_with_state, 2),
    ],
)
def test_options_of_layers_keep_one_operator(layer: Make, count: int) -> None:
    assert _operators(layer) == {"Recurrent": count, "RecurrentGradient": count}
    _compare(layer)


@pytest.mark.parametrize(
    "layer",
    [
        lambda x: layers.LSTM(3, recurrent_activation="hard_sigmoid")(x),
        lambda x: layers.GRU(3, reset_after=False)(x),
        lambda x: layers.SimpleRNN(3, recurrent_dropout=0.3)(x),
    ],
)
def test_other_cells_are_unrolled(layer: Make) -> None:
    assert _operators(layer) == {}
    _compare(layer)


#: Words with data: the last are missing, the first and one between, and all.
GAPS = np.asarray([[1, 1, 1, 0, 0], [0, 0, 1, 0, 1], [0, 0, 0, 0, 0]], np.float32)[..., None]


def _masked(x: Any) -> Any:
    return layers.Masking()(x * GAPS)


@pytest.mark.parametrize("sequences", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_a_layer_with_a_mask_is_one_operator_too(kind: str, sequences: bool) -> None:
    def layer(x: Any) -> Any:
        return KINDS[kind](3, return_sequences=sequences)(_masked(x))

    assert _operators(layer) == ONE_OPERATOR
    _compare(layer)


def _masked_with_state(x: Any) -> Any:
    first = layers.LSTM(3, return_state=True)(x)[1:]
    found = layers.LSTM(3, return_sequences=True, return_state=True)(
        _masked(x), initial_state=first
    )
    return layers.Concatenate()([layers.Flatten()(found[0]), *found[1:]])


@pytest.mark.parametrize(
    ("layer", "count"),
    [
        (lambda x: layers.Bidirectional(layers.LSTM(3))(_masked(x)), 2),
        (lambda x: layers.GRU(3, go_backwards=True, use_bias=False)(_masked(x)), 1),
        (lambda x: _stack(_masked(x)), 2),
        (_masked_with_state, 2),
    ],
)
def test_options_of_layers_with_masks_keep_one_operator(layer: Make, count: int) -> None:
    assert _operators(layer) == {"Recurrent": count, "RecurrentGradient": count}
    _compare(layer)


def _zero_with_state(x: Any) -> Any:
    first = layers.LSTM(3, return_state=True)(x)[1:]
    found = layers.LSTM(3, return_sequences=True, return_state=True, zero_output_for_mask=True)(
        _masked(x), initial_state=first
    )
    return layers.Concatenate()([layers.Flatten()(found[0]), *found[1:]])


@pytest.mark.parametrize(
    ("layer", "count"),
    [
        *(
            (lambda x, make=make: layers.Bidirectional(make(3, return_sequences=True))(x), 2)
            for make in KINDS.values()
        ),
        (lambda x: layers.GRU(3, return_sequences=True, zero_output_for_mask=True)(x), 1),
        (_zero_with_state, 2),
    ],
)
def test_a_layer_whose_results_are_zero_where_it_is_masked_is_one_operator_too(
    layer: Make, count: int
) -> None:
    def masked(x: Any) -> Any:
        return layer(x if layer is _zero_with_state else _masked(x))

    assert _operators(masked) == {"Recurrent": count, "RecurrentGradient": count}
    _compare(masked)


def test_a_layer_whose_last_result_alone_may_be_zero_has_an_unrolled_gradient() -> None:
    def layer(x: Any) -> Any:
        return layers.LSTM(3, zero_output_for_mask=True)(_masked(x))

    assert _operators(layer) == {"Recurrent": 1}
    _compare(layer)


class _OtherMask(layers.Layer):  # type: ignore[misc]
    """A plain recurrent layer of which a mask decides on the state, and another on the result."""

    def build(self, shape: Any) -> None:
        self.recurrent = self.add_weight(shape=(shape[-1], shape[-1]), initializer="orthogonal")

    def call(self, x: Any) -> Any:
        words = tf.transpose(x, (1, 0, 2))
        sums = tf.TensorArray(tf.float32, STEPS).unstack(words)
        masks = [tf.TensorArray(tf.bool, STEPS).unstack(words[..., i : i + 1] > 0) for i in (0, 1)]

        def step(t: Any, kept: Any, h: Any) -> Any:
            new = tf.tanh(sums.read(t) + tf.matmul(h, self.recurrent))
            kept = tf.where(masks[0].read(t), new, kept)
            return t + 1, kept, tf.where(masks[1].read(t), new, h)

        start = (tf.constant(0), tf.zeros_like(words[0]), tf.zeros_like(words[0]))
        return tf.while_loop(lambda t, *_: t < STEPS, step, start, maximum_iterations=STEPS)[1]


def test_a_layer_whose_result_has_another_mask_is_unrolled() -> None:
    assert _operators(lambda x: _OtherMask()(x)) == {}
    _compare(lambda x: _OtherMask()(x))


def test_a_plain_layer_with_relu_is_one_operator_with_an_unrolled_gradient() -> None:
    def layer(x: Any) -> Any:
        return layers.SimpleRNN(3, activation="relu")(x)

    assert _operators(layer) == {"Recurrent": 1}
    _compare(layer)


class _Twisted(layers.Layer):  # type: ignore[misc]
    """A cell like an LSTM whose forget gate is added twice."""

    def __init__(self) -> None:
        super().__init__()
        self.state_size, self.output_size = [3, 3], 3

    def build(self, shape: Any) -> None:
        self.kernel = self.add_weight(shape=(shape[-1], 12), initializer="glorot_uniform")
        self.recurrent = self.add_weight(shape=(3, 12), initializer="orthogonal")

    def call(self, x: Any, states: Any) -> Any:
        h, c = states
        parts = tf.split(tf.matmul(x, self.kernel) + tf.matmul(h, self.recurrent), 4, axis=1)
        i, f, o = (tf.sigmoid(part) for part in (parts[0], parts[1], parts[3]))
        c = f * c + i * tf.tanh(parts[2]) + f
        h = o * tf.tanh(c)
        return h, [h, c]


def test_a_cell_that_differs_a_little_is_no_lstm() -> None:
    assert _operators(lambda x: layers.RNN(_Twisted())(x)) == {}
    _compare(lambda x: layers.RNN(_Twisted())(x))


class _StoppedGate(layers.LSTMCell):  # type: ignore[misc]
    """An LSTM whose input has no gradient by way of a gate."""

    def call(self, x: Any, states: Any, training: bool = False) -> Any:
        h, c = states
        product = tf.matmul(x, self.kernel) + tf.matmul(h, self.recurrent_kernel) + self.bias
        i, f, g, o = tf.split(product, 4, axis=1)
        i = tf.stop_gradient(tf.sigmoid(i))
        c = tf.sigmoid(f) * c + i * tf.tanh(g)
        h = tf.sigmoid(o) * tf.tanh(c)
        return h, [h, c]


def test_the_gradient_of_a_cell_with_another_gradient_is_unrolled() -> None:
    assert _operators(lambda x: layers.RNN(_StoppedGate(3))(x)) == {"Recurrent": 1}
    _compare(lambda x: layers.RNN(_StoppedGate(3))(x))


class _OwnLoop(layers.Layer):  # type: ignore[misc]
    """A plain recurrent layer that is written as a loop, whose steps add something."""

    def __init__(self, added: Callable[..., Any]) -> None:
        super().__init__()
        self.added = added

    def build(self, shape: Any) -> None:
        self.kernel = self.add_weight(shape=(shape[-1], 3), initializer="glorot_uniform")
        self.recurrent = self.add_weight(shape=(3, 3), initializer="orthogonal")

    def call(self, x: Any) -> Any:
        words = tf.transpose(tf.tensordot(x, self.kernel, 1), (1, 0, 2))
        sums = tf.TensorArray(tf.float32, STEPS).unstack(words)
        others = tf.TensorArray(tf.float32, STEPS).unstack(words * 0.5)

        def step(t: Any, h: Any) -> Any:
            own = sums.read(t) + self.added(others, t)
            return t + 1, tf.tanh(own + tf.matmul(h, self.recurrent))

        start = (tf.constant(0), tf.zeros_like(words[0]))
        return tf.while_loop(lambda t, _: t < STEPS, step, start, maximum_iterations=STEPS)[1]


def _second_of_a_list_made_of_the_word(others: Any, t: Any) -> Any:
    factors = tf.reshape(tf.range(STEPS, dtype=tf.float32), (STEPS, 1, 1))
    return tf.TensorArray(tf.float32, STEPS).unstack(others.read(t)[None] * factors).read(1)


@pytest.mark.parametrize(
    "added",
    [
        lambda others, t: others.read(t) * others.read(SEEN),
        _second_of_a_list_made_of_the_word,
    ],
)
def test_a_word_that_all_steps_read_is_not_taken_for_the_word_of_each(
    added: Callable[..., Any],
) -> None:
    assert "Recurrent" not in _operators(lambda x: _OwnLoop(added)(x))
    _compare(lambda x: _OwnLoop(added)(x))


def test_a_layer_that_is_written_as_a_loop_is_one_operator() -> None:
    assert _operators(lambda x: _OwnLoop(lambda others, t: others.read(t))(x)) == {"Recurrent": 1}


class _WrittenTwice(_OwnLoop):
    """One whose steps write two items of a list. The following step writes over the second."""

    def call(self, x: Any) -> Any:
        words = tf.transpose(tf.tensordot(x, self.kernel, 1), (1, 0, 2))
        sums = tf.TensorArray(tf.float32, STEPS).unstack(words)
        results = tf.TensorArray(tf.float32, STEPS + 1, element_shape=words[0].shape)

        def step(t: Any, h: Any, found: Any) -> Any:
            h = tf.tanh(sums.read(t) + tf.matmul(h, self.recurrent))
            return t + 1, h, found.write(t, h).write(t + 1, -h)

        start = (tf.constant(0), tf.zeros_like(words[0]), results)
        found = tf.while_loop(lambda t, *_: t < STEPS, step, start, maximum_iterations=STEPS)[2]
        return tf.reduce_sum(found.stack(), 0)


def test_a_list_of_which_a_step_writes_two_items_has_both() -> None:
    _compare(lambda x: _WrittenTwice(lambda *_: None)(x))
