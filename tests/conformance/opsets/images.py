"""Cases of convolution, pooling, resizing and sampling, products, and recurrent operators."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.conformance.opsets.cases import Case, floats, integers, pick

Random = np.random.Generator


def _padding(random: Random, kernel: list[int]) -> dict[str, Any]:
    mode = pick(random, "NOTSET", "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID")
    if mode != "NOTSET":
        return {"auto_pad": mode}
    return {"pads": [int(random.integers(n)) for n in kernel + kernel]}


def pool(op_type: str, version: int, random: Random) -> Case:
    rank = int(random.integers(1, 4))
    kernel, strides = integers(random, 1, 4, rank), integers(random, 1, 5, rank)
    spatial = integers(random, 4, 9, rank)
    attributes: dict[str, Any] = {"kernel_shape": kernel, "strides": strides}
    attributes |= _padding(random, kernel)
    since = {"AveragePool": 19, "LpPool": 18, "MaxPool": 10}[op_type]
    if version >= since:
        attributes["dilations"] = [int(random.integers(1, 3)) for _ in kernel]
    if version >= (18 if op_type == "LpPool" else 10):
        attributes["ceil_mode"] = int(random.integers(2))
    if op_type == "AveragePool" and version >= 7:
        attributes["count_include_pad"] = int(random.integers(2))
    outputs = 1
    if op_type == "LpPool":
        attributes["p"] = pick(random, 1, 2, 3)
    if op_type == "MaxPool" and version >= 8:
        outputs = int(random.integers(1, 3))
        attributes["storage_order"] = int(random.integers(2)) if outputs == 2 else 0
    if outputs == 2:  # places in an image whose edges are in no window are refused
        attributes["strides"] = [min(s, k) for s, k in zip(strides, kernel, strict=True)]
    if op_type == "LpPool" and version < 2:
        attributes["p"] = 2.0
    same = {"AveragePool": 7, "LpPool": 11, "MaxPool": 8}[op_type]
    return Case(
        op_type,
        [floats(random, 1, 2, *spatial)],
        attributes,
        outputs=outputs,
        later=(same, ("p",) if version < 2 else ()) if version < same else None,
    )


def global_norm(op_type: str, version: int, random: Random) -> Case:
    power = pick(random, 1, 2, 3)
    x = floats(random, 2, 3, *integers(random, 2, 4, int(random.integers(1, 4))))
    axes = tuple(range(2, x.ndim))
    return Case(
        op_type,
        [x],
        {"p": power if version >= 2 else float(power)},
        specification=lambda x: (np.abs(x) ** power).sum(axes, keepdims=True) ** (1 / power),
    )


def conv(op_type: str, version: int, random: Random) -> Case:
    rank, group = int(random.integers(1, 4)), int(random.integers(1, 3))
    kernel = integers(random, 1, 3, rank)
    attributes: dict[str, Any] = {"strides": integers(random, 1, 3, rank), "group": group}
    attributes["dilations"] = integers(random, 1, 2, rank)
    attributes |= _padding(random, kernel)
    spatial = integers(random, 5, 7, rank)
    inputs = [floats(random, 1, 2 * group, *spatial), floats(random, 2 * group, 2, *kernel)]
    return Case(op_type, [*inputs, floats(random, 2 * group)], attributes)


def conv_transpose(op_type: str, version: int, random: Random) -> Case:
    rank, group = int(random.integers(1, 4)), int(random.integers(1, 3))
    kernel, spatial = integers(random, 1, 4, rank), integers(random, 1, 4, rank)
    strides, dilations = integers(random, 1, 4, rank), integers(random, 1, 2, rank)
    attributes: dict[str, Any] = {"strides": strides, "dilations": dilations, "group": group}
    attributes |= _padding(random, [min(n, 2) for n in kernel])
    extra = [0] * rank
    if random.random() < 0.5:
        extra = [int(random.integers(max(s, d))) for s, d in zip(strides, dilations, strict=True)]
        attributes["output_padding"] = extra
    if random.random() < 0.4:
        sizes = zip(spatial, strides, kernel, dilations, extra, strict=True)
        full = [(n - 1) * s + (k - 1) * d + 1 + more for n, s, k, d, more in sizes]
        attributes["output_shape"] = [max(1, n - int(random.integers(4))) for n in full]
    inputs = [floats(random, 1, 2 * group, *spatial), floats(random, 2 * group, 2, *kernel)]
    return Case(op_type, inputs, attributes)


def upsample(op_type: str, version: int, random: Random) -> Case:
    mode = (
        pick(random, "nearest", "linear") if version >= 7 else pick(random, "nearest", "bilinear")
    )
    spatial = integers(random, 2, 6, 2)
    low = 0.4 if op_type == "Resize" else 1.0
    kind = pick(random, "whole", "fraction", "free")
    factors = [
        pick(random, 1.0, 2.0, 3.0)
        if kind == "whole"
        else float(np.float32(int(random.integers(n, 3 * n))) / np.float32(n))
        if kind == "fraction"
        else float(random.uniform(low, 3))
        for n in spatial
    ]
    x = floats(random, 1, 2, *spatial)
    if version < 7:
        height, width = (pick(random, 1.0, 2.0, 3.0) for _ in range(2))
        attributes = {"mode": "nearest", "height_scale": height, "width_scale": width}
        return Case(
            op_type,
            [x],
            attributes,
            specification=lambda x: x.repeat(int(height), 2).repeat(int(width), 3),
        )
    if version < 9:
        return Case(op_type, [x], {"mode": mode, "scales": [1.0, 1.0, *factors]})
    scales = np.asarray([1, 1, *factors], np.float32)
    return Case(op_type, [x, scales], {"mode": mode}, constants=[1])


def resize(op_type: str, version: int, random: Random) -> Case:
    if version < 11:
        return upsample(op_type, version, random)
    mode = pick(random, "nearest", "nearest", "linear", "cubic")
    coordinates = ["half_pixel", "pytorch_half_pixel", "asymmetric", "align_corners"]
    if version < 13:
        coordinates.append("tf_half_pixel_for_nn")
    if version >= 19:
        coordinates.append("half_pixel_symmetric")
    attributes: dict[str, Any] = {
        "mode": mode,
        "coordinate_transformation_mode": pick(random, *coordinates),
    }
    if mode == "nearest":
        rounding = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
        attributes["nearest_mode"] = pick(random, *rounding)
    if mode == "cubic" and random.random() < 0.5:
        attributes["exclude_outside"] = 1
    if version >= 18 and mode != "nearest" and random.random() < 0.3:
        attributes["antialias"] = 1
    old = integers(random, 2, 9, 2)
    new = [pick(random, *(n for n in range(1, 18) if n != size)) for size in old]
    roi = np.zeros(0, np.float32) if version < 13 else None
    x = floats(random, 1, 2, *old)
    if random.random() < 0.5:
        sizes = np.asarray([1, 2, *new], np.int64)
        empty = np.zeros(0, np.float32) if version < 13 else None
        constants = [3] if roi is None else [1, 2, 3]
        return Case(op_type, [x, roi, empty, sizes], attributes, constants)
    ratios = [np.float32(n) / np.float32(size) for n, size in zip(new, old, strict=True)]
    if random.random() < 0.5:
        ratios = [np.float32(pick(random, 0.5, 2.0, 1.7, 2.6, 0.7)) for _ in old]
    scales = np.asarray([1, 1, *ratios], np.float32)
    return Case(op_type, [x, roi, scales], attributes, [2] if roi is None else [1, 2])


def roi_align(op_type: str, version: int, random: Random) -> Case:
    attributes: dict[str, Any] = {
        "mode": pick(random, "avg", "max"),
        "output_height": 3,
        "output_width": 2,
        "sampling_ratio": 2,
        "spatial_scale": 0.5,
    }
    if version >= 16 and random.random() < 0.7:
        modes = ("half_pixel", "output_half_pixel")
        attributes["coordinate_transformation_mode"] = pick(random, *modes)
    corners = random.uniform(0, 6, (3, 2))
    rois = np.concatenate([corners, corners + random.uniform(2, 8, (3, 2))], 1)
    images = np.asarray([0, 1, 0], np.int64)
    inputs = [floats(random, 2, 2, 8, 8), rois.astype(np.float32), images]
    return Case(op_type, inputs, attributes, later=(16, ()) if version > 16 else None)


def grid_sample(op_type: str, version: int, random: Random) -> Case:
    modes = ("bilinear", "nearest", "bicubic") if version < 20 else ("linear", "nearest", "cubic")
    attributes: dict[str, Any] = {"align_corners": int(random.integers(2))}
    if random.random() < 0.8:
        attributes["mode"] = pick(random, *modes)
    attributes["padding_mode"] = pick(random, "zeros", "border", "reflection")
    grid = random.uniform(-1.2, 1.2, (1, 3, 4, 2)).astype(np.float32)
    return Case(op_type, [floats(random, 1, 2, 5, 4), grid], attributes)


def fourier(op_type: str, version: int, random: Random) -> Case:
    x = floats(random, 2, 4, 6, int(random.integers(1, 3)))
    axis = int(random.integers(1, 3))
    attributes: dict[str, int] = {"inverse": int(random.integers(2)) if x.shape[-1] == 2 else 0}
    if x.shape[-1] == 1:
        attributes["onesided"] = int(random.integers(2))
    if version < 20:
        if axis > 1 or random.random() < 0.5:
            attributes["axis"] = axis
        return Case(op_type, [x], attributes)
    if random.random() < 0.3:
        return Case(op_type, [x], attributes)
    return Case(op_type, [x, None, np.asarray(axis, np.int64)], attributes, constants=[2])


def gemm(op_type: str, version: int, random: Random) -> Case:
    m, n, k = integers(random, 1, 5, 3)
    a_first, b_first = int(random.integers(2)), int(random.integers(2))
    attributes: dict[str, Any] = {"alpha": 0.5, "beta": 1.5, "transA": a_first, "transB": b_first}
    a, b = (
        floats(random, *((k, m) if a_first else (m, k))),
        floats(random, *((n, k) if b_first else (k, n))),
    )
    sizes = [(m, n), (n,), (1,), (1, n)]
    if version >= 7:
        sizes += [(m, 1), ()]
    c = floats(random, *pick(random, *sizes))
    if version < 7:
        attributes["broadcast"] = int(c.shape != (m, n))

    def specification(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
        return np.asarray(
            0.5 * (a.T if a_first else a) @ (b.T if b_first else b) + 1.5 * c, np.float32
        )

    inputs = [a, b, c] if version < 11 or random.random() < 0.7 else [a, b]
    return Case(op_type, inputs, attributes, specification=specification)


def matmul(op_type: str, version: int, random: Random) -> Case:
    m, n, k = integers(random, 1, 5, 3)
    front = pick(random, (), (2,), (3, 1))
    return Case(op_type, [floats(random, *front, m, k), floats(random, k, n)])


def recurrent(op_type: str, version: int, random: Random) -> Case:
    gates = {"RNN": 1, "GRU": 3, "LSTM": 4}[op_type]
    steps, batch, size, hidden = 3, 2, 3, 4
    direction = pick(random, "forward", "reverse", "bidirectional")
    d = 2 if direction == "bidirectional" else 1
    attributes: dict[str, Any] = {"hidden_size": hidden, "direction": direction}
    if version < 7:
        attributes["output_sequence"] = 1
    if op_type == "GRU" and version >= 3:
        attributes["linear_before_reset"] = int(random.integers(2))
    inputs: list[np.ndarray | None] = [
        floats(random, steps, batch, size),
        floats(random, d, gates * hidden, size),
        floats(random, d, gates * hidden, hidden),
        floats(random, d, 2 * gates * hidden) if random.random() < 0.7 else None,
    ]
    if version >= 14 and random.random() < 0.3:
        return Case(op_type, inputs, attributes, [1, 2], outputs=2)
    lengths = np.asarray(integers(random, 1, steps, batch), np.int32)
    inputs.append(lengths if random.random() < 0.4 else None)
    later = (7, ("output_sequence",)) if version < 7 else None
    return Case(op_type, inputs, attributes, constants=[1, 2], outputs=2, later=later)


def quantized(op_type: str, version: int, random: Random) -> Case:
    """QuantizeLinear and DequantizeLinear."""
    x = floats(random, 3, 4)
    attributes: dict[str, int] = {}
    count: tuple[int, ...] = ()
    if version >= 13 and random.random() < 0.6:
        axis = int(random.integers(2))
        attributes["axis"], count = axis, (x.shape[axis],)
    scale = np.abs(floats(random, *count)) + np.float32(0.05)
    zero = random.integers(0, 9, count).astype(pick(random, np.int8, np.uint8))
    if op_type == "DequantizeLinear":
        x = random.integers(0, 100, x.shape).astype(zero.dtype)
    return Case(op_type, [x, np.asarray(scale, np.float32), np.asarray(zero)], attributes)


GENERATORS = {
    **dict.fromkeys(("AveragePool", "LpPool", "MaxPool"), pool),
    **dict.fromkeys(("GRU", "LSTM", "RNN"), recurrent),
    **dict.fromkeys(("DequantizeLinear", "QuantizeLinear"), quantized),
    "Conv": conv,
    "ConvTranspose": conv_transpose,
    "DFT": fourier,
    "Gemm": gemm,
    "GlobalLpPool": global_norm,
    "GridSample": grid_sample,
    "MatMul": matmul,
    "Resize": resize,
    "RoiAlign": roi_align,
    "Upsample": upsample,
}
