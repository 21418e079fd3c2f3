"""Trains a step on two workers of TensorFlow with the `bytes_per_pack` of a plan, and tells how
TensorFlow packs gradients: as `aoe.gradient_tuning.rules.by_packs` says, or otherwise.

    python -m benchmarks.gradients tensorflow

`MultiWorkerMirroredStrategy` connects two processes of this machine. Each worker also computes the
gradients of both batches alone, so that what was reduced can be checked. Needs tensorflow, not
torch.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from aoe.gradient_tuning.backward_profile import BackwardProfile
from aoe.gradient_tuning.export import settings_of
from aoe.gradient_tuning.link import Link
from aoe.gradient_tuning.robust import robust
from aoe.gradient_tuning.rules import by_packs
from benchmarks.report import Row

_WORKERS, _SAMPLES = 2, 4
#: Inputs and outputs of the layers.
_LAYERS = ((64, 512), (512, 512), (512, 256), (256, 64), (64, 10))
#: A link on which several packs pay: seconds of its start-up, seconds for each byte.
_LINK = (1e-4, 2e-9)
#: Seconds between two gradients that become ready.
_INTERVAL = 1e-3
#: Seconds after which the workers are ended.
_LONGEST = 120.0


def pack_rows() -> list[Row]:
    """A row for each size of packs: as planned, as TensorFlow made them, and the gradients."""
    profile = _profile()
    sizes = (0, chosen_bytes(profile), 64 << 10, 1 << 20)
    found = _run(sizes)
    rows: list[Row] = []
    for number, size in enumerate(sizes):
        plan = by_packs(profile.sizes, size)
        workers = [item[number] for item in found]
        rows.append(
            {
                "bytes_per_pack": size,
                "planned": " ".join(map(str, plan)),
                "TensorFlow": " ".join(map(str, np.cumsum(workers[0]["packs"]).tolist())),
                "gradients apart": max(item["apart"] for item in workers),
            }
        )
    return rows


def chosen_bytes(profile: BackwardProfile) -> int:
    """The `bytes_per_pack` that is chosen for the plan to use."""
    backward = profile.backward(Link.linear(*_LINK))
    settings = settings_of(profile, backward, robust(backward))
    text = next(item.text for item in settings if item.tool == "TensorFlow")
    return int(text.partition("=")[2].rstrip(")"))


def _profile() -> BackwardProfile:
    """The profile of the network: the last layer's bias is ready first."""
    sizes: list[int] = []
    for inputs, outputs in reversed(_LAYERS):
        sizes += [4 * outputs, 4 * inputs * outputs]
    count = len(sizes)
    order = tuple(range(count - 1, -1, -1))
    names = tuple(map(str, order))
    return BackwardProfile(order, names, ("float32",) * count, tuple(sizes), (_INTERVAL,) * count)


def _run(sizes: Sequence[int]) -> list[list[dict[str, Any]]]:
    """What each worker found for each size of packs."""
    ports = [_free_port() for _ in range(_WORKERS)]
    cluster = {"worker": [f"localhost:{port}" for port in ports]}
    processes = []
    for rank in range(_WORKERS):
        config = json.dumps({"cluster": cluster, "task": {"type": "worker", "index": rank}})
        command = [sys.executable, "-m", "benchmarks.gradients.tensorflow_packs", *map(str, sizes)]
        environment = {**os.environ, "TF_CONFIG": config, "TF_CPP_MIN_LOG_LEVEL": "2"}
        processes.append(
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        )
    try:
        outputs = [process.communicate(timeout=_LONGEST)[0] for process in processes]
    finally:
        for process in processes:
            process.kill()
    for process in processes:
        if process.returncode:
            raise SystemExit(f"a worker of TensorFlow ended with status {process.returncode}")
    return [json.loads(text.splitlines()[-1]) for text in outputs]


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("localhost", 0))
        port: int = taken.getsockname()[1]
        return port


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains a step with each size of packs, as one of the workers, and prints what it found."""
    import tensorflow as tf
    from tensorflow.python.distribute import cross_device_utils

    sizes = [int(text) for text in (sys.argv[1:] if arguments is None else arguments)]
    strategy: Any = tf.distribute.MultiWorkerMirroredStrategy()
    rank = strategy.cluster_resolver.task_id
    usual, packs = cross_device_utils.group_by_size, []

    def noted(tensors: Any, bytes_per_pack: int) -> Any:
        made = usual(tensors, bytes_per_pack)
        packs.append([len(pack) for pack in made])
        return made

    cross_device_utils.group_by_size = noted
    draws = np.random.default_rng(0)
    weights = [draws.normal(size=shape).astype("float32") * 0.05 for shape in _LAYERS]
    batches = draws.normal(size=(_WORKERS, _SAMPLES, _LAYERS[0][0])).astype("float32")
    with strategy.scope():
        variables = []
        for array in weights:
            variables += [tf.Variable(array), tf.Variable(np.zeros(array.shape[1], "float32"))]

    def gradients(x: Any) -> list[Any]:
        with tf.GradientTape() as tape:
            for weight, bias in zip(variables[::2], variables[1::2], strict=True):
                x = tf.tanh(x @ weight + bias)
            loss = tf.reduce_sum(x * x)
        # In the order in which they become ready; TensorFlow turns the list over and packs it.
        return list(tape.gradient(loss, variables))

    expected = [sum(parts) for parts in zip(*map(gradients, batches), strict=True)]
    found = []
    for size in sizes:
        packs.clear()
        options = tf.distribute.experimental.CommunicationOptions(bytes_per_pack=size)

        def step(options: Any = options) -> Any:
            own = gradients(tf.constant(batches[rank]))
            return tf.distribute.get_replica_context().all_reduce("SUM", own, options=options)

        reduced = strategy.run(tf.function(step))
        apart = max(
            float(tf.reduce_max(tf.abs(one - other)) / tf.reduce_max(tf.abs(other)))
            for one, other in zip(reduced, expected, strict=True)
        )
        found.append({"packs": packs[-1], "apart": apart})
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
