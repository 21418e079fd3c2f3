"""A training on two workers of `MultiWorkerMirroredStrategy`, each a process that runs this file.

Tests say which packing is faster, because times of small steps tell nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

#: Inputs and outputs of the layers.
LAYERS = ((6, 40), (40, 40), (40, 3))
#: Samples of a worker, and the rate of learning.
SAMPLES, RATE = 4, 0.01
#: The packs that are compared with one pack for all gradients.
PLAN = (3, 4, 6)
#: Seconds after which the workers are ended.
_LONGEST = 240.0


def train(folder: Path, steps: int, faster: str, modes: tuple[str, str]) -> list[dict[str, Any]]:
    """What both workers found.

    Args:
        folder: Where they work, with the repository in it.
        steps: How many steps they train.
        faster: `packs`, or `one pack`: what is said to be faster. With `data that ends`, the step
            reads a batch of data that has too few for tuning.
        modes: AOE_MODE of each worker, or an empty text.
    """
    ports = [_free_port() for _ in modes]
    cluster = {"worker": [f"localhost:{port}" for port in ports]}
    (folder / "bank").mkdir(exist_ok=True)
    processes = []
    for rank, mode in enumerate(modes):
        variables = dict(os.environ)
        variables.pop("AOE_MODE", None)
        variables |= {
            "TF_CONFIG": json.dumps(
                {"cluster": cluster, "task": {"type": "worker", "index": rank}}
            ),
            "TF_CPP_MIN_LOG_LEVEL": "2",
            "TUNE_BANK_PATH": str(folder / "bank"),
            "PYTHONPATH": str(Path(__file__).parents[3]),
        } | ({"AOE_MODE": mode} if mode else {})
        command = [sys.executable, __file__, str(steps), faster]
        processes.append(_started(command, variables, folder))
    try:
        outputs = [process.communicate(timeout=_LONGEST) for process in processes]
    finally:
        for process in processes:
            process.kill()
    found = []
    for process, (printed, told) in zip(processes, outputs, strict=True):
        assert process.returncode == 0, told[-4000:]
        facts = json.loads(printed.splitlines()[-1])
        found.append({**facts, "printed": printed, "told": told})
    return found


def expected(steps: int) -> np.ndarray:
    """The weights after some steps, by NumPy, of all workers' samples together."""
    weights = initial_weights()
    batches = np.concatenate([samples(rank) for rank in range(2)])
    for _ in range(steps):
        hidden = [batches]
        for weight, bias in zip(weights[::2], weights[1::2], strict=True):
            hidden.append(np.tanh(hidden[-1] @ weight + bias))
        error = 2 * hidden[-1]
        gradients: list[np.ndarray] = []
        for number in reversed(range(len(LAYERS))):
            error = error * (1 - hidden[number + 1] ** 2)
            gradients = [hidden[number].T @ error, error.sum(axis=0), *gradients]
            error = error @ weights[2 * number].T
        weights = [one - RATE * other for one, other in zip(weights, gradients, strict=True)]
    return np.concatenate([item.ravel() for item in weights])


def initial_weights() -> list[np.ndarray]:
    """Weights and biases of the layers."""
    draws = np.random.default_rng(0)
    found: list[np.ndarray] = []
    for inputs, outputs in LAYERS:
        weight = draws.normal(size=(inputs, outputs)) * 0.3
        found += [weight.astype(np.float32), np.zeros(outputs, np.float32)]
    return found


def samples(rank: int) -> np.ndarray:
    """The samples of a worker."""
    drawn = np.random.default_rng(rank + 1).normal(size=(SAMPLES, LAYERS[0][0]))
    return drawn.astype(np.float32)


def _started(
    command: list[str], variables: Mapping[str, str], folder: Path
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=variables,
        cwd=folder,
    )


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("localhost", 0))
        port: int = taken.getsockname()[1]
        return port


class _Clock:
    """A clock on which a step takes long or not, as it is packed."""

    def __init__(self, is_packs: bool) -> None:
        self._is_packs = is_packs
        self._size: int | None = None

    def perf_counter(self) -> float:
        from aoe.tensorflow.gradients.decisions import decisions

        trial = decisions().trial
        if trial is not None:
            self._size = trial.bytes_per_pack
            return 0.0
        return 0.05 if (self._size is not None) == self._is_packs else 0.1


def _work(steps: int, faster: str) -> None:
    """What a worker does."""
    import logging
    from unittest.mock import patch

    import tensorflow as tf

    import aoe.tensorflow
    from aoe.tensorflow.gradients import tuned_function

    logging.basicConfig(level=logging.INFO)
    assert aoe.tensorflow.reports() == ()
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    rank = strategy.cluster_resolver.task_id
    with strategy.scope():
        variables = [tf.Variable(item) for item in initial_weights()]
    batch = tf.constant(samples(rank))
    packs: list[int] = []

    def gradients(x: Any) -> Any:
        with tf.GradientTape() as tape:
            for weight, bias in zip(variables[::2], variables[1::2], strict=True):
                x = tf.tanh(x @ weight + bias)
            loss = tf.reduce_sum(x * x)
        found = tape.gradient(loss, variables)
        found = tf.distribute.get_replica_context().all_reduce("SUM", found)
        graph = tf.compat.v1.get_default_graph()
        kinds = [operation.type for operation in graph.get_operations()]
        packs.append(kinds.count("CollectiveReduceV2"))
        for variable, gradient in zip(variables, found, strict=True):
            variable.assign_sub(RATE * gradient)
        return loss

    ends = faster == "data that ends"
    data = iter(tf.data.Dataset.from_tensors(batch).repeat(steps - 1))

    @tf.function  # type: ignore[untyped-decorator]
    def step(x: Any) -> Any:
        return strategy.run(gradients, args=(next(data) if ends else x,))

    clock = _Clock(faster == "packs")
    with (
        patch.object(tuned_function, "time", clock),
        patch.object(tuned_function, "candidate_packs", lambda *_: {"three": PLAN}),
        patch.object(tuned_function, "all_reduce_share", lambda _: 0.5),
        contextlib.suppress(tf.errors.OutOfRangeError),
    ):
        for _ in range(steps):
            step(batch)
    weights = np.concatenate([item.numpy().ravel() for item in variables])
    print(json.dumps({"packs": packs, "weights": weights.tolist()}), flush=True)


if __name__ == "__main__":
    _work(int(sys.argv[1]), sys.argv[2])
