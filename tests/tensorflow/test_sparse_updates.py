"""Rows of tables that optimizers of TensorFlow 1 change: words that come twice are added up, and
each row is changed once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from aoe.tensorflow import adapter, left_to_tensorflow
from tests.tensorflow.networks import native_runs

v1 = tf.compat.v1
WORDS, STEPS = 12, 5
OPTIMIZERS: dict[str, Callable[[], Any]] = {
    "adagrad": lambda: v1.train.AdagradOptimizer(0.05),
    "adadelta": lambda: v1.train.AdadeltaOptimizer(0.5),
    "adam": lambda: v1.train.AdamOptimizer(1e-2),
    "ftrl": lambda: v1.train.FtrlOptimizer(
        0.1, l1_regularization_strength=0.01, l2_regularization_strength=0.02
    ),
    "ftrl with shrinkage": lambda: v1.train.FtrlOptimizer(
        0.1, learning_rate_power=-0.4, l2_shrinkage_regularization_strength=0.1
    ),
    "momentum": lambda: v1.train.MomentumOptimizer(0.05, 0.9),
    "nesterov": lambda: v1.train.MomentumOptimizer(0.05, 0.9, use_nesterov=True),
    "rms": lambda: v1.train.RMSPropOptimizer(1e-2, momentum=0.5),
    "centered rms": lambda: v1.train.RMSPropOptimizer(1e-2, momentum=0.5, centered=True),
}


def trained(optimizer: str, resources: bool) -> list[np.ndarray]:
    """The losses, and all variables after some steps."""
    draws = np.random.default_rng(0)
    graph = tf.Graph()
    with graph.as_default(), v1.variable_scope("net", use_resource=resources):
        words = v1.placeholder(tf.int32, [4, 3], "words")
        labels = v1.placeholder(tf.float32, [4, 2], "labels")
        table = v1.get_variable("table", initializer=_drawn(draws, (WORDS, 5)))
        weights = v1.get_variable("weights", initializer=_drawn(draws, (15, 2)))
        rows = tf.reshape(tf.nn.embedding_lookup(table, words), [4, 15])
        loss = tf.reduce_mean((tf.matmul(rows, weights) - labels) ** 2)
        train = OPTIMIZERS[optimizer]().minimize(loss)
        start = v1.global_variables_initializer()
        variables = v1.global_variables()
    with v1.Session(graph=graph) as session:
        session.run(start)
        losses = []
        for _ in range(STEPS):
            # Some words come several times, and some never.
            feeds = {
                words: draws.choice([1, 2, 3, 7, 9], (4, 3)),
                labels: _drawn(draws, (4, 2)),
            }
            losses.append(session.run([train, loss], feeds)[1])
        return [np.asarray(losses), *session.run(variables)]


def _drawn(draws: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return draws.standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("resources", [False, True])
@pytest.mark.parametrize("optimizer", sorted(OPTIMIZERS))
def test_rows_are_changed_as_by_tensorflow(optimizer: str, resources: bool) -> None:
    found = trained(optimizer, resources)
    assert native_runs() == STEPS - 1, [str(report) for report in adapter.reports()]
    assert not adapter.reports()[0].outside
    with left_to_tensorflow():
        wanted = trained(optimizer, resources)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-6)


def function_runs(function: Callable[[Any], Any]) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """What a function of words gives natively, and by TensorFlow."""
    compiled = tf.function(function)
    words = [np.asarray(item, np.int32) for item in ([3, 1, 3, 0, 1, 1], [5, 4, 3, 2, 1, 0])]
    for item in words:
        compiled(tf.constant(item))
    found = [np.asarray(compiled(tf.constant(item))) for item in words]
    with left_to_tensorflow():
        return found, [np.asarray(compiled(tf.constant(item))) for item in words]


def test_rows_that_are_looked_up_once_for_each_word() -> None:
    table = tf.Variable(_drawn(np.random.default_rng(0), (6, 4)))
    weights = tf.Variable(_drawn(np.random.default_rng(1), (4, 3)))

    def looked_up(words: Any) -> Any:
        different, places = tf.unique(words)
        rows = tf.gather(tf.gather(table, different) * 2.0, places)
        return rows @ weights

    found, wanted = function_runs(looked_up)
    assert native_runs() > 0
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)


def test_places_among_different_words_are_computed() -> None:
    weights = tf.Variable(_drawn(np.random.default_rng(1), (6, 3)))

    def placed(words: Any) -> Any:
        _, places = tf.unique(words)
        column = tf.reshape(tf.cast(places, tf.float32), (1, 6))
        return column @ weights

    found, wanted = function_runs(placed)
    assert native_runs() > 0
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)


@pytest.mark.parametrize("kind", ["number", "sum", "rows"])
def test_what_needs_their_number_stays_with_tensorflow(kind: str) -> None:
    weights = tf.Variable(_drawn(np.random.default_rng(1), (6, 3)))

    def counted(words: Any) -> Any:
        different, _ = tf.unique(words)
        found: dict[str, Callable[[], Any]] = {
            "number": lambda: tf.cast(tf.size(different), tf.float32),
            "sum": lambda: tf.reduce_sum(tf.cast(different, tf.float32)),
            "rows": lambda: tf.reduce_sum(tf.gather(weights, different)),
        }
        return found[kind]() + tf.reduce_sum(tf.ones((2, 6)) @ weights)

    found, wanted = function_runs(counted)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)
    assert native_runs() == 0
