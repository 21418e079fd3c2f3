"""Operators that few files have: boxes, windows of any axes, bits, angles, buckets, steps."""

from __future__ import annotations

import numpy as np

from tests.frontends.tflite.case import IMAGE, INT, Case, Operand, Random, i32

_FLOAT = Random(())
_BOXES = np.random.default_rng(5).uniform(0, 1, (12, 4)).astype(np.float32)
_BOXES[:, 2:] += 0.4
_BOXES[3] = _BOXES[1]
_SCORES = Random((12,), False, low=0, high=1)


def _number(value: float) -> np.ndarray:
    return np.asarray(value, np.float32)


def _boxes(overlap: float, least: float, *sigma: float, most: int = 5) -> Case:
    kind = "NON_MAX_SUPPRESSION_V5" if sigma else "NON_MAX_SUPPRESSION_V4"
    numbers = (overlap, least, *sigma)
    operands: list[Operand] = [_BOXES, _SCORES, np.asarray(most, np.int32)]
    operands += map(_number, numbers)
    return Case(kind, operands, {}, [INT, _FLOAT, INT] if sigma else [INT, INT])


def _int64(*numbers: int) -> np.ndarray:
    return np.asarray(numbers, np.int64)


def _windows(function: int, first: float, kind: str = "FLOAT32") -> Case:
    """Overlapping windows of images, with elements between."""
    x = IMAGE if kind == "FLOAT32" else Random(IMAGE, False, kind, low=-9, high=9)
    windows = _int64(1, 2, 2, 1), _int64(1, 1, 2, 1), _int64(1, 3, 1, 1)
    operands: list[Operand] = [x, np.asarray(first, kind.lower()), *windows]
    return Case("REDUCE_WINDOW", operands, {"function": function}, [Random((), kind=kind)])


def _detections(kinds: int, regular: bool, *, classes_of_a_box: int = 1, anchors: int = 24) -> Case:
    """A detector's last operator, with scores of the background before those of its classes."""
    random = np.random.default_rng(9)
    places = random.uniform(0.3, 0.7, (anchors, 2))
    sizes = random.uniform(0.2, 0.5, (anchors, 2))
    return Case(
        "CUSTOM TFLite_Detection_PostProcess",
        [
            Random((1, anchors, 4), False),
            Random((1, anchors, kinds + 1), False, low=0, high=1),
            np.concatenate([places, sizes], axis=1).astype(np.float32),
        ],
        {
            "max_detections": 6,
            "max_classes_per_detection": classes_of_a_box,
            "detections_per_class": 4,
            "use_regular_nms": regular,
            "nms_score_threshold": 0.4,
            "nms_iou_threshold": 0.5,
            "num_classes": kinds,
            **dict.fromkeys(("y_scale", "x_scale"), 10.0),
            **dict.fromkeys(("h_scale", "w_scale"), 5.0),
        },
        [_FLOAT] * 4,
    )


RARE: dict[str, Case] = {
    "detections": _detections(3, regular=False),
    "detections_of_classes": _detections(3, regular=True),
    "detections_of_several_classes": _detections(4, regular=False, classes_of_a_box=2),
    "fake_quant": Case("FAKE_QUANT", [IMAGE], {"min": -1.1, "max": 1.7, "num_bits": 8}),
    "fake_quant_few": Case("FAKE_QUANT", [IMAGE], {"min": 0, "max": 1.5, "num_bits": 3}),
    "bucketize": Case("BUCKETIZE", [IMAGE], {"boundaries": [-1, 0.25, 0.25, 1.5]}, [INT]),
    "bucketize_int": Case(
        "BUCKETIZE",
        [Random((20,), False, "INT32", low=-4, high=4)],
        {"boundaries": [-1, 0, 2.5]},
        [INT],
    ),
    "atan2": Case("ATAN2", [(40,), (40,)]),
    "atan2_axes": Case(
        "ATAN2",
        [
            np.asarray([0, -0.0, 0, -0.0, 1, -1, np.inf, -np.inf, np.inf], np.float32),
            Random((9,), False, low=-1, high=1),
        ],
    ),
    "bitcast": Case("BITCAST", [IMAGE], {}, [INT]),
    **{
        f"right_shift_{kind.lower()}": Case(
            "RIGHT_SHIFT",
            [
                Random((20,), False, kind, low=low, high=100),
                Random((20,), True, kind, low=0, high=9),
            ],
            {},
            [Random((), kind=kind)],
        )
        for kind, low in (("INT32", -100), ("INT8", -100), ("UINT8", 0), ("INT16", -100))
    },
    "dilate": Case("DILATE", [(2, 3, 4), i32(2, 1, 3), _number(0.5)]),
    "dilate_bytes": Case(
        "DILATE",
        [Random((3, 4), False, "INT8", low=-9, high=9), i32(3, 2), np.asarray(-1, np.int8)],
        {},
        [Random((), kind="INT8")],
    ),
    "sparse_to_dense": Case(
        "SPARSE_TO_DENSE",
        [np.asarray([[0, 1], [2, 3], [1, 0]], np.int32), i32(3, 4), (3,), _number(-1)],
    ),
    "sparse_to_dense_row": Case("SPARSE_TO_DENSE", [i32(1, 4), i32(6), _number(2), _number(0.5)]),
    "boxes": _boxes(0.3, 0.2),
    "boxes_few": _boxes(0.1, 0.5, most=10),
    "boxes_none": _boxes(0.5, 2),
    "boxes_equal": _boxes(1, 0, most=20),
    "boxes_scored": _boxes(0.3, 0.2, 0),
    "boxes_soft": _boxes(0.8, 0.1, 0.4),
    "boxes_soft_all": _boxes(1, 0, 0.5, most=12),
    "windows_sum": _windows(1, 0.5),
    "windows_product": _windows(2, 1.5),
    "windows_least": _windows(3, 0.25),
    "windows_largest": _windows(4, -np.inf),
    "windows_sum_int": _windows(1, 3, "INT32"),
    "windows_largest_byte": _windows(4, -128, "INT8"),
    "windows_all_int": _windows(5, 1, "INT32"),
    "windows_any_int": _windows(6, 0, "INT32"),
    "hlo_add": Case("STABLEHLO_ADD", [IMAGE, IMAGE]),
    "hlo_multiply": Case("STABLEHLO_MULTIPLY", [IMAGE, IMAGE]),
    "hlo_maximum": Case("STABLEHLO_MAXIMUM", [IMAGE, IMAGE]),
    "hlo_minimum": Case("STABLEHLO_MINIMUM", [IMAGE, IMAGE]),
    "hlo_pad": Case(
        "STABLEHLO_PAD",
        [(2, 3, 4), _number(0.5)],
        {"low": [1, 0, -1], "high": [0, 2, 3], "inside": [1, 0, 2]},
    ),
    "hlo_shift_left": Case(
        "STABLEHLO_SHIFT_LEFT",
        [
            Random((9,), False, "INT32", low=-50, high=50),
            Random((9,), True, "INT32", low=0, high=9),
        ],
        {},
        [INT],
    ),
}
