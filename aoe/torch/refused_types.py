"""Element types that operators of PyTorch refuse, though open-aoe could compute with them.

Such a call is an error in eager mode: `2 - flags` is one. What is compiled leaves it to PyTorch, so
that the error is the same. Most types are refused by fake tensors, before there is a graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from types import MappingProxyType
from typing import Any, TypeAlias

import torch
from torch.utils._pytree import tree_leaves

#: Whether the types of the tensors of a call, in order, and its texts are refused.
Rule: TypeAlias = Callable[[Sequence[torch.dtype], Sequence[str]], bool]

_FLAGS = frozenset({torch.bool})
_WHOLE = frozenset({torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64})
_HALF = frozenset({torch.float16, torch.bfloat16})
_REAL = _HALF | {torch.float32, torch.float64}
#: Types, and the operators of ATen that refuse them in their first tensor: all overloads, or one.
_REFUSED: tuple[tuple[frozenset[torch.dtype], tuple[str, ...]], ...] = (
    (
        _FLAGS,
        (
            "abs", "addbmm", "addcmul", "addmm", "addmv", "baddbmm", "bmm", "bucketize", "ceil",
            "clamp.Tensor", "convolution", "div.Scalar_mode", "div.Tensor_mode", "dot", "floor",
            "floor_divide", "fmod", "index_reduce", "isin", "kthvalue", "linalg_cross",
            "max_pool2d_with_indices", "max_pool3d_with_indices", "median", "mm",
            "multi_margin_loss", "multilabel_margin_loss_forward", "mv", "nanmedian", "neg",
            "pow.Tensor_Tensor", "reflection_pad1d", "reflection_pad2d", "reflection_pad3d", "relu",
            "remainder", "replication_pad1d", "replication_pad2d", "replication_pad3d", "round",
            "searchsorted", "threshold", "topk", "trace", "_trilinear", "trunc", "vdot",
        ),
    ),
    (
        _FLAGS | _WHOLE,
        (
            "_adaptive_avg_pool2d", "_adaptive_avg_pool3d", "adaptive_max_pool2d",
            "adaptive_max_pool3d", "binary_cross_entropy", "binary_cross_entropy_with_logits",
            "_cdist_forward", "celu", "dist", "elu", "frac", "gelu", "glu", "grid_sampler_2d",
            "grid_sampler_3d", "hardshrink", "hardsigmoid", "hardswish", "huber_loss", "hypot",
            "leaky_relu", "lerp", "log_sigmoid_forward", "_log_softmax", "logaddexp", "logaddexp2",
            "logcumsumexp", "max_unpool2d", "max_unpool3d", "mish", "mse_loss", "native_group_norm",
            "native_layer_norm", "nll_loss2d_forward", "nll_loss_forward", "_pdist_forward",
            "_prelu_kernel", "round.decimals", "_safe_softmax", "silu", "smooth_l1_loss",
            "soft_margin_loss", "_softmax", "_softmax_backward_data", "softplus", "softshrink",
            "std", "std_mean", "var", "var_mean",
        ),
    ),
    (_WHOLE, ("im2col", "max_pool2d_with_indices_backward")),
    (_REAL, ("bitwise_and", "bitwise_not", "bitwise_or", "bitwise_xor")),
)  # fmt: skip


def _has_flags(types: Sequence[torch.dtype], _: Sequence[str]) -> bool:
    return torch.bool in types


def _divides_whole_numbers(types: Sequence[torch.dtype], _: Sequence[str]) -> bool:
    return all(item in _FLAGS | _WHOLE for item in types[1:])


def _has_means_of_flags(types: Sequence[torch.dtype], texts: Sequence[str]) -> bool:
    return types[0] in _FLAGS and "mean" in texts


def _has_several_types(types: Sequence[torch.dtype], _: Sequence[str]) -> bool:
    return len(set(types)) > 1


def _has_source_of_another(types: Sequence[torch.dtype], _: Sequence[str]) -> bool:
    return bool(types[-1] != types[0])


def _has_parameters_of_others(types: Sequence[torch.dtype], _: Sequence[str]) -> bool:
    """Parameters have one type, that of what is normalized or float32 beside 16 bits."""
    taken = {types[0]} | ({torch.float32} if types[0] in _HALF else set())
    return len(set(types[1:])) > 1 or not taken.issuperset(types[1:])


#: Operators that ask more than for the type of their first tensor.
_RULES: Mapping[str, Rule] = MappingProxyType(
    {
        **dict.fromkeys(("ldexp", "rsub", "sub"), _has_flags),
        "addcdiv": _divides_whole_numbers,
        "scatter_reduce": _has_means_of_flags,
        **dict.fromkeys(
            (
                "addbmm", "addmm", "addmv", "baddbmm", "binary_cross_entropy", "_cdist_forward",
                "heaviside", "linalg_cross", "_softmax_backward_data",
            ),
            _has_several_types,
        ),
        **dict.fromkeys(("index_add", "index_copy"), _has_source_of_another),
        **dict.fromkeys(
            (
                "_batch_norm_with_update", "_batch_norm_with_update_functional",
                "native_batch_norm", "_native_batch_norm_legit",
                "_native_batch_norm_legit_functional", "_native_batch_norm_legit_no_training",
                "native_group_norm", "native_layer_norm",
            ),
            _has_parameters_of_others,
        ),
    }
)  # fmt: skip


@cache
def _rules_of(operator: object) -> tuple[Rule, ...]:
    """When PyTorch refuses an overload."""
    name = str(operator).removeprefix("aten.")
    packet = name.partition(".")[0]
    refused = frozenset().union(
        *(types for types, names in _REFUSED if packet in names or name in names)
    )
    rule = _RULES.get(packet)
    by_first = () if not refused else (lambda types, _: types[0] in refused,)
    return (*by_first, *(() if rule is None else (rule,)))


def is_refused(operator: object, arguments: Any) -> bool:
    """Whether PyTorch refuses to compute an operator with tensors of these types.

    Args:
        operator: An overload of ATen.
        arguments: All arguments, with tensors or fake tensors, however they are nested.
    """
    rules = _rules_of(operator)
    if not rules:
        return False
    leaves = tree_leaves(arguments)
    types = [item.dtype for item in leaves if isinstance(item, torch.Tensor)]
    texts = [item for item in leaves if isinstance(item, str)]
    return bool(types) and any(rule(types, texts) for rule in rules)


def unless_refused(operator: object, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that takes an operator apart where PyTorch computes it, and leaves it else."""
    if not _rules_of(operator):
        return function

    @wraps(function)
    def decomposed(*arguments: Any, **named: Any) -> Any:
        if is_refused(operator, (arguments, named)):
            return NotImplemented
        return function(*arguments, **named)

    return decomposed
