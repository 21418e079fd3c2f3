"""A call or some of each operator that has a rule.

A tensor of float32 stands for one of any type, and `NUMBER` for any number.
"""

from __future__ import annotations

from typing import Any

import torch

#: A number of any type.
NUMBER = object()

_I = torch.tensor([0, 1])
_GRID = torch.tensor([[0, 1], [1, 0]])


def _of(*shape: int) -> torch.Tensor:
    """Ones, which are in the range of every operator, and have a like of every type."""
    return torch.ones(shape)


_0, _V, _X, _B, _R = _of(), _of(2), _of(2, 2), _of(2, 2, 2), _of(2, 3)
_IMAGES, _HALVES, _VOLUMES = _of(1, 2, 4, 4), _of(1, 2, 2, 2), _of(1, 2, 4, 4, 4)
_IN_IMAGES = torch.tensor([0, 2, 8, 10]).reshape(1, 1, 2, 2).expand(1, 2, 2, 2).contiguous()
_IN_VOLUMES = torch.tensor([0, 1, 8, 9, 4, 5, 12, 13]).reshape(1, 2, 2, 2) % 4
_WEIGHTS, _WINDOWS = _of(2, 2, 2, 2), ([1, 1], [0, 0], [1, 1], False, [0, 0], 1)
_POOL = [2, 2], [2, 2], [0, 0], [1, 1]
_LABELS = torch.zeros(1, 4, 4, dtype=torch.int64)
_STATISTICS = (_X, _V, _V, _V, _V)
_GROUPS = 1, 2, 16, 1, 1e-5

_OF_ONE = (
    "abs", "bitwise_not", "ceil", "celu", "elu", "floor", "frac", "gelu", "glu", "hardshrink",
    "hardsigmoid", "hardswish", "leaky_relu", "log_sigmoid_forward", "median", "mish", "nanmedian",
    "neg", "_pdist_forward", "relu", "round", "silu", "softplus", "softshrink", "std", "std_mean",
    "trace", "trunc", "var", "var_mean",
)  # fmt: skip
_OF_TWO = (
    "bitwise_and.Tensor", "bitwise_or.Tensor", "bitwise_xor.Tensor", "dist", "floor_divide",
    "fmod.Tensor", "heaviside", "huber_loss", "hypot", "isin.Tensor_Tensor", "ldexp.Tensor",
    "logaddexp", "logaddexp2", "mse_loss", "pow.Tensor_Tensor", "_prelu_kernel",
    "remainder.Tensor", "rsub.Tensor", "smooth_l1_loss", "soft_margin_loss", "sub.Tensor",
)  # fmt: skip
_AND_NUMBER = (
    "bitwise_and.Scalar", "bitwise_or.Scalar", "bitwise_xor.Scalar", "floor_divide.Scalar",
    "fmod.Scalar", "isin.Tensor_Scalar", "remainder.Scalar", "rsub.Scalar", "sub.Scalar",
    "sub.Tensor",
)  # fmt: skip

#: Overloads of ATen, or operators of which only the default one is meant, and their arguments.
#: Those that are given by name are in a mapping at the end.
CALLS: tuple[tuple[Any, ...], ...] = (
    *((name, _X) for name in _OF_ONE),
    *((name, _X, other) for name in _OF_TWO for other in (_X, _0)),
    *((name, _X, NUMBER) for name in _AND_NUMBER),
    *((f"{name}.Scalar_Tensor", NUMBER, _X) for name in ("isin", "remainder")),
    *((name, _X, 1) for name in ("kthvalue", "logcumsumexp", "_safe_softmax", "topk")),
    *((f"{name}.dim", _X, 1) for name in ("median", "nanmedian")),
    *((name, _X, 1, False) for name in ("_log_softmax", "_softmax")),
    *((f"{name}.{kind}", _X, [1]) for name in ("std", "std_mean", "var", "var_mean")
      for kind in ("dim", "correction")),
    *((f"div.{kind}_mode", _X, other, {"rounding_mode": mode})
      for kind, other in (("Tensor", _X), ("Scalar", NUMBER)) for mode in ("floor", "trunc", None)),
    *((name, _X, 0, places, _X, how) for how in ("prod", "mean", "amax", "amin")
      for name, places in (("index_reduce", _I), ("scatter_reduce.two", _GRID))),
    *((f"{kind}_pad{images.ndim - 2 or 1}d", images, [1] * (2 * images.ndim - 4 or 2))
      for kind in ("reflection", "replication") for images in (_X, _IMAGES, _VOLUMES)),
    *((name, images, [2] * (images.ndim - 2)) for name, images in (
        ("_adaptive_avg_pool2d", _IMAGES), ("_adaptive_avg_pool3d", _VOLUMES),
        ("adaptive_max_pool2d", _IMAGES), ("adaptive_max_pool3d", _VOLUMES),
        ("max_pool2d_with_indices", _IMAGES), ("max_pool3d_with_indices", _VOLUMES),
    )),
    *((name, *_STATISTICS, training, 0.1, 1e-5) for training in (True, False) for name in (
        "native_batch_norm", "_native_batch_norm_legit", "_native_batch_norm_legit_functional",
    )),
    *((name, *_STATISTICS, 0.1, 1e-5) for name in (
        "_batch_norm_with_update", "_batch_norm_with_update_functional",
        "_native_batch_norm_legit_no_training",
    )),
    ("native_batch_norm", _X, None, None, _V, _V, False, 0.1, 1e-5),
    ("native_group_norm", _IMAGES, _V, _V, *_GROUPS),
    ("native_group_norm", _IMAGES, None, _V, *_GROUPS),
    ("native_layer_norm", _X, [2], _V, _V, 1e-5),
    ("native_layer_norm", _X, [2], None, None, 1e-5),
    ("addbmm", _X, _B, _B),
    ("addcdiv", _X, _X, _X),
    ("addcmul", _X, _X, _X),
    ("addcmul", _X, _X, _X, {"value": 2.5}),
    ("addmm", _X, _X, _X),
    ("addmv", _V, _X, _V),
    ("baddbmm", _B, _B, _B),
    ("binary_cross_entropy", _X, _X),
    ("binary_cross_entropy", _X, _X, _X),
    ("binary_cross_entropy_with_logits", _X, _X),
    ("binary_cross_entropy_with_logits", _X, _X, _X),
    ("bmm", _B, _B),
    ("bucketize.Tensor", _X, _V),
    ("bucketize.Scalar", NUMBER, _V),
    ("_cdist_forward", _X, _X, 2.0, None),
    ("clamp.Tensor", _X, _X),
    ("clamp.Tensor", _X, None, _X),
    ("clamp.Tensor", _X, _X, _0),
    ("convolution", _IMAGES, _WEIGHTS, None, *_WINDOWS),
    ("convolution", _IMAGES, _WEIGHTS, _V, *_WINDOWS),
    ("dot", _V, _V),
    ("grid_sampler_2d", _IMAGES, _of(1, 2, 2, 2), 0, 0, False),
    ("grid_sampler_3d", _VOLUMES, _of(1, 2, 2, 2, 3), 0, 0, False),
    ("im2col", _IMAGES, [2, 2], [1, 1], [0, 0], [1, 1]),
    ("index_add", _X, 0, _I, _X),
    ("index_copy", _X, 0, _I, _X),
    ("index_put", _X, (_I,), _X),
    ("_unsafe_index_put", _X, (_I,), _X),
    ("_embedding_bag", _X, _I, _I, False, 0, False, _V),
    ("_embedding_bag_forward_only", _X, _I, _I, False, 0, False, _V),
    ("lerp.Scalar", _X, _X, NUMBER),
    ("lerp.Tensor", _X, _X, _X),
    ("lerp.Tensor", _X, _X, _0),
    ("linalg_cross", _R, _R),
    ("max_pool2d_with_indices_backward", _HALVES, _IMAGES, *_POOL, False, _IN_IMAGES),
    ("max_unpool2d", _HALVES, _IN_IMAGES, [4, 4]),
    ("max_unpool3d", _B[None], _IN_VOLUMES, [4, 2, 2], [2, 1, 1], [0, 0, 0]),
    ("mm", _X, _X),
    ("multi_margin_loss", _X, _I),
    ("multilabel_margin_loss_forward", _X, _GRID, 1),
    ("mv", _X, _V),
    ("nll_loss_forward", _X, _I, None, 1, -100),
    ("nll_loss_forward", _X, _I, _V, 1, -100),
    ("nll_loss2d_forward", _IMAGES, _LABELS, None, 1, -100),
    ("nll_loss2d_forward", _IMAGES, _LABELS, _V, 1, -100),
    ("pow.Scalar", NUMBER, _X),
    ("round.decimals", _X, {"decimals": 1}),
    ("searchsorted.Tensor", _V, _X),
    ("searchsorted.Scalar", _V, NUMBER),
    ("_softmax_backward_data", _X, _X, 1, torch.float32),
    ("threshold", _X, NUMBER, 0),
    ("_trilinear", _B, _B, _B, [], [], [], [0]),
    ("vdot", _V, _V),
)  # fmt: skip
