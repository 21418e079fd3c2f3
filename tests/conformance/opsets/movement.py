"""Cases of operators that move, choose, cut or join elements, and of reductions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.conformance.opsets.cases import Case, floats, integers, pick, shape

Random = np.random.Generator

_REDUCTIONS = (
    *("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean"),
    *("ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare"),
)


def _int64(*numbers: int) -> np.ndarray:
    return np.asarray(numbers, np.int64)


def _axes(random: Random, rank: int, least: int = 1) -> list[int]:
    count = int(random.integers(least, rank + 1))
    return sorted(int(axis) for axis in random.permutation(rank)[:count])


def reduction(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random)
    attributes: dict[str, Any] = {}
    axes = _axes(random, len(whole)) if random.random() < 0.8 else None
    if random.random() < 0.6:
        attributes["keepdims"] = int(random.integers(2))
    if axes is not None and version >= 11 and random.random() < 0.5:
        axes = [axis - len(whole) for axis in axes]
    x = np.abs(floats(random, *whole)) + np.float32(0.1)
    if version < (13 if op_type == "ReduceSum" else 18):
        if axes is not None:
            attributes["axes"] = axes
        return Case(op_type, [x], attributes)
    if random.random() < 0.5:
        attributes["noop_with_empty_axes"] = int(random.integers(2))
    if axes is None:
        return Case(op_type, [x], attributes)
    return Case(op_type, [x, _int64(*axes)], attributes, constants=[1])


def arg_reduction(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random)
    low = -len(whole) if version >= 11 else 0
    attributes = {"axis": int(random.integers(low, len(whole)))} if random.random() < 0.8 else {}
    if random.random() < 0.6:
        attributes["keepdims"] = int(random.integers(2))
    if version >= 12 and random.random() < 0.6:
        attributes["select_last_index"] = int(random.integers(2))
    x = random.integers(0, 3, whole).astype(np.float32)
    return Case(op_type, [x], attributes)


def softmax(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random)
    low = -len(whole) if version >= 11 else 0
    attributes: dict[str, int] = {}
    if random.random() < 0.8 or len(whole) < 2:
        attributes["axis"] = int(random.integers(low, len(whole)))
    return Case(op_type, [floats(random, *whole)], attributes)


def concat(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random, 2)
    axis = int(random.integers(len(whole)))
    attributes = {"axis": axis}
    if version < 4 and random.random() < 0.5:
        axis, attributes = 1, {}
    elif version >= 11 and random.random() < 0.4:
        attributes = {"axis": axis - len(whole)}
    sizes = [(*whole[:axis], n, *whole[axis + 1 :]) for n in integers(random, 1, 4, 3)]
    return Case(
        op_type,
        [floats(random, *size) for size in sizes],
        attributes,
        specification=lambda *parts: np.concatenate(parts, axis),
    )


def split(op_type: str, version: int, random: Random) -> Case:
    axis, rank, pieces = int(random.integers(3)), 3, int(random.integers(1, 4))
    sizes = integers(random, 1, 3, pieces)
    if equal := random.random() < 0.5:
        sizes = [2] * pieces
        if version >= 18 and pieces > 1:
            sizes[-1] = 1  # the last piece may be smaller
    whole = [3] * rank
    whole[axis] = sum(sizes)
    attributes: dict[str, Any] = {"axis": axis} if axis or random.random() < 0.5 else {}
    inputs: list[np.ndarray | None] = [floats(random, *whole)]
    if not equal and version < 13:
        attributes["split"] = sizes
    elif not equal:
        inputs.append(_int64(*sizes))
    elif version >= 18:
        attributes["num_outputs"] = pieces
    ends = np.cumsum(sizes)[:-1]
    return Case(
        op_type,
        inputs,
        attributes,
        constants=range(1, len(inputs)),
        outputs=pieces,
        specification=lambda x, *_: list(np.split(x, ends, axis)),
    )


def reshape(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random, 2)
    target = [0, -1] if random.random() < 0.5 else [-1, whole[0]]
    x = floats(random, *whole)
    if version < 5:
        attributes = {"shape": target, "consumed_inputs": [0]}
        return Case(
            op_type,
            [x],
            attributes,
            specification=lambda x: x.reshape([n or x.shape[i] for i, n in enumerate(target)]),
        )
    return Case(op_type, [x, _int64(*target)], constants=[1])


def squeeze(op_type: str, version: int, random: Random) -> Case:
    whole = [1 if random.random() < 0.6 else 3 for _ in range(4)]
    ones = [axis for axis, size in enumerate(whole) if size == 1]
    if not ones or random.random() < 0.3:
        return Case(op_type, [floats(random, *whole)])
    axes = [axis - 4 if version >= 11 and random.random() < 0.4 else axis for axis in ones]
    if version < 13:
        return Case(op_type, [floats(random, *whole)], {"axes": axes})
    return Case(op_type, [floats(random, *whole), _int64(*axes)], constants=[1])


def unsqueeze(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random, 1, 3)
    axes = pick(random, [0], [1], [0, 2], *([[-1]] if version >= 11 else []))
    axes = [axis for axis in axes if axis <= len(whole)]
    if version < 13:
        return Case(op_type, [floats(random, *whole)], {"axes": axes})
    return Case(op_type, [floats(random, *whole), _int64(*axes)], constants=[1])


def slice_(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random, 2)
    axes = _axes(random, len(whole))
    starts = [int(random.integers(-6, 5)) for _ in axes]
    ends = [pick(random, *range(-4, 6), 2**31 - 1) for _ in axes]
    x = floats(random, *whole)
    if version < 10:
        attributes = {"starts": starts, "ends": ends, "axes": axes}
        if axes == list(range(len(axes))) and random.random() < 0.5:
            del attributes["axes"]
        return Case(op_type, [x], attributes)
    # Backwards, ONNX Runtime takes the largest int32 for the front end, which ONNX does not say.
    steps = [pick(random, 1, 2, *([-1] if end < 9 else [])) for end in ends]
    bounds = [_int64(*item) for item in (starts, ends, axes, steps)]
    return Case(op_type, [x, *bounds], constants=[1, 2, 3, 4])


def pad(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random, 2)
    mode = pick(random, "constant", "reflect", "edge", *(["wrap"] if version >= 19 else []))
    low = -1 if mode == "constant" and min(whole) > 2 else 0
    most = [min(2, size - 1) for size in whole] * 2
    pads = [int(random.integers(low, n + 1)) for n in most]
    dtype = pick(random, np.float32, np.float64)
    x = floats(random, *whole).astype(dtype)
    attributes: dict[str, Any] = (
        {} if mode == "constant" and random.random() < 0.5 else {"mode": mode}
    )
    value = round(float(random.uniform(-2, 2)), 2) if random.random() < 0.6 else None
    widths = list(zip(pads[: len(whole)], pads[len(whole) :], strict=True))
    if version < 11:
        attributes["pads" if version >= 2 else "paddings"] = pads
        if value is not None:
            attributes["value"] = value
        return Case(op_type, [x], attributes, specification=_padded(widths, mode, value or 0.0))
    filler = None if value is None else np.asarray(value, dtype)
    constants = [1] if filler is None else [1, 2]
    return Case(op_type, [x, _int64(*pads), filler], attributes, constants=constants)


def _padded(widths: list[tuple[int, int]], mode: str, value: float):  # type: ignore[no-untyped-def]
    def specification(x: np.ndarray) -> np.ndarray:
        kept = tuple(
            slice(max(-low, 0), size - max(-high, 0))
            for size, (low, high) in zip(x.shape, widths, strict=True)
        )
        grown = [(max(low, 0), max(high, 0)) for low, high in widths]
        if mode == "constant":
            return np.pad(x[kept], grown, constant_values=x.dtype.type(value))
        return np.pad(x[kept], grown, "reflect" if mode == "reflect" else "edge")

    return specification


def tile(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random)
    x = floats(random, *whole)
    if version >= 6:
        return Case(op_type, [x, _int64(*integers(random, 1, 3, len(whole)))], constants=[1])
    tiles, axis = int(random.integers(1, 4)), int(random.integers(len(whole)))
    given = [np.asarray(item, np.float32).reshape(pick(random, (), (1,))) for item in (tiles, axis)]
    return Case(
        op_type,
        [x, *given],
        constants=[1, 2],
        specification=lambda x, *_: np.concatenate([x] * tiles, axis),
    )


def top_k(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random)
    axis = int(random.integers(len(whole)))
    k = int(random.integers(1, whole[axis] + 1))
    attributes = {"axis": axis}
    if version >= 11 and random.random() < 0.5:
        attributes = {"axis": axis - len(whole), "largest": int(random.integers(2))}
    x = floats(random, *whole)
    if version < 10:
        return Case(op_type, [x], {**attributes, "k": k}, outputs=2)
    return Case(op_type, [x, _int64(k)], attributes, constants=[1], outputs=2)


def gather(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random, 2)
    low = -len(whole) if version >= 11 else 0
    axis = int(random.integers(low, len(whole)))
    size = whole[axis]
    indices = random.integers(-size if version >= 11 else 0, size, shape(random, 1, 2))
    attributes = {"axis": axis} if axis or random.random() < 0.5 else {}
    return Case(op_type, [floats(random, *whole), indices.astype(np.int64)], attributes)


def elements(op_type: str, version: int, random: Random) -> Case:
    """GatherElements, Scatter and ScatterElements."""
    whole = shape(random)
    axis = int(random.integers(-len(whole) if version >= 11 else 0, len(whole)))
    part = [int(random.integers(1, size + 1)) for size in whole]
    places = np.stack(
        [random.permutation(whole[axis])[: part[axis]] for _ in range(int(np.prod(part)))], -1
    )
    places = np.moveaxis(
        places[:, : int(np.prod(part)) // part[axis]].reshape(
            part[axis], *(n for i, n in enumerate(part) if i != axis % len(whole))
        ),
        0,
        axis,
    )
    attributes: dict[str, Any] = {"axis": axis}
    x, indices = floats(random, *whole), places.astype(np.int64)
    if op_type == "GatherElements":
        return Case(op_type, [x, indices], attributes)
    if version >= 16 and op_type == "ScatterElements" and random.random() < 0.6:
        choices = ("none", "add", "mul", *(("min", "max") if version >= 18 else ()))
        attributes["reduction"] = pick(random, *choices)
    return Case(op_type, [x, indices, floats(random, *part)], attributes)


def nd(op_type: str, version: int, random: Random) -> Case:
    """GatherND and ScatterND."""
    whole = shape(random, 2, 3)
    depth = int(random.integers(1, len(whole) + 1))
    count = int(random.integers(1, 3))
    flat = random.permutation(int(np.prod(whole[:depth])))[:count]
    indices = np.stack(np.unravel_index(flat, whole[:depth]), -1).astype(np.int64)
    x = floats(random, *whole)
    if op_type == "GatherND":
        return Case(op_type, [x, indices])
    attributes = {}
    if version >= 16 and random.random() < 0.6:
        choices = ("none", "add", "mul", *(("min", "max") if version >= 18 else ()))
        attributes["reduction"] = pick(random, *choices)
    return Case(op_type, [x, indices, floats(random, len(flat), *whole[depth:])], attributes)


def plain(op_type: str, version: int, random: Random) -> Case:
    """Operators of one input whose form never changed."""
    whole = shape(random, 2)
    attributes: dict[str, Any] = {}
    if op_type == "Flatten" and random.random() < 0.7:
        low = -len(whole) if version >= 11 else 0
        attributes["axis"] = int(random.integers(low, len(whole) + 1))
    if op_type == "Transpose" and random.random() < 0.7:
        attributes["perm"] = [int(axis) for axis in random.permutation(len(whole))]
    if op_type == "Shape" and version >= 15 and random.random() < 0.7:
        attributes = {"start": int(random.integers(-2, 2)), "end": int(random.integers(1, 3))}
    return Case(op_type, [floats(random, *whole)], attributes)


def blocks(op_type: str, version: int, random: Random) -> Case:
    """DepthToSpace and SpaceToDepth."""
    size, attributes = 2, {"blocksize": 2}
    whole = (2, 8, 3, 2) if op_type == "DepthToSpace" else (2, 3, 2 * size, 3 * size)
    if op_type == "DepthToSpace" and version >= 11 and random.random() < 0.7:
        return Case(
            op_type, [floats(random, *whole)], {**attributes, "mode": pick(random, "DCR", "CRD")}
        )
    return Case(op_type, [floats(random, *whole)], attributes)


def dropout(op_type: str, version: int, random: Random) -> Case:
    attributes: dict[str, Any] = {"ratio": 0.3} if version < 12 else {}
    if version < 7:
        attributes["is_test"] = 1
    if version < 6:
        attributes["consumed_inputs"] = [0]
    outputs = int(random.integers(1, 3)) if version >= 7 else 1
    return Case(
        op_type,
        [floats(random, *shape(random))],
        attributes,
        outputs=outputs,
        specification=lambda x: x,
    )


def cast(op_type: str, version: int, random: Random) -> Case:
    names = ("FLOAT", "DOUBLE", "INT32", "INT64", "UINT8", "BOOL")
    values = (1, 11, 6, 7, 2, 9)
    dtypes = (np.float32, np.float64, np.int32, np.int64, np.uint8, np.bool_)
    choice = int(random.integers(len(names)))
    x = random.integers(0, 4, shape(random)).astype(pick(random, np.float32, np.int32, np.int64))
    to = names[choice] if version < 6 else values[choice]
    return Case(op_type, [x], {"to": to}, specification=lambda x: x.astype(dtypes[choice]))


def where(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random)
    return Case(op_type, [random.random(whole) < 0.5, floats(random, *whole), floats(random, 1)])


def expand(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random, 2)
    return Case(op_type, [floats(random, whole[-1]), _int64(*whole)], constants=[1])


def compress(op_type: str, version: int, random: Random) -> Case:
    return Case(op_type, [floats(random, 4, 3), np.asarray([1, 0, 1, 1], bool)], {"axis": 0}, [1])


def one_hot(op_type: str, version: int, random: Random) -> Case:
    low = -5 if version >= 11 else 0
    indices = random.integers(low, 5, shape(random, 1, 3))
    values = np.asarray([0.5, 2.0], np.float32)
    attributes = {"axis": pick(random, -1, 0)} if random.random() < 0.5 else {}
    return Case(op_type, [indices.astype(np.int64), _int64(5), values], attributes, [1, 2])


def cum_sum(op_type: str, version: int, random: Random) -> Case:
    attributes = {name: int(random.integers(2)) for name in ("exclusive", "reverse")}
    return Case(op_type, [floats(random, 3, 4), np.asarray(1, np.int32)], attributes, [1])


GENERATORS = {
    **dict.fromkeys(_REDUCTIONS, reduction),
    **dict.fromkeys(("ArgMax", "ArgMin"), arg_reduction),
    **dict.fromkeys(("Hardmax", "LogSoftmax", "Softmax"), softmax),
    **dict.fromkeys(("GatherElements", "Scatter", "ScatterElements"), elements),
    **dict.fromkeys(("GatherND", "ScatterND"), nd),
    **dict.fromkeys(("Flatten", "Identity", "Shape", "Size", "Transpose"), plain),
    **dict.fromkeys(("DepthToSpace", "SpaceToDepth"), blocks),
    "Cast": cast,
    "Compress": compress,
    "Concat": concat,
    "CumSum": cum_sum,
    "Dropout": dropout,
    "Expand": expand,
    "Gather": gather,
    "OneHot": one_hot,
    "Pad": pad,
    "Reshape": reshape,
    "Slice": slice_,
    "Split": split,
    "Squeeze": squeeze,
    "Tile": tile,
    "TopK": top_k,
    "Unsqueeze": unsqueeze,
    "Where": where,
}
