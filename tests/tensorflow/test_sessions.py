"""Training by `Session.run`, as scripts of TensorFlow 1 do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from aoe.errors import UsageError
from aoe.tensorflow import NPURunConfig, adapter, left_to_tensorflow
from tests.tensorflow.networks import native_runs

v1 = tf.compat.v1
OPTIMIZERS = {
    "sgd": lambda: v1.train.GradientDescentOptimizer(0.05),
    "momentum": lambda: v1.train.MomentumOptimizer(0.05, 0.9, use_nesterov=True),
    "adam": lambda: v1.train.AdamOptimizer(1e-3),
    "rms": lambda: v1.train.RMSPropOptimizer(1e-3, momentum=0.5),
    "adagrad": lambda: v1.train.AdagradOptimizer(0.05),
    "adadelta": lambda: v1.train.AdadeltaOptimizer(0.5),
}


class Network:
    """A small network of convolutions, in a graph of its own."""

    def __init__(self, optimizer: str = "adam", resources: bool = True, rate: float = 0.0) -> None:
        self.graph = tf.Graph()
        with self.graph.as_default(), v1.variable_scope("net", use_resource=resources):
            v1.set_random_seed(1)
            self.x = v1.placeholder(tf.float32, [None, 8, 8, 1], "x")
            self.y = v1.placeholder(tf.int64, [None], "y")
            initial = v1.truncated_normal_initializer(stddev=0.2)
            w1 = v1.get_variable("w1", [3, 3, 1, 4], initializer=initial)
            w2 = v1.get_variable("w2", [64, 3], initializer=initial)
            b2 = v1.get_variable("b2", [3], initializer=v1.zeros_initializer())
            h = tf.nn.relu(tf.nn.conv2d(self.x, w1, 1, "SAME"))
            h = tf.reshape(tf.nn.max_pool2d(h, 2, 2, "SAME"), [-1, 64])
            if rate:
                h = v1.nn.dropout(h, rate=rate)
            logits = tf.nn.bias_add(tf.matmul(h, w2), b2)
            self.logits = tf.identity(logits, "logits")
            self.loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=self.y, logits=logits)
            )
            self.step = v1.train.get_or_create_global_step()
            self.train = OPTIMIZERS[optimizer]().minimize(self.loss, global_step=self.step)
            self.start = v1.global_variables_initializer()
            self.variables = v1.trainable_variables()

    @contextmanager
    def session(self, config: Any = None) -> Iterator[Any]:
        with v1.Session(graph=self.graph, config=config) as session:
            session.run(self.start)
            yield session


def feeds(network: Network, seed: int = 0) -> dict[Any, np.ndarray]:
    generator = np.random.default_rng(seed)
    return {
        network.x: generator.standard_normal((6, 8, 8, 1)).astype(np.float32),
        network.y: generator.integers(0, 3, 6),
    }


def losses(network: Network, steps: int = 4) -> list[float]:
    with network.session() as session:
        return [
            float(session.run([network.train, network.loss], feeds(network, seed))[1])
            for seed in range(steps)
        ]


#: Operators of both kinds of variables are the same functions.
CASES = [*((name, False) for name in sorted(OPTIMIZERS)), ("sgd", True), ("adam", True)]


@pytest.mark.parametrize(("optimizer", "resources"), CASES)
def test_losses_are_those_of_tensorflow(optimizer: str, resources: bool) -> None:
    found = losses(Network(optimizer, resources))
    assert native_runs() == 3
    with left_to_tensorflow():
        wanted = losses(Network(optimizer, resources))
    np.testing.assert_allclose(found, wanted, rtol=1e-4)


def test_random_numbers_are_those_of_the_session() -> None:
    found = losses(Network("sgd", rate=0.5))
    assert native_runs() == 3
    with left_to_tensorflow():
        wanted = losses(Network("sgd", rate=0.5))
    np.testing.assert_allclose(found, wanted, rtol=1e-4)


def test_other_runs_see_what_steps_have_changed(tmp_path: Path) -> None:
    network = Network("sgd")
    with network.session() as session:
        before = session.run(network.variables)
        for seed in range(3):
            session.run(network.train, feeds(network, seed))
        after = session.run(network.variables)
        assert session.run(network.step) == 3
        found = session.run(network.logits, feeds(network))
        with left_to_tensorflow():
            np.testing.assert_allclose(
                found, session.run(network.logits, feeds(network)), rtol=1e-5, atol=1e-6
            )
        for variable, value in zip(network.variables, before, strict=True):
            variable.load(value, session)
        again = session.run(network.logits, feeds(network))
    assert native_runs() > 2
    assert all(np.abs(one - other).max() > 0 for one, other in zip(before, after, strict=True))
    assert np.abs(again - found).max() > 1e-4


def test_a_callable_leaves_the_session_to_tensorflow(caplog: pytest.LogCaptureFixture) -> None:
    network = Network("sgd")
    with network.session() as session:
        for seed in range(3):
            session.run(network.train, feeds(network, seed))
        read = session.make_callable(network.variables)
        values = read()
        native = native_runs()
        session.run(network.train, feeds(network))
        assert native_runs() == native
        assert all(np.abs(one - other).max() > 0 for one, other in zip(values, read(), strict=True))
    assert "it uses make_callable, which open-aoe does not see" in caplog.text


def test_parameters_are_taken_out_of_the_configuration() -> None:
    """TensorFlow does not know AOE's optimizer, and would refuse it."""
    config = v1.ConfigProto()
    operator = config.graph_options.rewrite_options.custom_optimizers.add()
    operator.name = "NpuOptimizer"
    operator.parameter_map["aoe_mode"].s = tf.compat.as_bytes("3")
    network = Network("sgd")
    with (
        network.session(config) as session,
        pytest.raises(UsageError, match="aoe_mode should be one of the list"),
    ):
        session.run(network.train, feeds(network))
    assert len(config.graph_options.rewrite_options.custom_optimizers) == 1


def test_parameters_without_an_effect_are_named(caplog: pytest.LogCaptureFixture) -> None:
    config = v1.ConfigProto()
    operator = config.graph_options.rewrite_options.custom_optimizers.add()
    operator.name = "NpuOptimizer"
    operator.parameter_map["aoe_mod"].s = b"2"
    operator.parameter_map["use_off_line"].b = True
    with v1.Session(config=config, graph=tf.Graph()):
        pass
    assert "parameter_map: 'aoe_mod', 'use_off_line' have no effect here; it reads aoe_mode" in (
        caplog.text
    )


def test_a_run_configuration_has_aoes_keywords() -> None:
    config = NPURunConfig(aoe_mode=4, work_path="tuned")
    (operator,) = config.session_config.graph_options.rewrite_options.custom_optimizers
    assert {name: item.s for name, item in operator.parameter_map.items()} == {
        "aoe_mode": b"4",
        "work_path": b"tuned",
    }
    with pytest.raises(UsageError, match="NPURunConfig has no 'precision_mode' on a CPU"):
        NPURunConfig(precision_mode="allow_mix_precision")


def test_a_parameter_that_is_no_text_is_refused() -> None:
    config = v1.ConfigProto()
    operator = config.graph_options.rewrite_options.custom_optimizers.add()
    operator.name = "NpuOptimizer"
    operator.parameter_map["aoe_mode"].s = b"\xff"
    network = Network("sgd")
    with (
        network.session(config) as session,
        pytest.raises(UsageError, match="aoe_mode should be one of the list"),
    ):
        session.run(network.train, feeds(network))


def test_a_run_configuration_takes_a_configuration_of_sessions() -> None:
    with pytest.raises(UsageError, match="session_config=3: must be a"):
        NPURunConfig(session_config=3)


def test_a_run_without_a_network_is_no_step() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        assert session.run(tf.constant(2) + 3) == 5
    assert adapter.reports() == ()
