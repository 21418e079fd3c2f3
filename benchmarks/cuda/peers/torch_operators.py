"""ONNX's operators as calls of PyTorch, those of the suite. A function takes the translation, the
inputs, the attributes and the number of outputs, and returns the result, or several.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import onnx
import torch
from torch.nn import functional

if TYPE_CHECKING:
    from benchmarks.cuda.peers.torch_module import Translation

Inputs: TypeAlias = Sequence[Any]
Attributes: TypeAlias = Mapping[str, Any]
OperatorCall: TypeAlias = Callable[["Translation", Inputs, Attributes, int], Any]
#: Windows by the number of their dimensions.
_CONV = {1: functional.conv1d, 2: functional.conv2d}
_CONV_TRANSPOSED = {1: functional.conv_transpose1d, 2: functional.conv_transpose2d}
_TYPES = {
    onnx.TensorProto.BOOL: torch.bool,
    onnx.TensorProto.INT64: torch.int64,
    onnx.TensorProto.INT32: torch.int32,
}
#: The first version of operators in which Softmax is along one axis only.
_ONE_AXIS = 13


def same_pads(pads: Sequence[int], rank: int) -> list[int]:
    """Pads of both sides. Raises `ValueError` where they differ."""
    before, after = list(pads[:rank]), list(pads[rank:])
    if before != after:
        raise ValueError(f"pads {list(pads)} differ at both ends")
    return before


def window_arguments(attributes: Attributes, rank: int) -> dict[str, Any]:
    """What a convolution has besides its tensors."""
    return {
        "stride": attributes.get("strides", [1] * rank),
        "padding": same_pads(attributes.get("pads", [0] * 2 * rank), rank),
        "dilation": attributes.get("dilations", [1] * rank),
        "groups": attributes.get("group", 1),
    }


def conv(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    """Conv with constant weights."""
    x, weight, *bias = inputs
    rank = weight.dim() - 2
    arguments = window_arguments(attributes, rank)
    return to.call(_CONV[rank], x, weight, *(bias or [None]), **arguments)


def _conv_transposed(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    x, weight, *bias = inputs
    rank = weight.dim() - 2
    arguments = window_arguments(attributes, rank)
    arguments["output_padding"] = attributes.get("output_padding", [0] * rank)
    return to.call(_CONV_TRANSPOSED[rank], x, weight, *(bias or [None]), **arguments)


def _max_pool(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    shape = attributes["kernel_shape"]
    pads = attributes.get("pads", [0] * 2 * len(shape))
    x, ceil = inputs[0], bool(attributes.get("ceil_mode", 0))
    if pads[: len(shape)] != pads[len(shape) :]:
        x = to.call(functional.pad, x, _ends(pads), value=float("-inf"))
        pads = [0] * len(pads)
    return to.call(
        functional.max_pool2d, x, shape, attributes.get("strides", [1] * len(shape)),
        same_pads(pads, len(shape)), ceil_mode=ceil,
    )  # fmt: skip


def _average_pool(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    shape = attributes["kernel_shape"]
    pads = same_pads(attributes.get("pads", [0] * 2 * len(shape)), len(shape))
    return to.call(
        functional.avg_pool2d, inputs[0], shape, attributes.get("strides", [1] * len(shape)),
        pads, ceil_mode=bool(attributes.get("ceil_mode", 0)),
        count_include_pad=bool(attributes.get("count_include_pad", 0)),
    )  # fmt: skip


def _ends(pads: Sequence[int]) -> list[int]:
    """ONNX's pads in PyTorch's order: pairs, the last dimension first."""
    rank = len(pads) // 2
    return [pads[at + side] for at in reversed(range(rank)) for side in (0, rank)]


def _global_average_pool(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    return to.call(functional.adaptive_avg_pool2d, inputs[0], 1)


def _batch_normalization(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    x, scale, bias, mean, variance = inputs
    epsilon = attributes.get("epsilon", 1e-5)
    return to.call(
        functional.batch_norm, x, mean, variance, scale, bias, training=False, eps=epsilon
    )


def _layer_normalization(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    x, scale, *bias = inputs
    if attributes.get("axis", -1) != -1:
        raise ValueError("LayerNormalization along other axes than the last one")
    epsilon = attributes.get("epsilon", 1e-5)
    return to.call(functional.layer_norm, x, list(scale.shape), scale, *(bias or [None]), epsilon)


def _gemm(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    a, b, *c = inputs
    scales = attributes.get("alpha", 1.0), attributes.get("beta", 1.0)
    if scales != (1.0, 1.0) or attributes.get("transA", 0):
        raise ValueError("Gemm with factors or a transposed left matrix")
    weight = b if attributes.get("transB", 0) else to.call(transposed, b)
    bias = c[0] if c else None
    if isinstance(bias, torch.Tensor):
        bias = bias.reshape(-1)
    return to.call(functional.linear, a, weight, bias)


def transposed(weight: torch.Tensor) -> torch.Tensor:
    """A matrix the other way round in memory, as `F.linear` has its weights."""
    return weight.transpose(-1, -2).contiguous()


def _matmul(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    a, b = inputs
    if isinstance(b, torch.Tensor) and b.dim() == 2:
        return to.call(functional.linear, a, to.call(transposed, b))
    return to.call(torch.matmul, a, b)


def _reshape(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    x, shape = inputs
    sizes = [int(size) for size in shape]
    if 0 in sizes:
        raise ValueError("Reshape with sizes that are those of the input")
    return to.call(torch.reshape, x, sizes)


def _flatten(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    if attributes.get("axis", 1) != 1:
        raise ValueError("Flatten at another axis than 1")
    return to.call(torch.flatten, inputs[0], 1)


def _softmax(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    axis = attributes.get("axis", -1 if to.opset >= _ONE_AXIS else 1)
    if to.opset < _ONE_AXIS and axis != 1:
        raise ValueError(f"Softmax of operator set {to.opset} along several axes")
    return to.call(functional.softmax, inputs[0], axis)


def _reduce_mean(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    axes = attributes.get("axes") or [int(axis) for axis in inputs[1]]
    return to.call(torch.mean, inputs[0], axes, bool(attributes.get("keepdims", 1)))


def _clip(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    least, most = [*inputs[1:], None, None][:2]
    least, most = attributes.get("min", least), attributes.get("max", most)
    if (least, most) == (0.0, 6.0):
        return to.call(functional.relu6, inputs[0])
    return to.call(torch.clamp, inputs[0], least, most)


def _cast(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    return to.call(torch.Tensor.to, inputs[0], _TYPES.get(attributes["to"], to.dtype))


def _concat(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    return to.call(torch.cat, list(inputs), attributes["axis"])


def _split(to: Translation, inputs: Inputs, attributes: Attributes, count: int) -> Any:
    axis = attributes.get("axis", 0)
    if len(inputs) > 1 or "split" in attributes:
        sizes = attributes.get("split") or [int(size) for size in inputs[1]]
        parts = to.call(torch.split, inputs[0], sizes, axis)
    else:
        parts = to.call(torch.chunk, inputs[0], count, axis)
    return [to.call(operator.getitem, parts, number) for number in range(count)]


def _transpose(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    return to.call(torch.permute, inputs[0], attributes["perm"])


def _gather(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    data, indices = inputs
    axis = attributes.get("axis", 0)
    if isinstance(indices, int):
        return to.call(torch.select, data, axis, indices)
    if axis == 0 and isinstance(data, torch.Tensor) and data.dim() == 2:
        return to.call(functional.embedding, indices, data)
    if isinstance(indices, torch.Tensor) and indices.dim() == 1:
        return to.call(torch.index_select, data, axis, indices)
    raise ValueError("Gather with computed indices of another axis than the first one")


def _gather_elements(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    return to.call(torch.gather, inputs[0], attributes.get("axis", 0), inputs[1])


def _gather_nd(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    data, indices = inputs
    if attributes.get("batch_dims", 0):
        raise ValueError("GatherND with batches")
    return to.call(operator.getitem, data, tuple(indices.unbind(-1)))


def _depth_to_space(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    block = attributes["blocksize"]
    if attributes.get("mode", "DCR") == "CRD":
        return to.call(functional.pixel_shuffle, inputs[0], block)
    parts = to.call(torch.unflatten, inputs[0], 1, [block, block, -1])
    moved = to.call(torch.permute, parts, [0, 3, 4, 1, 5, 2])
    return to.call(torch.flatten, to.call(torch.flatten, moved, 4, 5), 2, 3)


def _lrn(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    values = (attributes[name] for name in ("size", "alpha", "beta", "bias"))
    return to.call(functional.local_response_norm, inputs[0], *values)


def _sum(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
    total = inputs[0]
    for item in inputs[1:]:
        total = to.call(torch.add, total, item)
    return total


def _first(to: Translation, inputs: Inputs, attributes: Attributes, count: int) -> Any:
    """The first input; Dropout's mask is not wanted of a model that only infers."""
    return inputs[0] if count == 1 else [inputs[0]]


def _of(function: Callable[..., Any]) -> OperatorCall:
    """An operator that is one function of its inputs."""

    def made(to: Translation, inputs: Inputs, attributes: Attributes, _: int) -> Any:
        return to.call(function, *inputs)

    return made


#: What computes an operator, by its type.
OPERATORS: Mapping[str, OperatorCall] = {
    "Conv": conv,
    "ConvTranspose": _conv_transposed,
    "MaxPool": _max_pool,
    "AveragePool": _average_pool,
    "GlobalAveragePool": _global_average_pool,
    "BatchNormalization": _batch_normalization,
    "LayerNormalization": _layer_normalization,
    "LRN": _lrn,
    "Gemm": _gemm,
    "MatMul": _matmul,
    "Reshape": _reshape,
    "Flatten": _flatten,
    "Softmax": _softmax,
    "ReduceMean": _reduce_mean,
    "Clip": _clip,
    "Cast": _cast,
    "Concat": _concat,
    "Split": _split,
    "Transpose": _transpose,
    "Gather": _gather,
    "GatherElements": _gather_elements,
    "GatherND": _gather_nd,
    "DepthToSpace": _depth_to_space,
    "Sum": _sum,
    "Dropout": _first,
    "Identity": _first,
    "Constant": _first,
    "Add": _of(operator.add),
    "Sub": _of(operator.sub),
    "Mul": _of(operator.mul),
    "Div": _of(operator.truediv),
    "Pow": _of(torch.pow),
    "Sqrt": _of(torch.sqrt),
    "Erf": _of(torch.erf),
    "Tanh": _of(torch.tanh),
    "Sigmoid": _of(torch.sigmoid),
    "Relu": _of(functional.relu),
    "And": _of(torch.logical_and),
    "Where": _of(torch.where),
}
