"""What several nodes of an ONNX model are together in PyTorch. A pattern gets its last node and
returns its value, or `None` if the nodes in front of it are others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import onnx
import torch
from torch.nn import functional

from benchmarks.cuda.peers.torch_operators import conv, transposed

if TYPE_CHECKING:
    from benchmarks.cuda.peers.torch_module import Translation

Pattern: TypeAlias = Callable[["Translation", onnx.NodeProto], Any]
#: What is added to scores that do not count is at most this.
_HIDDEN = -1e4


def _number_and_other(
    to: Translation, node: onnx.NodeProto | None
) -> tuple[float, str] | tuple[None, None]:
    """A number that a node of two inputs has, and the name of its other input."""
    if node is not None:
        for number, other in (node.input, reversed(node.input)):
            value = to.known(number)
            if isinstance(value, int | float):
                return float(value), other
    return None, None


def _is_near(value: float | None, wanted: float) -> bool:
    return value is not None and math.isclose(value, wanted, rel_tol=1e-5)


def attention(to: Translation, node: onnx.NodeProto) -> Any:
    """MatMul of a Softmax of scores, which are scaled and masked or not."""
    softmax = to.only_reader(node.input[0], "Softmax")
    if softmax is None or len(softmax.input) != 1:
        return None
    scores, mask = softmax.input[0], None
    added = to.only_reader(scores, "Add")
    if added is not None:
        scores, mask = added.input
    scaled = to.only_reader(scores, "Mul")
    scale, inner = _number_and_other(to, scaled)
    product = to.only_reader(scores if inner is None else inner, "MatMul")
    if product is None:
        return None
    query, key = (to.values[name] for name in product.input)
    keys = to.call(torch.transpose, key, -1, -2)
    return to.call(
        functional.scaled_dot_product_attention, query, keys, to.values[node.input[1]],
        scale=1.0 if scale is None else scale, **_masked(to, mask),
    )  # fmt: skip


def _masked(to: Translation, mask: str | None) -> dict[str, Any]:
    """The arguments that hide scores: none, causal, or a mask of what counts."""
    if mask is None:
        return {}
    known = to.known(mask)
    if isinstance(known, torch.Tensor):
        counts = known > _HIDDEN
        if not known[counts].any():
            if counts.all():
                return {}
            length = counts.shape[-1]
            if counts.shape[-2] == length and torch.equal(
                counts.reshape(-1, length, length)[0], torch.ones(length, length).tril().bool()
            ):
                return {"is_causal": True}
            return {"attn_mask": counts}
        return {"attn_mask": known}
    chosen = to.producers.get(mask)
    if chosen is not None and chosen.op_type == "Where":
        kept, hidden = (to.known(name) for name in chosen.input[1:])
        if kept == 0.0 and isinstance(hidden, float) and hidden <= _HIDDEN:
            return {"attn_mask": to.values[chosen.input[0]]}
    return {"attn_mask": to.values[mask]}


def gelu(to: Translation, node: onnx.NodeProto) -> Any:
    """x · 0.5 (1 + erf(x / √2))."""
    for x, factor in (node.input, reversed(node.input)):
        half, inner = _number_and_other(to, to.only_reader(factor, "Mul"))
        one, error = _number_and_other(to, to.only_reader(inner or "", "Add"))
        erf = to.only_reader(error or "", "Erf")
        divided = None if erf is None else to.only_reader(erf.input[0], "Div")
        if divided is None or divided.input[0] != x:
            continue
        root = to.known(divided.input[1])
        if half == 0.5 and one == 1.0 and isinstance(root, float) and _is_near(root, math.sqrt(2)):
            return to.call(functional.gelu, to.values[x])
    return None


def gelu_tanh(to: Translation, node: onnx.NodeProto) -> Any:
    """(x · 0.5) (1 + tanh(√(2/π) (x + 0.044715 x³)))."""
    for first, second in (node.input, reversed(node.input)):
        half, x = _number_and_other(to, to.only_reader(first, "Mul"))
        one, hyperbolic = _number_and_other(to, to.only_reader(second, "Add"))
        tanh = to.only_reader(hyperbolic or "", "Tanh")
        scaled = None if tanh is None else to.only_reader(tanh.input[0], "Mul")
        root, inner = _number_and_other(to, scaled)
        added = to.only_reader(inner or "", "Add")
        if half != 0.5 or one != 1.0 or added is None or x not in added.input:
            continue
        other = next((name for name in added.input if name != x), "")
        share, cube = _number_and_other(to, to.only_reader(other, "Mul"))
        power, base = _number_and_other(to, to.only_reader(cube or "", "Pow"))
        known = _is_near(share, 0.044715) and _is_near(root, math.sqrt(2 / math.pi))
        if x is not None and (power, base) == (3.0, x) and known:
            return to.call(functional.gelu, to.values[x], approximate="tanh")
    return None


def silu(to: Translation, node: onnx.NodeProto) -> Any:
    """x · sigmoid(x)."""
    for x, factor in (node.input, reversed(node.input)):
        sigmoid = to.only_reader(factor, "Sigmoid")
        if sigmoid is not None and sigmoid.input[0] == x:
            return to.call(functional.silu, to.values[x])
    return None


def linear(to: Translation, node: onnx.NodeProto) -> Any:
    """MatMul by a constant matrix, and a constant bias."""
    for result, bias in (node.input, reversed(node.input)):
        product, added = to.only_reader(result, "MatMul"), to.known(bias)
        if product is None or not isinstance(added, torch.Tensor) or added.dim() != 1:
            continue
        weight = to.known(product.input[1])
        if isinstance(weight, torch.Tensor) and weight.dim() == 2:
            x = to.values[product.input[0]]
            return to.call(functional.linear, x, to.call(transposed, weight), added)
    return None


def normalized_conv(to: Translation, node: onnx.NodeProto) -> Any:
    """A convolution and batch normalisation, which is folded into its weights."""
    before = to.only_reader(node.input[0], "Conv")
    if before is None:
        return None
    scale, bias, mean, variance = (to.known(name) for name in node.input[1:])
    weight = to.known(before.input[1])
    tensors = [scale, bias, mean, variance, weight]
    if not all(isinstance(item, torch.Tensor) for item in tensors):
        return None
    return _folded(to, before, node, tensors)


def _folded(
    to: Translation, before: onnx.NodeProto, node: onnx.NodeProto, tensors: list[Any]
) -> Any:
    """The convolution with the tensors of a batch normalisation and its own weights."""
    scale, bias, mean, variance, weight = tensors
    epsilon = next((item.f for item in node.attribute if item.name == "epsilon"), 1e-5)
    factor = scale / torch.sqrt(variance + epsilon)
    offset = to.known(before.input[2]) if len(before.input) > 2 else 0.0
    folded = weight * factor.reshape(-1, *[1] * (weight.dim() - 1))
    moved = bias + (offset - mean) * factor
    attributes = {item.name: onnx.helper.get_attribute_value(item) for item in before.attribute}
    return conv(to, (to.values[before.input[0]], folded, moved), attributes, 1)


#: The patterns that end with a node, by its type.
PATTERNS: Mapping[str, tuple[Pattern, ...]] = {
    "MatMul": (attention,),
    "Mul": (gelu, gelu_tanh, silu),
    "Add": (linear,),
    "BatchNormalization": (normalized_conv,),
}
