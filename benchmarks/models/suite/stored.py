"""Five image networks whose graphs the `onnx` package carries without weights.

They are Caffe2 exports of opset 9: batch normalisation is apart from convolutions, inputs and
outputs have Caffe2's names. The files hold `ConstantOfShape` nodes in place of weights.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from benchmarks.models.finishing import drop_unused, estimate_statistics, feed_of

FOLDER = Path(onnx.__file__).parent / "backend/test/data/light"
#: The first format in which initializers need not be inputs.
_IR_VERSION = 4


def stored(name: str) -> onnx.ModelProto:
    """Builds the network of the file `light_NAME.onnx` with seeded weights.

    Convolutions have He's scale, dense layers that of their inputs. Scales and variances of batch
    normalisation are positive; its statistics are those of a run.
    """
    model = onnx.load(FOLDER / f"light_{name}.onnx")
    graph = model.graph
    random = np.random.default_rng(0)
    shapes = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    offsets = _offsets(graph)
    kept = []
    for node in graph.node:
        if node.op_type != "ConstantOfShape":
            kept.append(node)
            continue
        shape = tuple(int(size) for size in shapes[node.input[0]])
        array = _weights(random, shape, node.output[0] in offsets)
        graph.initializer.append(numpy_helper.from_array(array, node.output[0]))
    del graph.node[:]
    graph.node.extend(kept)
    weights = {item.name for item in graph.initializer}
    inputs = [item for item in graph.input if item.name not in weights]
    del graph.input[:]
    graph.input.extend(inputs)
    drop_unused(graph)
    model.ir_version = max(model.ir_version, _IR_VERSION)
    estimate_statistics(model, feed_of(model))
    return model


def _offsets(graph: onnx.GraphProto) -> set[str]:
    """The constants that are added or subtracted: biases and means."""
    found = set()
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            found |= set(node.input[2:3])
        elif node.op_type == "BatchNormalization":
            found |= set(node.input[2:4])
    return found


def _weights(random: np.random.Generator, shape: tuple[int, ...], offset: bool) -> np.ndarray:
    if len(shape) == 4:
        array = random.standard_normal(shape) * np.sqrt(2 / np.prod(shape[1:]))
    elif len(shape) == 2:
        array = random.standard_normal(shape) * np.sqrt(1 / shape[-1])
    elif offset:
        array = random.uniform(-0.1, 0.1, shape)
    else:
        array = random.uniform(0.5, 1.0, shape)
    return np.asarray(array, np.float32)
