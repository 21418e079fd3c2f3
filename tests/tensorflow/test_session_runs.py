"""Runs of sessions that ask for more than a step: options, summaries, names of data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from aoe.tensorflow import left_to_tensorflow
from aoe.tensorflow.sessions import SessionSteps
from tests.tensorflow.networks import native_runs
from tests.tensorflow.test_sessions import Network, feeds

v1 = tf.compat.v1


def test_a_monitored_session_trains_natively() -> None:
    """It gives options with each run, which ask for nothing."""
    found = []
    for is_left in (False, True):
        network = Network("sgd")
        with network.graph.as_default(), v1.train.MonitoredTrainingSession() as session:
            for seed in range(4):
                with left_to_tensorflow() if is_left else nullcontext():
                    values = session.run([network.train, network.loss], feeds(network, seed))
                found.append(values[1])
            assert session.run(network.step) == 4
    assert native_runs() == 3
    np.testing.assert_allclose(found[:4], found[4:], rtol=1e-4)


@pytest.mark.parametrize("late", [False, True])
def test_a_variable_that_is_fetched_beside_its_change_has_the_value_before(
    late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TensorFlow reads it when it likes. `late`: it does so behind the change in the first run."""
    network = Network("sgd")
    original = SessionSteps._by_tensorflow

    def by_tensorflow(self: Any, targets: Any, fetches: Any, feeds: Any = None) -> list[Any]:
        values = original(self, targets, fetches, feeds)
        if not targets or not late:
            return values
        names = [item.op.name for item in fetches]
        return [value + ("global_step" in name) for name, value in zip(names, values, strict=True)]

    monkeypatch.setattr(SessionSteps, "_by_tensorflow", by_tensorflow)
    with network.session() as session:
        fetched = [network.loss, network.train, network.step]
        steps = [session.run(fetched, feeds(network, seed))[2] for seed in range(4)]
        assert steps == [0, 1, 2, 3]
        assert native_runs() == 3
        assert session.run(network.step) == 4


def test_tensors_may_be_named() -> None:
    network = Network("sgd")
    with network.session() as session:
        found = [
            session.run({"logits": "net/logits:0", "same": "net/logits:0"}, feeds(network))
            for _ in range(3)
        ]
    for item in found:
        np.testing.assert_array_equal(item["logits"], item["same"])
        np.testing.assert_allclose(item["logits"], found[0]["logits"], rtol=1e-4, atol=1e-5)
    assert native_runs() == 2


def test_a_run_that_is_traced_is_tensorflows() -> None:
    network = Network("sgd")
    metadata = v1.RunMetadata()
    options = v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE)
    with network.session() as session:
        for seed in range(3):
            session.run(network.train, feeds(network, seed))
        native = native_runs()
        session.run(network.train, feeds(network), options=options, run_metadata=metadata)
        assert native_runs() == native > 0
    assert metadata.step_stats.dev_stats


def test_summaries_are_those_of_tensorflow() -> None:
    """They are texts, which native code has not."""
    found = []
    for is_left in (False, True):
        network = Network("sgd")
        with network.graph.as_default():
            v1.summary.scalar("loss", network.loss)
            v1.summary.histogram("logits", network.logits)
            merged = v1.summary.merge_all()
        with network.session() as session:
            for seed in range(4):
                with left_to_tensorflow() if is_left else nullcontext():
                    text, _ = session.run([merged, network.train], feeds(network, seed))
                loss, logits = v1.Summary.FromString(text).value
                found.append([loss.simple_value, logits.histo.sum, logits.histo.max])
    assert native_runs() == 3
    np.testing.assert_allclose(found[:4], found[4:], rtol=1e-4)


@pytest.mark.parametrize("kind", ["number", "text"])
def test_what_comes_with_data_belongs_to_it(kind: str) -> None:
    """The names of images are fetched beside what a net says of them."""
    generator = np.random.default_rng(0)
    images = generator.standard_normal((8, 2, 4)).astype(np.float32)
    names = np.arange(16).reshape(8, 2)
    with tf.Graph().as_default():
        data = tf.data.Dataset.from_tensor_slices((images, names))
        if kind == "text":
            data = data.map(lambda image, name: (image, tf.strings.as_string(name)))
        image, name = v1.data.make_one_shot_iterator(data).get_next()
        weights = generator.standard_normal((4, 3)).astype(np.float32)
        scores = tf.matmul(image, tf.constant(weights))
        with v1.Session() as session:
            for number in range(8):
                found, known = session.run([scores, name])
                np.testing.assert_allclose(found, images[number] @ weights, rtol=1e-4, atol=1e-5)
                assert [int(item) for item in known] == names[number].tolist()
    assert native_runs() == 7


def test_what_random_numbers_wait_for_runs_once(caplog: pytest.LogCaptureFixture) -> None:
    with tf.Graph().as_default():
        count = v1.get_variable("count", (), tf.int32, v1.zeros_initializer())
        x = v1.placeholder(tf.float32, (2, 4))
        with tf.control_dependencies([count.assign_add(1)]):
            noise = v1.random_uniform((2, 3))
        y = tf.matmul(x, tf.ones((4, 3))) + noise
        with v1.Session() as session:
            session.run(count.initializer)
            for _ in range(3):
                session.run(y, {x: np.ones((2, 4), np.float32)})
            assert session.run(count) == 3
    assert "it draws numbers or takes data after AssignAdd" in caplog.text


@contextmanager
def flow_of_tensorflow_1() -> Iterator[None]:
    """Conditions are operators of their own there, and no functions."""
    v1.disable_control_flow_v2()
    try:
        yield
    finally:
        v1.enable_control_flow_v2()


@pytest.mark.parametrize("kind", ["numbers", "data", "imported"])
def test_what_a_branch_takes_is_taken_in_it(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    """One that does not run draws no numbers for dropout, and takes no data."""
    with tf.Graph().as_default() as graph, flow_of_tensorflow_1():
        x, trains = v1.placeholder(tf.float32, (2, 4)), v1.placeholder(tf.bool, ())
        if kind == "data":
            data = tf.data.Dataset.range(9).map(lambda n: tf.fill((2, 4), tf.cast(n, tf.float32)))
            one, other = (v1.data.make_one_shot_iterator(data) for _ in range(2))
            taken = v1.cond(trains, one.get_next, other.get_next)
        else:
            taken = v1.cond(trains, lambda: x + v1.random_uniform((2, 4)), lambda: x)
        y = tf.matmul(taken, tf.ones((4, 3)))
    if kind == "imported":
        names = [item.name for item in (x, trains, y)]
        definition = graph.as_graph_def()
        with tf.Graph().as_default() as graph:
            x, trains, y = tf.import_graph_def(definition, return_elements=names, name="")
    found = []
    with v1.Session(graph=graph) as session:
        for is_training in (False, False, True, True, False):
            given = {x: np.ones((2, 4), np.float32), trains: is_training}
            found.append(float(session.run(y, given)[0, 0]))
    if kind == "data":
        assert found == [0, 4, 0, 4, 8]
    else:
        assert [found[0], found[1], found[4]] == [4, 4, 4]
        assert all(4 < item < 8 for item in found[2:4])
    assert "draws numbers or takes data in a branch or a loop" in caplog.text


def test_numbers_may_be_drawn_behind_a_branch(caplog: pytest.LogCaptureFixture) -> None:
    with tf.Graph().as_default(), flow_of_tensorflow_1():
        x, doubles = v1.placeholder(tf.float32, (2, 4)), v1.placeholder(tf.bool, ())
        chosen = v1.cond(doubles, lambda: x * 2, lambda: x)
        y = tf.matmul(chosen + v1.random_uniform(tf.shape(chosen)), tf.ones((4, 3)))
        with v1.Session() as session:
            for number in range(4):
                is_double = number % 2 == 1
                given = {x: np.ones((2, 4), np.float32), doubles: is_double}
                least = 8 if is_double else 4
                assert least < session.run(y, given)[0, 0] < least + 4
    assert "draws numbers" not in caplog.text


def test_sessions_of_a_server_stay_with_tensorflow(caplog: pytest.LogCaptureFixture) -> None:
    """They share variables, also with other processes."""
    server = v1.train.Server.create_local_server()
    with tf.Graph().as_default():
        weights = v1.get_variable("w", (4, 3), initializer=v1.ones_initializer())
        x = v1.placeholder(tf.float32, (2, 4))
        y = tf.matmul(x, weights)
        change = weights.assign(tf.zeros((4, 3)))
        given = {x: np.ones((2, 4), np.float32)}
        with v1.Session(server.target) as one, v1.Session(server.target) as other:
            one.run(weights.initializer)
            for _ in range(3):
                assert np.all(one.run(y, given) == 4)
            other.run(change.op)
            assert np.all(one.run(y, given) == 0)
    assert "it uses the variables of a server, which open-aoe does not see" in caplog.text


def test_tensorflow_computes_constants_and_nodes_of_a_session() -> None:
    """They are read while the graph of the session is the default one."""
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, (4, 4))
        half = tf.math.betainc(2.0, 2.0, tf.constant([0.5] * 4))
        y = tf.math.betainc(2.0, 2.0, tf.matmul(x, x) * half)
        with v1.Session() as session:
            found = [session.run(y, {x: np.eye(4, dtype=np.float32)}) for _ in range(3)]
    for item in found:
        np.testing.assert_allclose(item, np.eye(4) * 0.5, rtol=1e-5, atol=1e-6)
    assert native_runs() == 2
