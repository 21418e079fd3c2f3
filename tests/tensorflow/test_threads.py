"""Threads that use the same variables."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import tensorflow as tf

from aoe.tensorflow import left_to_tensorflow
from tests.tensorflow.networks import native_runs
from tests.tensorflow.test_sessions import Network, feeds

v1 = tf.compat.v1


@contextmanager
def running(*functions: Callable[[], Any]) -> Iterator[None]:
    """Functions run, each on a thread of its own; they have ended afterwards."""
    threads = [threading.Thread(target=function) for function in functions]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join()


class Pause:
    """A function within a run by TensorFlow that waits."""

    def __init__(self) -> None:
        self._begun, self._go = threading.Event(), threading.Event()

    def __call__(self) -> np.float32:
        self._begun.set()
        self._go.wait(60)
        return np.float32(0)

    @contextmanager
    def during(self, run: Callable[[], Any]) -> Iterator[None]:
        """A run is on its way, on another thread."""
        with running(run):
            assert self._begun.wait(60)
            yield
            self._go.set()


def test_a_session_sees_a_change_by_another_thread() -> None:
    """It begins before a native run and ends after it."""
    pause = Pause()
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, (2, 4))
        weights = v1.get_variable("w", (4, 3), initializer=v1.ones_initializer())
        y = tf.matmul(x, weights)
        with tf.control_dependencies([v1.py_func(pause, [], tf.float32)]):
            change = weights.assign(tf.zeros((4, 3)))
        given = {x: np.ones((2, 4), np.float32)}
        with v1.Session() as session:
            session.run(weights.initializer)
            for _ in range(3):
                assert np.all(session.run(y, given) == 4)
            with pause.during(lambda: session.run(change.op)):
                assert np.all(session.run(y, given) == 4)
            assert np.all(session.run(y, given) == 0)
    assert native_runs() >= 2


def test_threads_may_share_a_session() -> None:
    network = Network("sgd")
    wrong: list[str] = []
    with network.session() as session:
        session.run(network.logits, feeds(network))
        wanted = [session.run(network.logits, feeds(network, seed)) for seed in range(4)]

        def serve(seed: int) -> None:
            for _ in range(100):
                found = session.run(network.logits, feeds(network, seed))
                if not np.array_equal(found, wanted[seed]):
                    wrong.append(f"{seed}: {np.abs(found - wanted[seed]).max()}")

        with running(*(partial(serve, seed) for seed in range(4))):
            pass
    assert not wrong
    assert native_runs() > 400


def test_a_function_sees_a_change_by_another_thread() -> None:
    pause = Pause()
    weights = tf.Variable(tf.ones((4, 3)))
    x = tf.ones((2, 4))
    product = tf.function(lambda x: x @ weights)

    @tf.function  # type: ignore[untyped-decorator]
    def change() -> None:
        with tf.control_dependencies([tf.py_function(pause, [], tf.float32)]):
            weights.assign(tf.zeros((4, 3)))

    for _ in range(3):
        assert np.all(product(x) == 4)
    with pause.during(change):
        assert np.all(product(x) == 4)
    assert np.all(product(x) == 0)
    assert native_runs() >= 2


def test_a_thread_that_looks_at_variables_changes_nothing() -> None:
    def trained(steps: int, looks: int) -> np.ndarray:
        weights = tf.Variable(tf.zeros((64, 64)))
        is_done = threading.Event()

        @tf.function  # type: ignore[untyped-decorator]
        def step(x: Any) -> None:
            weights.assign_add(x @ tf.ones((64, 64)) / 64)

        def look() -> None:
            while not is_done.is_set():
                weights.numpy()

        with running(*[look] * looks):
            for _ in range(steps):
                step(tf.ones((64, 64)))
            is_done.set()
        return np.asarray(weights)

    found = trained(400, 2)
    assert native_runs() > 300
    with left_to_tensorflow():
        np.testing.assert_allclose(found, trained(400, 0), rtol=1e-5)
