"""Products of float8_e4m3fn and float8_e5m2, of which ONNX has none: ConvFloat8 and MatMulFloat8
multiply two values of these types, or of one and the other, and give float32, in which they are
summed.

Values are brought into the range of the type by scales: rows of a matrix and whole images by a
scale that is computed while the model runs, so that no number is beyond the range; constant weights
by one of each output. `dequantized_products` and `aoe.graph.compression.rewrite` make such nodes
where a device has instructions for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.element_types import FLOAT8, FLOAT8_E5M2, FLOAT8_FORMATS, rounded_to
from aoe.graph.prepare.rewriting import Builder, shape_of

FLOAT = onnx_ir.DataType.FLOAT
#: The types that are multiplied, by ONNX's. No device multiplies those without infinities that lack
#: a negative zero, too.
FLOAT8_TYPES: Mapping[onnx_ir.DataType, str] = MappingProxyType(
    {onnx_ir.DataType.FLOAT8E4M3FN: FLOAT8, onnx_ir.DataType.FLOAT8E5M2: FLOAT8_E5M2}
)
#: The operators in whose place those of float8 are.
OF_FLOAT8 = {"Conv": "ConvFloat8", "MatMul": "MatMulFloat8", "Gemm": "MatMulFloat8"}
#: The least scale: values that are all zero stay so.
_LEAST_SCALE = 1e-30


def scaled_weights(
    weights: np.ndarray, axis: int, dtype: str = FLOAT8
) -> tuple[np.ndarray, np.ndarray]:
    """Weights as a type of float8, and their scales as a vector along `axis`, that of outputs."""
    wide, furthest = np.asarray(weights, np.float32), FLOAT8_FORMATS[dtype].largest
    others = tuple(number for number in range(wide.ndim) if number != axis % wide.ndim)
    largest = np.abs(wide).max(axis=others, keepdims=True)
    scales = np.maximum(largest / np.float32(furthest), np.float32(_LEAST_SCALE))
    return rounded_to(np.clip(wide / scales, -furthest, furthest), dtype), scales.reshape(
        -1
    ).astype(np.float32)


def scaled_value(
    build: Builder, x: onnx_ir.Value, of_rows: bool, dtype: str = FLOAT8
) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """A value as a type of float8, and the scale of each of its rows, or of all that is behind its
    first axis, in a shape that broadcasts to results.
    """
    shape = shape_of(x)
    axes = (len(shape) - 1,) if of_rows else tuple(range(1, len(shape)))
    around = tuple(1 if axis in axes else size for axis, size in enumerate(shape))
    inputs = [build.make("Abs", [x], shape), build.integers(axes)]
    largest = build.make("ReduceMax", inputs, around, keepdims=1)
    scale = build.make("Div", [largest, build.scalar(FLOAT8_FORMATS[dtype].largest, x)], around)
    scale = build.make("Max", [scale, build.scalar(_LEAST_SCALE, x)], around)
    kind = next(item for item, name in FLOAT8_TYPES.items() if name == dtype)
    return build.cast(build.make("Div", [x, scale], shape), kind), scale
