"""Cases of operators that choose among boxes, measure losses, or compute with integers."""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import helper, numpy_helper

from tests.conformance.opsets.cases import Case, floats, integers, pick, shape

Random = np.random.Generator


def ordered(op_type: str, version: int, random: Random) -> Case:
    """GreaterOrEqual and LessOrEqual."""
    whole = shape(random)
    sides = [random.integers(0, 3, size).astype(np.float32) for size in (whole, whole[-1:])]
    return Case(op_type, sides)


def modulo(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random)
    if random.random() < 0.5:
        return Case(op_type, [floats(random, *whole), floats(random, *whole) + 3], {"fmod": 1})
    sides = [random.integers(*ends, whole) for ends in ((-9, 9), (1, 5))]
    return Case(op_type, sides, {"fmod": int(random.integers(2))})


def filled(op_type: str, version: int, random: Random) -> Case:
    """ConstantOfShape."""
    size = np.asarray(shape(random), np.int64)
    value = numpy_helper.from_array(
        np.asarray([pick(random, 1, 7)], pick(random, np.int64, np.float32))
    )
    return Case(op_type, [size], pick(random, {}, {"value": value}), constants=[0])


def constant(op_type: str, version: int, random: Random) -> Case:
    value = numpy_helper.from_array(floats(random, *shape(random)))
    return Case(op_type, [], {"value": value})


def unpool(op_type: str, version: int, random: Random) -> Case:
    """MaxUnpool of windows of 2 × 2 that do not overlap."""
    maps, (height, width) = 2, integers(random, 1, 3, 2)
    corners = np.arange(height)[:, None] * 4 * width + np.arange(width) * 2
    inside = pick(random, 0, 1, 2 * width, 2 * width + 1)
    places = np.arange(maps)[:, None, None] * 4 * height * width + corners + inside
    attributes = {"kernel_shape": [2, 2], "strides": [2, 2]}
    x = floats(random, 1, maps, height, width)
    return Case(op_type, [x, places[None].astype(np.int64)], attributes, constants=[1])


def suppression(op_type: str, version: int, random: Random) -> Case:
    """NonMaxSuppression whose boxes are far apart or equal, so that rounding does not matter."""
    centers = random.integers(0, 4, (1, 8, 2)) * 10.0
    boxes = np.concatenate([centers, centers + 4], 2)
    if center := int(random.integers(2)):
        boxes[..., 2:] = 4
    scores = random.permutation(16).reshape(1, 2, 8) / 16
    limits = [np.asarray(item) for item in (np.int64(3), np.float32(0.5), np.float32(0.2))]
    inputs = [boxes.astype(np.float32), scores.astype(np.float32), *limits]
    return Case(op_type, inputs, {"center_point_box": center}, constants=[2, 3, 4])


def loss(op_type: str, version: int, random: Random) -> Case:
    batch, classes, size = integers(random, 2, 4, 3)
    x = floats(random, batch, classes, size)
    if op_type == "NegativeLogLikelihoodLoss":
        x = -np.abs(x)
    labels = random.integers(0, classes, (batch, size))
    attributes: dict[str, Any] = {"reduction": pick(random, "none", "mean", "sum")}
    if random.random() < 0.5:
        attributes["ignore_index"] = 0
        labels[0, 0] = 1
    scales = np.abs(floats(random, classes)) + np.float32(0.1)
    inputs = [x, labels] if random.random() < 0.5 else [x, labels, scales]
    return Case(op_type, inputs, attributes)


def quantized_product(op_type: str, version: int, random: Random) -> Case:
    m, n, k = integers(random, 1, 5, 3)
    dtype = pick(random, np.int8, np.uint8)
    scales = [np.asarray(number, np.float32) for number in (0.05, 0.1, 0.4)]
    zeros = [np.asarray(random.integers(0, 5), dtype) for _ in scales]
    a, b = (random.integers(0, 60, size).astype(dtype) for size in ((m, k), (k, n)))
    inputs = [a, scales[0], zeros[0], b, scales[1], zeros[1], scales[2], zeros[2]]
    return Case(op_type, inputs, constants=[1, 2, 4, 5, 6, 7])


def like(op_type: str, version: int, random: Random) -> Case:
    """CastLike."""
    target = np.zeros(1, pick(random, np.int32, np.float64, np.bool_))
    return Case(op_type, [random.integers(0, 3, shape(random)).astype(np.float32), target])


def branch(op_type: str, version: int, random: Random) -> Case:
    """If between operators whose form changed; the branches read the value around them."""
    whole = (2, 3, 4)
    unsqueezed = helper.make_node("Softmax", ["i1"], ["p"], axis=int(random.integers(1, 3)))
    flat = helper.make_node("LogSoftmax", ["i1"], ["q"], axis=1)
    bodies = [
        helper.make_graph([node], name, [], [helper.make_tensor_value_info(output, 1, whole)])
        for node, name, output in ((unsqueezed, "t", "p"), (flat, "e", "q"))
    ]
    condition = np.asarray(bool(random.integers(2)))
    attributes = {"then_branch": bodies[0], "else_branch": bodies[1]}
    return Case(op_type, [condition, floats(random, *whole)], attributes, constants=[0], read=1)


def loop(op_type: str, version: int, random: Random) -> Case:
    """Loop whose body has an operator whose form changed."""
    whole = (2, 3, 4)
    state, flag = (
        helper.make_tensor_value_info(*item) for item in (("d", 1, whole), ("on", 9, ()))
    )
    body = helper.make_graph(
        [
            helper.make_node("Identity", ["go"], ["on"]),
            helper.make_node("Softmax", ["a"], ["s"], axis=int(random.integers(1, 3))),
            helper.make_node("Add", ["s", "a"], ["d"]),
            helper.make_node("Identity", ["d"], ["row"]),
        ],
        "body",
        [
            helper.make_tensor_value_info("i", 7, ()),
            helper.make_tensor_value_info("go", 9, ()),
            helper.make_tensor_value_info("a", 1, whole),
        ],
        [flag, state, helper.make_tensor_value_info("row", 1, whole)],
    )
    given = [
        np.asarray(int(random.integers(1, 4)), np.int64),
        np.asarray(True),
        floats(random, *whole),
    ]
    return Case(op_type, given, {"body": body}, constants=[0, 1], outputs=2)


def scan(op_type: str, version: int, random: Random) -> Case:
    """Scan; at operator set 8 over a batch."""
    steps, size = int(random.integers(1, 4)), 3
    body = helper.make_graph(
        [
            helper.make_node("Mul", ["a", "p"], ["e"]),
            helper.make_node("Add", ["e", "p"], ["c"]),
            helper.make_node("Neg", ["c"], ["d"]),
        ],
        "body",
        [helper.make_tensor_value_info(name, 1, (size,)) for name in "ap"],
        [helper.make_tensor_value_info(name, 1, (size,)) for name in "cd"],
    )
    back = int(random.integers(2))
    attributes: dict[str, Any] = {"num_scan_inputs": 1, "body": body}
    if version < 9:
        attributes["directions"] = [back]
        inputs = [None, floats(random, 2, size), floats(random, 2, steps, size)]
        return Case(op_type, inputs, attributes, outputs=2)
    attributes["scan_input_directions"] = [back]
    axis = pick(random, 0, 1, *([-1] if version >= 11 else []))
    attributes["scan_input_axes"] = [axis]
    whole = (steps, size) if axis == 0 else (size, steps)
    return Case(op_type, [floats(random, size), floats(random, *whole)], attributes, outputs=2)


GENERATORS = {
    **dict.fromkeys(("GreaterOrEqual", "LessOrEqual"), ordered),
    **dict.fromkeys(("NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss"), loss),
    "CastLike": like,
    "Constant": constant,
    "ConstantOfShape": filled,
    "If": branch,
    "Loop": loop,
    "MaxUnpool": unpool,
    "Mod": modulo,
    "NonMaxSuppression": suppression,
    "QLinearMatMul": quantized_product,
    "Scan": scan,
}
