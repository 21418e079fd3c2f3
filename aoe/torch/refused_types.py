"""Element types that operators of PyTorch refuse, though open-aoe could compute with them.

Such a call is an error in eager mode: `2 - flags` is one. What is compiled leaves it to PyTorch, so
that the error is the same. Most types are refused by fake tensors, before there is a graph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, TypeAlias

import torch
from torch.utils._pytree import tree_leaves


@dataclass(frozen=True)
class Call:
    """What is asked of a call.

    Attributes:
        tensors: Types of its tensors, in order.
        numbers: Types of the numbers among its first two arguments. Others are no operands.
        texts: Its texts.
        puts_one: Whether its last tensor has one element.
    """

    tensors: Sequence[torch.dtype]
    numbers: Sequence[torch.dtype]
    texts: Sequence[str]
    puts_one: bool

    @property
    def operands(self) -> frozenset[torch.dtype]:
        """All types that an operator may promote."""
        return frozenset((*self.tensors, *self.numbers))


#: Whether a call is refused.
Rule: TypeAlias = Callable[[Call], bool]

_FLAGS = frozenset({torch.bool})
_WHOLE = frozenset({torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64})
_HALF = frozenset({torch.float16, torch.bfloat16})
_REAL = _HALF | {torch.float32, torch.float64}
#: Types that numbers of Python stand for, the narrower first, as flags are whole numbers, too.
_OF_NUMBERS = (
    (bool, torch.bool),
    ((int, torch.SymInt), torch.int64),
    ((float, torch.SymFloat), torch.float64),
)


def _first(types: frozenset[torch.dtype]) -> Rule:
    """The first tensor has one of these types."""
    return lambda call: call.tensors[0] in types


def _promoted(types: frozenset[torch.dtype]) -> Rule:
    """All operands have these types, flags or flags and whole numbers, so what they become has.

    One of another type promotes them, whatever its dimensions: reals stand above whole numbers, and
    these above flags.
    """
    return lambda call: call.operands <= types


def _any(types: frozenset[torch.dtype]) -> Rule:
    """An operand has one of these types."""
    return lambda call: not types.isdisjoint(call.operands)


def _bounds_flags(call: Call) -> bool:
    """One bound is a minimum or a maximum, which takes flags."""
    return len(call.tensors) > 2 and call.operands <= _FLAGS


def _rounds_flags(call: Call) -> bool:
    return bool(call.texts) and call.operands <= _FLAGS


def _divides_whole_numbers(call: Call) -> bool:
    return all(item in _FLAGS | _WHOLE for item in call.tensors[1:])


def _has_means_of_flags(call: Call) -> bool:
    return call.tensors[0] in _FLAGS and "mean" in call.texts


def _has_flags_as_exponents(call: Call) -> bool:
    return call.tensors[0] in _REAL and call.tensors[1] in _FLAGS


def _has_several_types(call: Call) -> bool:
    return len(set(call.tensors)) > 1


def _has_targets_of_another(call: Call) -> bool:
    return call.tensors[1] is not call.tensors[0]


def _has_weights_of_another(call: Call) -> bool:
    return any(item is not call.tensors[0] for item in call.tensors[2:])


def _has_source_of_another(call: Call) -> bool:
    return call.tensors[-1] is not call.tensors[0]


def _has_weights_of_rows_of_another(call: Call) -> bool:
    return len(call.tensors) > 3 and call.tensors[3] is not call.tensors[0]


def _puts_at_indices_what_is_of_another(call: Call) -> bool:
    """Masks take one element of any type."""
    first, *indices, source = call.tensors
    return source is not first and not (call.puts_one and _FLAGS.issuperset(indices))


def _has_parameters_of_others(call: Call) -> bool:
    """Parameters have one type, that of what is normalized or float32 beside 16 bits."""
    first, *others = call.tensors
    taken = {first} | ({torch.float32} if first in _HALF else set())
    return len(set(others)) > 1 or not taken.issuperset(others)


_BATCH_NORMS = (
    "_batch_norm_with_update", "_batch_norm_with_update_functional", "native_batch_norm",
    "_native_batch_norm_legit", "_native_batch_norm_legit_functional",
    "_native_batch_norm_legit_no_training",
)  # fmt: skip
#: Rules, and the operators of ATen that keep them: all overloads, or one.
RULES: tuple[tuple[Rule, tuple[str, ...]], ...] = (
    (
        _first(_FLAGS),
        (
            "abs", "addbmm", "addmm", "addmv", "baddbmm", "bmm", "ceil", "convolution", "dot",
            "floor", "kthvalue", "linalg_cross", "max_pool2d_with_indices",
            "max_pool3d_with_indices", "median", "mm", "multi_margin_loss", "mv", "nanmedian",
            "neg", "reflection_pad1d", "reflection_pad2d", "reflection_pad3d", "relu",
            "replication_pad1d", "replication_pad2d", "replication_pad3d", "round", "threshold",
            "topk", "trace", "_trilinear", "trunc", "vdot",
        ),
    ),
    (
        _first(_FLAGS | _WHOLE),
        (
            *_BATCH_NORMS, "_adaptive_avg_pool2d", "_adaptive_avg_pool3d", "adaptive_max_pool2d",
            "adaptive_max_pool3d", "binary_cross_entropy", "binary_cross_entropy_with_logits",
            "_cdist_forward", "celu", "elu", "frac", "gelu", "glu", "grid_sampler_2d",
            "grid_sampler_3d", "hardshrink", "hardsigmoid", "hardswish", "huber_loss",
            "leaky_relu", "lerp.Scalar", "log_sigmoid_forward", "_log_softmax", "logcumsumexp",
            "max_pool2d_with_indices_backward", "max_unpool2d", "max_unpool3d", "mish",
            "multilabel_margin_loss_forward", "native_group_norm", "native_layer_norm",
            "nll_loss2d_forward", "nll_loss_forward", "_pdist_forward", "_prelu_kernel",
            "round.decimals", "_safe_softmax", "silu", "soft_margin_loss", "_softmax",
            "_softmax_backward_data", "softplus", "softshrink", "std", "std_mean", "var",
            "var_mean",
        ),
    ),
    (_first(_WHOLE), ("im2col",)),
    (
        _promoted(_FLAGS),
        (
            "addcmul", "bucketize", "floor_divide", "fmod", "pow.Scalar", "pow.Tensor_Tensor",
            "remainder", "searchsorted",
        ),
    ),
    (
        _promoted(_FLAGS | _WHOLE),
        (
            "dist", "hypot", "lerp.Tensor", "logaddexp", "logaddexp2", "mse_loss",
            "smooth_l1_loss",
        ),
    ),
    (_any(_FLAGS), ("dist", "isin", "rsub", "sub")),
    (_any(_REAL), ("bitwise_and", "bitwise_not", "bitwise_or", "bitwise_xor")),
    (_bounds_flags, ("clamp.Tensor",)),
    (_rounds_flags, ("div.Scalar_mode", "div.Tensor_mode")),
    (_divides_whole_numbers, ("addcdiv",)),
    (_has_means_of_flags, ("index_reduce", "scatter_reduce")),
    (_has_flags_as_exponents, ("ldexp",)),
    (
        _has_several_types,
        (
            "addbmm", "addmm", "addmv", "baddbmm", "_cdist_forward",
            "grid_sampler_2d", "grid_sampler_3d", "heaviside", "linalg_cross", "mm", "mv",
            "_prelu_kernel", "_softmax_backward_data",
        ),
    ),
    (_has_targets_of_another, ("binary_cross_entropy",)),
    (_has_weights_of_another, ("nll_loss2d_forward", "nll_loss_forward")),
    (_has_source_of_another, ("index_add", "index_copy", "index_reduce")),
    (_puts_at_indices_what_is_of_another, ("index_put", "_unsafe_index_put")),
    (_has_weights_of_rows_of_another, ("_embedding_bag", "_embedding_bag_forward_only")),
    (_has_parameters_of_others, (*_BATCH_NORMS, "native_group_norm", "native_layer_norm")),
)  # fmt: skip


@cache
def _rules_of(operator: object) -> tuple[Rule, ...]:
    """When PyTorch refuses an overload."""
    name = str(operator).removeprefix("aten.")
    packet = name.partition(".")[0]
    return tuple(rule for rule, names in RULES if packet in names or name in names)


def _type_of_number(item: object) -> torch.dtype | None:
    return next((dtype for kinds, dtype in _OF_NUMBERS if isinstance(item, kinds)), None)


def is_refused(operator: object, arguments: Sequence[Any], named: Any) -> bool:
    """Whether PyTorch refuses to compute an operator with operands of these types.

    Args:
        operator: An overload of ATen.
        arguments: Its arguments by position, with tensors or fake tensors, however nested.
        named: Its other arguments.
    """
    rules = _rules_of(operator)
    if not rules:
        return False
    leaves = tree_leaves((arguments, named))
    given = [item for item in leaves if isinstance(item, torch.Tensor)]
    tensors = [item.dtype for item in given]
    # A comparison would fix an open size. None is 1.
    puts_one = bool(given) and all(isinstance(n, int) and n == 1 for n in given[-1].shape)
    numbers = [dtype for item in arguments[:2] if (dtype := _type_of_number(item)) is not None]
    texts = [item for item in leaves if isinstance(item, str)]
    call = Call(tensors, numbers, texts, puts_one)
    return bool(tensors) and any(rule(call) for rule in rules)


def unless_refused(operator: object, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that takes an operator apart where PyTorch computes it, and leaves it else."""
    if not _rules_of(operator):
        return function

    @wraps(function)
    def decomposed(*arguments: Any, **named: Any) -> Any:
        if is_refused(operator, arguments, named):
            return NotImplemented
        return function(*arguments, **named)

    return decomposed
