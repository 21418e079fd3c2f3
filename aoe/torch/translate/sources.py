"""Operators that make tensors of numbers: constants, ranges."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx_ir
import torch

from aoe.element_types import is_floating, numpy_type
from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import require, require_held, shape_of, tensor_of, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()


@OPERATORS.translates("full", "full_like", "new_full")
def _full(
    emit: Emitter, node: torch.fx.Node, _: object, *arguments: object, **__: object
) -> onnx_ir.Value:
    value = arguments[-1] if "new_full" in str(node.target) else arguments[0]
    require_held(value, type_of(node))
    number = emit.value(value, type_of(node))
    if not shape_of(node):
        return number
    return emit.node("Expand", number, emit.integers(shape_of(node)))


@OPERATORS.translates("scalar_tensor")
def _scalar(emit: Emitter, node: torch.fx.Node, value: object, **_: object) -> onnx_ir.Value:
    require_held(value, type_of(node))
    return emit.value(value, type_of(node))


@OPERATORS.translates(
    "zeros", "zeros_like", "new_zeros", "empty.memory_format", "empty_like", "new_empty",
    "empty_strided", "new_empty_strided", "_efficientzerotensor",
)  # fmt: skip
def _zeros(emit: Emitter, node: torch.fx.Node, *_: object, **__: object) -> onnx_ir.Value:
    return emit.filled(0, type_of(node), shape_of(node))


@OPERATORS.translates("ones", "ones_like", "new_ones")
def _ones(emit: Emitter, node: torch.fx.Node, *_: object, **__: object) -> onnx_ir.Value:
    return emit.filled(1, type_of(node), shape_of(node))


@OPERATORS.translates("arange", "arange.start", "arange.start_step")
def _range(
    emit: Emitter, node: torch.fx.Node, *bounds: float, step: float | None = None, **__: object
) -> onnx_ir.Value:
    start, step_ = (bounds[0] if len(bounds) > 1 else 0), step
    if step_ is None:
        step_ = bounds[2] if len(bounds) > 2 else 1
    dtype = type_of(node)
    if not is_floating(dtype):  # the bounds become whole numbers first, as in PyTorch
        start, step_ = int(start), int(step_)
    numbers = start + np.arange(shape_of(node)[0]) * step_
    return emit.constant(numbers.astype(numpy_type(dtype)), dtype)


@OPERATORS.translates("prims.iota")
def _iota(
    emit: Emitter, node: torch.fx.Node, length: int, *, start: int, step: int, **_: object
) -> onnx_ir.Value:
    return emit.constant(start + np.arange(int(length)) * step, type_of(node))


@OPERATORS.translates(
    "bartlett_window", "bartlett_window.periodic", "blackman_window", "blackman_window.periodic",
    "hamming_window", "hamming_window.periodic", "hamming_window.periodic_alpha",
    "hamming_window.periodic_alpha_beta", "kaiser_window", "kaiser_window.periodic",
    "kaiser_window.beta", "logspace",
)  # fmt: skip
def _numbers(emit: Emitter, node: torch.fx.Node, *arguments: object, **_: object) -> onnx_ir.Value:
    """What PyTorch makes of numbers alone, computed once."""
    require(not node.all_input_nodes, "it is of tensors")
    function: Any = node.target
    made = function(*arguments, dtype=tensor_of(node).dtype)
    return emit.weight(made, emit.current)
