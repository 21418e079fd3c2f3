"""Products of rows that are quantised while the model runs and constants that are quantised in
blocks (`BlockQuantizedMatMul`).

A model says that it allows this: MatMulNBits has `accuracy_level` 4 then. Each block of a row is
divided by its largest magnitude over 127, so that the error of an element is at most 1/254 of that
magnitude; blocks below 1e-30 become zeros. A row with NaN gives NaN, where ONNX Runtime gives
numbers. Blocks of weights stay as they are stored. Products within a block are exact.

`packed_rows` has products with rows of float32.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.backends.registry import backend_of
from aoe.graph.prepare.rewriting import Builder, has_shape, shape_of
from aoe.graph.prepare.rules.matmul.packed_row import Panels

_FLOAT = onnx_ir.DataType.FLOAT
_INT8, _INT32 = onnx_ir.DataType.INT8, onnx_ir.DataType.INT32
#: The accuracy level of MatMulNBits that allows rows of int8.
ALLOWED = 4
#: Types of rows.
_ROWS = (_FLOAT, onnx_ir.DataType.FLOAT16, onnx_ir.DataType.BFLOAT16)
#: The largest step of a row, and the least scale, which a block of zeros has.
_STEPS, _LEAST_SCALE = 127, 1e-30
#: Elements of a run, which is summed as a whole, and of two words, which it has a multiple of.
_RUN, _WORDS = 32, 8


def takes(build: Builder, x: onnx_ir.Value | None, weights: int, block: int) -> bool:
    """Whether a product that allows it is computed so.

    Args:
        build: Knows the device.
        x: The rows.
        weights: How many weights there are.
        block: Elements that share a scale.
    """
    target = build.target
    if target is None or x is None or not has_shape(x) or x.dtype not in _ROWS:
        return False
    if block % _WORDS or (block > _RUN and block % _RUN) or prod(shape_of(x)) < 1:
        return False
    return backend_of(target).cost.multiplies_blocks(weights, target)


def product(
    build: Builder,
    x: onnx_ir.Value,
    steps: np.ndarray,
    scales: np.ndarray,
    zeros: np.ndarray,
    bits: int,
) -> onnx_ir.Value:
    """x (…, K), quantised, times (steps - zeros)·scales, in the type of x. Arguments as in
    `packed_rows.product`, of blocks that `takes` allows.
    """
    blocks, block, columns = steps.shape
    panels, rows = Panels.of(build, columns), prod(shape_of(x)[:-1])
    factors, zero = panels.scaling(build, scales, zeros)
    inputs = [
        *_quantized(build, build.reshape(build.cast(x, _FLOAT), (rows, blocks, block))),
        build.constant(_words(steps.astype(np.uint8), bits, panels)),
        *factors,
    ]
    result = panels.product(build, "BlockQuantizedMatMul", inputs, x, bits=bits, **zero)
    assert x.dtype is not None
    return build.cast(result, x.dtype)


def _quantized(build: Builder, x: onnx_ir.Value) -> list[onnx_ir.Value]:
    """Rows (M, K / B, B) as int8 (M, K), with scales (M, K / B) and sums over runs."""
    rows, blocks, block = shape_of(x)
    whole, one = (rows, blocks, block), (rows, blocks, 1)
    last = build.integers([2])
    largest = build.make("ReduceMax", [build.make("Abs", [x], whole), last], one, keepdims=1)
    step = build.make("Div", [largest, build.scalar(_STEPS, x)], one)
    scale = build.make("Max", [step, build.scalar(_LEAST_SCALE, x)], one)
    in_steps = build.make("Div", [x, scale], whole)
    zero = build.constant(np.asarray(0, np.int8))
    value = build.make("QuantizeLinear", [in_steps, build.scalar(1, x), zero], whole, _INT8)
    runs = blocks * max(1, block // _RUN)
    by_run = build.reshape(build.cast(value, _INT32), (rows, runs, min(block, _RUN)))
    sums = build.make("ReduceSum", [by_run, last], (rows, runs), _INT32, keepdims=0)
    return [
        build.reshape(value, (rows, blocks * block)),
        build.reshape(scale, (rows, blocks)),
        sums,
    ]


def _words(steps: np.ndarray, bits: int, panels: Panels) -> np.ndarray:
    """Weights (K / block, block, N) as `BlockQuantizedMatMul` stores them."""
    blocks, block, columns = steps.shape
    words = steps.reshape(blocks, block // 4, 4, columns)
    if bits == 4:
        pairs = words.reshape(blocks, block // 8, 2, 4, columns)
        words = pairs[:, :, 0] | (pairs[:, :, 1] << np.uint8(4))
    return np.asarray(np.moveaxis(panels.split(words), 3, 4), order="C")
