"""How far the outputs of ONNX Runtime move by rounding alone.

A model that rounds to 8 bits in every step of a recurrence amplifies the last bit of a float32
number: a state just below the middle between two of 256 steps is rounded down, one just above it is
rounded up. ONNX Runtime also rounds the states of DynamicQuantizeLSTM by groups of sequences, one
group for each thread. Two right engines then differ by as much as one engine does when the last
bits of its constants change or when it gets other threads. `peer_spread` measures that.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

from aoe.application.run.bench_command import relative_error
from benchmarks.peers.engine import Feed, Job
from benchmarks.peers.engines.onnxruntime import open_model

#: A difference of at most so many times the spread is rounding. The spread is the largest of a few
#: samples, so it may well be exceeded.
SPREAD_FACTOR = 2.0
#: How many times the constants are changed.
_CHANGES = 3
#: Threads of further runs: all sequences in one group, and each in its own.
_THREADS = (1, 8)
#: Operators with sizes of their result among float32 inputs.
_SHAPING = ("Range", "Resize", "Upsample")


def peer_spread(model: Path, feed: Feed, threads: int) -> float:
    """Returns the largest change of ONNX Runtime's outputs over the largest output.

    Args:
        model: The `.onnx` file.
        feed: Its inputs.
        threads: The number of threads of the run that the others are compared with. The others are
            runs with other threads, and runs whose float32 constants are moved to a neighbouring
            number, up or down at random.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        expected = open_model(Job(model, threads, place))(feed)
        runs = [Job(model, number, place) for number in _THREADS if number != threads]
        runs += [Job(path, threads, place) for path in _moved(model, place)]
        changes = [relative_error(open_model(job)(feed), expected) for job in runs]
    return max(filter(math.isfinite, changes), default=0.0)


def _moved(path: Path, folder: Path) -> Iterator[Path]:
    """Models with other last bits of constants."""
    for number in range(_CHANGES):
        model, generator = onnx.load(path), np.random.default_rng(number)
        for tensor in _constants(model.graph):
            if tensor.data_type == TensorProto.FLOAT:
                array = numpy_helper.to_array(tensor)
                towards = np.where(generator.random(array.shape) < 0.5, -np.inf, np.inf)
                moved = np.nextafter(array, towards.astype(np.float32))
                # Zeros stay: many are paddings or biases that are not there.
                kept = np.where(array == 0, array, moved).astype(np.float32)
                tensor.CopyFrom(numpy_helper.from_array(kept, tensor.name))
        made = folder / f"moved-{number}.onnx"
        onnx.save(model, made)
        yield made


def _constants(graph: onnx.GraphProto) -> Iterator[onnx.TensorProto]:
    """The constants of a graph, except for those that may decide shapes."""
    fixed = {name for node in graph.node if node.op_type in _SHAPING for name in node.input}
    yield from (item for item in graph.initializer if item.name not in fixed)
    for node in graph.node:
        if node.op_type == "Constant" and node.output[0] not in fixed:
            yield from (item.t for item in node.attribute)
