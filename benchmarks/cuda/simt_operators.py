"""Operators of networks that threads of a GPU compute without matrix instructions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from aoe.loops.expression import Accumulator, Constant, apply
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.recurrent.recurrent import recurrence
from aoe.operators.types.reduction.layer_normalization import normalization
from aoe.operators.types.reduction.reduce import reduction
from aoe.operators.types.reduction.softmax import softmax

#: Depthwise convolutions and others of small groups, of MobileNet v2, EfficientNet-B0 and ResNeXt.
GROUPED = (
    # images, channels, groups, size, window, stride
    (1, 32, 32, 112, 3, 1),
    (1, 96, 96, 112, 3, 2),
    (1, 144, 144, 56, 3, 1),
    (1, 576, 576, 14, 3, 1),
    (1, 672, 672, 14, 5, 1),
    (1, 960, 960, 7, 3, 1),
    (32, 144, 144, 56, 3, 1),
    (32, 384, 384, 14, 3, 1),
    (1, 128, 32, 56, 3, 1),
)
#: Rows and elements of softmax and normalisations, of BERT-base, ViT-B/16 and a vocabulary.
ROWS = ((128, 768), (197, 768), (4096, 768), (1536, 128), (2364, 197), (64, 50257))
#: Images, channels and pixels along a side of means, channels last, of EfficientNet-B0 and ResNet.
MEANS = ((1, 32, 112), (1, 672, 14), (1, 1280, 7), (32, 2048, 7))
#: Cells, directions, steps, sequences and units of recurrences.
RECURRENCES = (
    ("LSTM", 1, 16, 1, 256),
    ("LSTM", 2, 16, 8, 512),
    ("GRU", 1, 16, 1, 512),
)
_LAST = (0, 2, 3, 1)


def recurrences() -> Mapping[str, Operator]:
    """Recurrences by name, of float32."""
    found = {}
    for cell, directions, steps, batch, hidden in RECURRENCES:
        gates, usual = {"LSTM": (4, "sigmoid tanh tanh"), "GRU": (3, "sigmoid tanh")}[cell]
        x = Operand.row_major("float32", (directions, steps, batch, gates * hidden))
        weights = Operand.row_major("float32", (directions, gates * hidden, hidden), constant=True)
        name = f"{cell} {directions}x{steps}x{batch}x{hidden} float32"
        found[name] = recurrence(cell, x, weights, usual, {}, linear_before_reset=1)
    return found


def simt_operators(dtype: str) -> Mapping[str, Operator]:
    """The operators by name."""
    found = {
        f"grouped {'x'.join(map(str, sizes))} {dtype}": grouped(sizes, dtype) for sizes in GROUPED
    }
    for rows, length in ROWS:
        operand, result = Operand.row_major(dtype, (rows, length)), (rows, length)
        made = {
            "softmax": softmax(operand, (1,)),
            "normalization": normalization(operand, (1,), 1e-5),
        }
        for name, operator in made.items():
            output = Operand.row_major("float32", result)
            found[f"{name} {rows}x{length} {dtype}"] = replace(operator, output=output)
    for images, channels, size in MEANS:
        image = Operand(dtype, (images, channels, size, size), _LAST)
        factor = apply("mul", Accumulator(), Constant(1 / size**2))
        operator = reduction(image, (2, 3), "sum", True, epilogue=factor)
        output = Operand.row_major("float32", (images, channels, 1, 1))
        found[f"mean {images}x{channels}x{size} {dtype}"] = replace(operator, output=output)
    return found


def grouped(sizes: Sequence[int], dtype: str) -> Operator:
    """A convolution of groups, channels last, with constant weights."""
    images, channels, group, size, window, stride = sizes
    pad = window // 2
    attributes = (
        ("dilations", (1, 1)),
        ("group", group),
        ("pads", (pad,) * 4),
        ("strides", (stride, stride)),
    )
    result = (size + 2 * pad - window) // stride + 1
    weights = (channels, channels // group, window, window)
    inputs = (
        Operand(dtype, (images, channels, size, size), _LAST),
        Operand.row_major(dtype, weights, constant=True),
    )
    return Operator(
        "Conv", attributes, inputs, Operand("float32", (images, channels, result, result), _LAST), 2
    )
