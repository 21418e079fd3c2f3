"""Operators and their gradients against eager mode, computed wholly by open-aoe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch.utils._pytree import tree_leaves

from tests.torch.training import check_gradients, compiled, whole

X = (4, 6)
IMAGE = (2, 4, 8, 8)
VOLUME = (2, 3, 6, 5, 7)
INDEX = torch.tensor([[0, 2, -1], [1, 1, 3]])
BAGS = torch.tensor([3, 0, 1, 1, 2])


def real(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def positive(*shape: int) -> torch.Tensor:
    return real(*shape).abs() + 0.1


SMOOTH: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "add with alpha": (lambda a, b: torch.add(a, b, alpha=2), (real(*X), real(6, seed=1))),
    "sub of a number": (lambda a: 1 - a, (real(*X),)),
    "mul and div": (lambda a, b: a * b / 3 / (b + 1), (real(*X), positive(4, 1))),
    "pow 2 and 3": (lambda a: a**2 + a**3, (real(*X),)),
    "pow of tensors": (lambda a, b: a**b, (positive(*X), real(*X, seed=1))),
    "pow of a number": (lambda a: 2.0**a, (real(*X),)),
    "roots": (lambda a: a.sqrt() + a.rsqrt() + a**-0.5 + 1 / a, (positive(*X),)),
    "exp log": (lambda a: a.exp().log() + a.log2() + a.log10(), (positive(*X),)),
    "log1p of tiny numbers": (lambda a: torch.log1p(a * 1e-6) * 1e6, (positive(*X),)),
    "expm1 of tiny numbers": (lambda a: torch.expm1(a * 1e-6) * 1e6, (real(*X),)),
    "functions of probability": (lambda a: torch.erfc(a * 3) * 1e3 + torch.lgamma(a * 5) + torch.erfinv(a.tanh()), (real(*X),)),
    "expm1": (torch.expm1, (real(*X),)),
    "sin cos": (lambda a: a.sin() * a.cos(), (real(*X),)),
    "tanh sigmoid erf": (lambda a: a.tanh() + a.sigmoid() + a.erf(), (real(*X),)),
    "abs sign": (lambda a: a.abs() * a.sign(), (real(*X),)),
    "activations": (
        lambda a: F.silu(a) + F.elu(a) + F.leaky_relu(a) + F.hardswish(a) + F.mish(a),
        (real(*X),),
    ),
    "softplus": (lambda a: F.softplus(a * 5) + F.logsigmoid(a), (real(*X),)),
    "gelu": (lambda a: F.gelu(a) + F.gelu(a, approximate="tanh"), (real(*X),)),
    "clamp": (lambda a: a.clamp(-0.5, 0.7) + a.clamp(min=0.1) + F.relu6(a), (real(*X),)),
    "angle": (torch.atan2, (real(*X), real(*X, seed=1))),
    "remainder": (lambda a, b: torch.remainder(a * 5, b) + a % 0.7 + torch.fmod(a * 5, b), (real(*X), real(6, seed=1))),
    "powers of two": (torch.exp2, (real(*X),)),
    "copied signs": (torch.copysign, (real(*X), real(6, seed=1))),
    "larger and smaller numbers": (lambda a, b: torch.fmax(a, b) * torch.fmin(a, b), (real(*X), real(6, seed=1))),
    "running product": (lambda a: a.cumprod(1) + a.cumprod(0), (real(*X),)),
    "running product with zeros": (lambda a: (a * (a > 0)).cumprod(1), (real(*X),)),
    "diagonals": (lambda a: a.diagonal() * a.diagonal(1)[:4] + a.diagonal(-1).sum() + a.diagonal(4, 0, 1).sum(), (real(*X),)),
    "diagonals of a batch": (lambda a: a.diagonal(-1, 3, 1) * 2 + a.diagonal(0, 1, 2).sum(), (real(2, 3, 5, 4),)),
    "matrices with another diagonal": (lambda a, b: torch.diagonal_scatter(a, b, -1) + torch.diagonal_scatter(a, b, 3), (real(*X), real(3))),
    "matrix of a diagonal": (lambda a: torch.diag(a[0]) + torch.diag_embed(a, 1)[2, :6, :6], (real(*X),)),
    "trace": (lambda a: a.trace() * a, (real(5, 5),)),
    "signs of no numbers and of zeros": (lambda a: a.abs() + torch.sgn(a), (torch.tensor([float("nan"), 0.0, -0.0, 2.0, -2.0, float("-inf")]),)),
    "where": (lambda a, b: torch.where(a > b, a, b * 2), (real(*X), real(*X, seed=1))),
    "masked fill": (lambda a: a.masked_fill(a > 0, 3.0), (real(*X),)),
    "maximum": (lambda a, b: torch.maximum(a, b) + torch.minimum(a, b), (real(*X), real(6, seed=1))),
    "reshapes": (lambda a: a.view(2, 2, 6).unsqueeze(1).squeeze(1).flatten(1).t(), (real(*X),)),
    "permute": (lambda a: a.view(2, 2, 6).permute(2, 0, 1) * 2, (real(*X),)),
    "transpose": (lambda a: a.transpose(0, 1).contiguous() * 2, (real(*X),)),
    "expand": (lambda a: a.unsqueeze(1).expand(4, 3, 6) * 2, (real(*X),)),
    "repeat": (lambda a: a.repeat(2, 1, 3) * 2, (real(*X),)),
    "slices": (lambda a: a[1:, ::2] + a[:-1, 1::2] * a[2, 0], (real(*X),)),
    "select": (lambda a: a[-1] * a[:, 2:3].sum(), (real(*X),)),
    "cat and stack": (lambda a, b: torch.cat([a, torch.stack([b, b])], 0), (real(*X), real(6))),
    "split": (lambda a: a.split(2, 1)[1] * a.chunk(3, 1)[2], (real(*X),)),
    "unbind": (lambda a: a.unbind(1)[1] * a.unbind(1)[2], (real(*X),)),
    "pad": (lambda a: F.pad(a, (1, 2, -1, 0)) * 2, (real(*X),)),
    "flip and roll": (lambda a: a.flip(0) * a.roll(1, 1), (real(*X),)),
    "triangles": (lambda a: a.tril() - a.triu(1), (real(*X),)),
    "assigned part": (lambda a: torch.select_scatter(a, a[0] * 2, 0, 1), (real(*X),)),
    "slice scatter": (lambda a: torch.slice_scatter(a, a[:2] * 2, 0, 1, 3), (real(*X),)),
    "sums": (lambda a: a.sum() + a.sum(0) + a.sum(1, keepdim=True), (real(*X),)),
    "means": (lambda a: a.mean() + a.mean(0) + a.mean((0, 1)), (real(*X),)),
    "extremes": (lambda a: a.amax(1) + a.amin(1) + a.max(), (real(*X),)),
    "extremes with places": (lambda a: a.max(1)[0] * a.min(1)[0], (real(*X),)),
    "variance": (lambda a: a.var(1) + a.std(1) + a.var(1, correction=0), (real(*X),)),
    "norm": (lambda a: a.norm() + F.normalize(a, dim=1).sum(), (real(*X),)),
    "logsumexp": (lambda a: a.logsumexp(1) + a.cumsum(1)[:, 2], (real(*X),)),
    "softmax": (lambda a: a.softmax(1) + a.log_softmax(0), (real(*X),)),
    "topk": (lambda a: a.topk(2, 1)[0], (real(*X),)),
    "stable sort": (lambda a: a.round().sort(dim=0, stable=True, descending=True)[0] + a[a[:, 1].argsort()], (real(*X),)),
    "windows": (lambda a: a.unfold(1, 3, 2) * 2 + a.unfold(0, 2, 1).sum(), (real(*X),)),
    "sort": (lambda a: a.sort(1)[0], (real(*X),)),
    "products": (lambda a, b: a @ b + torch.addmm(a[:, :3], a, b, beta=2, alpha=3), (real(*X), real(6, 3, seed=1))),
    "product by transposed": (lambda a, b: F.linear(a, b), (real(1, 12), real(48, 12, seed=1))),
    "batched products": (lambda a, b: torch.baddbmm(a @ b, a, b), (real(2, 3, 4), real(2, 4, 5))),
    "einsum": (lambda a, b: torch.einsum("bij,bkj->bik", a, b), (real(2, 3, 4), real(2, 5, 4))),
    "matrix by vector": (lambda a, b: a @ b + (b @ b), (real(*X), real(6, seed=1))),
    "layer norm": (lambda a, w, b: F.layer_norm(a, (6,), w, b), (real(*X), real(6), real(6, seed=1))),
    "layer norm with a bias alone": (lambda a, b: F.layer_norm(a, (6,), None, b), (real(*X), real(6))),
    "layer norm of all dimensions": (lambda a: F.layer_norm(a, X), (real(*X),)),
    "group norm": (lambda a, w, b: F.group_norm(a, 2, w, b), (real(*IMAGE), real(4), real(4, seed=1))),
    "rms norm": (lambda a, w: F.rms_norm(a, (6,), w), (real(*X), real(6))),
    "instance norm": (F.instance_norm, (real(*IMAGE),)),
    "attention with shared heads": (lambda q, k, v: F.scaled_dot_product_attention(q, k, v, enable_gqa=True), (real(2, 4, 5, 8), real(2, 2, 5, 8, seed=1), real(2, 2, 5, 8, seed=2))),
    "attention": (F.scaled_dot_product_attention, tuple(real(2, 2, 5, 8, seed=s) for s in range(3))),
    "causal attention": (lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), tuple(real(2, 2, 5, 8, seed=s) for s in range(3))),
    "causal attention to more keys": (lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), tuple(real(2, 2, n, 8, seed=n) for n in (5, 7, 7))),
    "masked attention": (lambda q, k, v, m: F.scaled_dot_product_attention(q, k, v, attn_mask=m), (*(real(2, 2, 5, 8, seed=s) for s in range(3)), torch.ones(5, 5, dtype=torch.bool).tril())),
    "attention of a query that sees no key": (lambda q, k, v, m: F.scaled_dot_product_attention(q, k, v, attn_mask=m), (*(real(2, 2, 5, 8, seed=s) for s in range(3)), torch.ones(5, 5, dtype=torch.bool).tril(-1))),
    "convolution": (lambda x, w, b: F.conv2d(x, w, b, padding=1), (real(*IMAGE), real(6, 4, 3, 3), real(6))),
    "strided convolution": (lambda x, w: F.conv2d(x, w, stride=2, padding=1), (real(*IMAGE), real(6, 4, 3, 3))),
    "convolution of 1 x 1": (lambda x, w: F.conv2d(x, w, stride=2), (real(*IMAGE), real(6, 4, 1, 1))),
    "convolution of points": (lambda x, w: F.conv2d(x, w), (real(*IMAGE), real(6, 4, 1, 1))),
    "convolution of patches": (lambda x, w: F.conv2d(x, w, stride=3), (real(*IMAGE), real(6, 4, 3, 3))),
    "dilated convolution": (lambda x, w: F.conv2d(x, w, dilation=2, padding=2), (real(*IMAGE), real(6, 4, 3, 3))),
    "grouped convolution": (lambda x, w: F.conv2d(x, w, groups=2, padding=1), (real(*IMAGE), real(6, 2, 3, 3))),
    "depthwise convolution": (lambda x, w: F.conv2d(x, w, groups=4, padding=1, stride=2), (real(*IMAGE), real(4, 1, 3, 3))),
    "convolution whose windows reach padding only": (lambda w: F.conv2d(real(2, 4, 4, 4), w, stride=8, padding=2), (real(6, 4, 1, 1),)),
    "strided and dilated convolution": (lambda x, w: F.conv2d(x, w, stride=2, dilation=2, padding=1), (real(*IMAGE), real(6, 4, 3, 3))),
    "convolution with odd strides": (lambda x, w: F.conv2d(x, w, stride=(3, 2), padding=(0, 1)), (real(2, 4, 8, 7), real(6, 4, 3, 2))),
    "convolution of vectors": (lambda x, w: F.conv1d(x, w, padding=1), (real(2, 4, 8), real(6, 4, 3))),
    "transposed convolution": (lambda x, w, b: F.conv_transpose2d(x, w, b, stride=2, padding=1), (real(*IMAGE), real(4, 6, 4, 4), real(6))),
    "transposed convolution with an output padded by a stride": (lambda x, w: F.conv_transpose2d(x, w, stride=(1, 2), padding=1, output_padding=(1, 3), dilation=4, groups=2), (real(*IMAGE), real(4, 3, 2, 3))),
    "max pooling": (lambda x: F.max_pool2d(x, 3, 2, 1), (real(*IMAGE),)),
    "max pooling of windows with gaps": (lambda x: F.max_pool2d(x, (3, 2), (2, 3), 1, (2, 1), ceil_mode=True), (real(*IMAGE),)),
    "max pooling with places": (lambda x: F.max_pool2d(x, 2, return_indices=True)[0], (real(*IMAGE),)),
    "average pooling of parts of windows": (lambda x: F.avg_pool2d(x, 3, 2, 1, ceil_mode=True) + F.avg_pool2d(x, 3, 2, 1, ceil_mode=True, count_include_pad=False), (real(*IMAGE),)),
    "average pooling": (lambda x: F.avg_pool2d(x, 2), (real(*IMAGE),)),
    "average pooling with padding": (lambda x: F.avg_pool2d(x, 3, 2, 1, count_include_pad=False), (real(*IMAGE),)),
    "adaptive pooling": (lambda x: F.adaptive_avg_pool2d(x, 4) + F.adaptive_avg_pool2d(x, 1), (real(*IMAGE),)),
    "adaptive pooling of windows of several sizes": (lambda x: F.adaptive_avg_pool2d(x, (3, 5)) + F.adaptive_avg_pool2d(x, (1, 5)) + F.adaptive_avg_pool1d(x[0], 3).sum(), (real(*IMAGE),)),
    "adaptive max pooling": (lambda x: F.adaptive_max_pool2d(x, (3, 5)) + F.adaptive_max_pool2d(x, 1) + F.adaptive_max_pool2d(x, 4).sum(), (real(*IMAGE),)),
    "adaptive pooling of volumes": (lambda x: F.adaptive_avg_pool3d(x, (2, 5, 3)) * F.adaptive_max_pool3d(x, (2, 5, 3)) + F.adaptive_avg_pool3d(x, (3, 1, 1)).sum(), (real(*VOLUME),)),
    "pooling of volumes": (lambda x: F.max_pool3d(x, 3, 2, 1) * F.avg_pool3d(x, 3, 2, 1) + F.avg_pool3d(x, (2, 1, 3), ceil_mode=True, count_include_pad=False).sum(), (real(*VOLUME),)),
    "pooling of an image without a batch": (lambda x: F.max_pool2d(x, 3, 2) * F.avg_pool2d(x, 3, 2) + F.adaptive_avg_pool2d(x, 3) + F.adaptive_max_pool2d(x, 3), (real(4, 8, 8),)),
    "average pooling with a divisor": (lambda x: F.avg_pool2d(x, 3, 2, 1, divisor_override=5) + F.avg_pool2d(x, 3, 2, 1, ceil_mode=True, count_include_pad=False, divisor_override=2).sum(), (real(*IMAGE),)),
    "average pooling of many windows": (lambda x: F.avg_pool2d(x, 8, 1, 4), (real(*IMAGE),)),
    "columns of windows": (lambda x: F.unfold(x, (3, 2), (1, 2), (2, 1), (2, 1)), (real(*IMAGE),)),
    "windows of columns": (lambda x: F.fold(x, (8, 8), (3, 2), 2, 1, 2), (real(2, 24, 12),)),
    "mirrored borders": (lambda x: F.pad(x, (2, 1, 3, 4), "reflect") + F.pad(x[0], (3, 0), "reflect").sum(), (real(*IMAGE),)),
    "repeated borders": (lambda x: F.pad(x, (2, 1, 9, -1), "replicate") + F.pad(x[0], (3, 0), "replicate").sum(), (real(*IMAGE),)),
    "borders of volumes": (lambda x: F.pad(x, (2, 1, 3, 4, 0, 1), "reflect") * F.pad(x, (2, 1, 3, 4, 0, 1), "replicate"), (real(*VOLUME),)),
    "elements in the order of a mask": (lambda a, b, m: a.masked_scatter(m > 0, b), (real(*X), real(30, seed=1), real(*X, seed=2))),
    "columns in the order of a mask": (lambda a, b, m: a.t().masked_scatter(m.t() > 0, b.t()), (real(*X), real(*X, seed=1), real(*X, seed=2))),
    "unpooling": (lambda x: F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2), (real(*IMAGE),)),
    "nearest upsampling": (lambda x: F.interpolate(x, scale_factor=2), (real(*IMAGE),)),
    "pixels at points": (lambda x, g: F.grid_sample(x, g, align_corners=False) + F.grid_sample(x, g, padding_mode="border", align_corners=True), (real(*IMAGE), real(2, 5, 3, 2, seed=1))),
    "points in volumes": (lambda x, g: F.grid_sample(x, g, align_corners=False) + F.grid_sample(x, g, "nearest", "border", align_corners=True), (real(*VOLUME), real(2, 4, 3, 2, 3, seed=1))),
    "points of a rotated grid": (lambda x, t: F.grid_sample(x, F.affine_grid(t, [2, 4, 5, 6], align_corners=False), align_corners=False), (real(*IMAGE), real(2, 2, 3, seed=1))),
    "indices apart": (lambda x, b: x[INDEX[0] % 2, :, INDEX[1]] + torch.ops.aten.index_put(x, [INDEX[0] % 2, None, INDEX[1]], b, True)[0, 0, 0], (real(2, 3, 4, 5), real(3, 3, 5, seed=1))),
    "nearest pixels at points": (lambda x, g: F.grid_sample(x, g, "nearest", align_corners=True) + F.grid_sample(x, g, "nearest", "border", align_corners=False), (real(*IMAGE), real(2, 5, 3, 2, seed=1))),
    "channel shuffle": (lambda x: F.channel_shuffle(x, 2), (real(*IMAGE),)),
    "pixel shuffle": (lambda x: F.pixel_shuffle(x, 2), (real(*IMAGE),)),
    "embedding": (lambda i, w: F.embedding(i, w), (INDEX % 4, real(*X))),
    "bags of equal size": (lambda i, w: F.embedding_bag(i, w, mode="sum"), (INDEX.reshape(1, -1) % 4, real(*X))),
    "means of bags of equal size": (lambda i, w: F.embedding_bag(i, w, mode="mean"), (INDEX.reshape(-1, 1) % 4, real(*X))),
    "weighted bags": (lambda i, w, p: F.embedding_bag(i, w, per_sample_weights=p, mode="sum"), (INDEX % 4, real(*X), real(2, 3))),
    "weighted bags without an index": (lambda i, w, o, p: F.embedding_bag(i, w, o, per_sample_weights=p, mode="sum", padding_idx=1), (BAGS, real(*X), torch.tensor([0, 2, 2, 3]), real(5))),
    "bags without an index of no number": (lambda i, w, o: F.embedding_bag(i, w.index_fill(0, torch.tensor([1]), float("nan")), o, mode="sum", padding_idx=1), (BAGS, real(*X), torch.tensor([0, 2, 2, 3]))),
    "bags to the last offset": (lambda i, w, o: F.embedding_bag(i, w, o, mode="sum", include_last_offset=True) + F.embedding_bag(i, w, o, include_last_offset=True), (BAGS, real(*X), torch.tensor([0, 2, 2, 5]))),
    "bags of several sizes": (lambda i, w, o: F.embedding_bag(i, w, o, mode="sum"), (BAGS, real(*X), torch.tensor([0, 2, 2, 3]))),
    "means of bags of several sizes": (lambda i, w, o: F.embedding_bag(i, w, o, mode="mean"), (BAGS, real(*X), torch.tensor([0, 2, 2, 3]))),
    "embedding with padding": (lambda i, w: F.embedding(i, w, padding_idx=1), (INDEX % 4, real(*X))),
    "gather": (lambda a, i: a.gather(1, i), (real(*X), INDEX % 4)),
    "scattered sums": (lambda a, b, i: a.scatter_reduce(1, i, b, "sum") * 2, (real(*X), real(2, 3, seed=1), INDEX % 4)),
    "scattered extremes": (lambda a, b, i: a.scatter_reduce(1, i, b, "amax") * a.scatter_reduce(1, i, b, "amin"), (real(*X), real(2, 3, seed=1), INDEX % 4)),
    "scattered products": (lambda a, b, i: a.scatter_reduce(1, i, b, "prod") * 2, (real(*X), real(2, 3, seed=1), INDEX % 4)),
    "places in row-major order": (lambda a, b, i: a.take(i) * 2 + a.put(i, b, accumulate=True).sum(), (real(*X), real(2, 3), INDEX)),
    "index select": (lambda a, i: a.index_select(0, i), (real(*X), INDEX[0] % 4)),
    "one index": (lambda a, i: a[:, i], (real(*X), INDEX)),
    "two indices": (lambda a, i: a[i, i.flip(0)], (real(*X), INDEX)),
    "indices in the middle": (lambda a, i: a[:, i, i.flip(0)], (real(2, 4, 4, 3), INDEX)),
    "cross entropy": (lambda a, i: F.cross_entropy(a, i), (real(*X), torch.tensor([0, 5, 2, 1]))),
    "cross entropy with ignored": (lambda a, i: F.cross_entropy(a, i, ignore_index=2, label_smoothing=0.1), (real(*X), torch.tensor([0, 5, 2, 1]))),
    "losses": (lambda a, b: F.mse_loss(a, b) + F.smooth_l1_loss(a, b) + F.l1_loss(a, b), (real(*X), real(*X, seed=1))),
    "cross entropy with weights": (lambda a, i, w: F.cross_entropy(a, i, w.detach(), ignore_index=2, reduction="none"), (real(*X), torch.tensor([0, 5, 2, 1]), positive(6))),
    "cross entropy of one": (lambda a, i: F.cross_entropy(a, i, reduction="sum"), (real(6), torch.tensor(3))),
    "binary cross entropy": (lambda a, b: F.binary_cross_entropy_with_logits(a, b.sigmoid()), (real(*X), real(*X, seed=1))),
    "divergence": (lambda a, b: F.kl_div(a.log_softmax(1), b.softmax(1), reduction="batchmean"), (real(*X), real(*X, seed=1))),
    "cosine": (lambda a, b: F.cosine_similarity(a, b), (real(*X), real(*X, seed=1))),
    "float64": (lambda a: (a.double() * 2).sum(1), (real(*X),)),
}  # fmt: skip


@pytest.mark.parametrize("name", SMOOTH)
def test_results_and_gradients_are_those_of_eager(name: str) -> None:
    function, inputs = SMOOTH[name]
    check_gradients(function, inputs, tolerance=2e-5)
    assert whole()


WITHOUT_GRADIENT: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "comparisons": (lambda a, b: ((a < b) | (a >= 1)) & ~(a == b), (real(*X), real(*X, seed=1))),
    "comparisons with integers": (lambda a: (a > 1.5) ^ (a != 3), (torch.arange(6),)),
    "rounding": (lambda a: a.floor() + a.ceil() + a.round() + a.trunc(), (real(*X) * 3,)),
    "floor of integers": (lambda a, b: a // b + a % b, (torch.arange(-6, 6), torch.tensor([-5, 4] * 6))),
    "truncation": (lambda a: torch.div(a, 4, rounding_mode="trunc"), (torch.arange(-6, 6),)),
    "floor of reals": (lambda a, b: (a // b, a % b, torch.div(a, b, rounding_mode="trunc"), torch.fmod(a, b)), (torch.tensor([6.0, -6.0, 0.3, -0.3, 1e10, -0.0, 0.0, 5.0, float("inf"), 3.0, -7.5, 1.0]), torch.tensor([2.0, 4.0, 0.1, 0.1, 3.0, 2.0, -2.0, 0.0, 2.0, float("-inf"), 2.0, 0.1]))),
    "floor of halves": (lambda a, b: (a // b, a % b), (real(*X).bfloat16() * 9, real(6, seed=1).bfloat16())),
    "signs of zeros": (lambda a, b: (1 / torch.copysign(a, b), torch.atan2(a, b), 1 / (a // 3)), (torch.tensor([0.0, -0.0, 0.0, -0.0]), torch.tensor([0.0, 0.0, -0.0, -0.0]))),
    "rounding to decimals": (lambda a: (a.round(decimals=2), (a * 1e3).round(decimals=-2), a.long().sign()), (real(*X) * 9,)),
    "logarithms of powers": (lambda a: (a.log2().floor(), (a.double() * 2).log2(), a.bfloat16().log2()), (torch.exp2(torch.arange(-126, 127).float()),)),
    "pixels at points that are none": (lambda x, g: F.grid_sample(x, g, padding_mode="border", align_corners=False), (real(*IMAGE), torch.tensor([float("nan"), 0.5, 0.25, float("nan"), float("inf"), -9.0, 1e20, float("-inf")]).reshape(2, 2, 1, 2))),
    "poles": (lambda a: (torch.digamma(a), torch.lgamma(a), torch.erfc(a), torch.erfinv(a)), (torch.tensor([0.0, -0.0, -1.0, 1.0, 2.0, float("inf"), float("-inf"), float("nan"), 1e-30, 9.0]),)),
    "functions of halves": (lambda a: (torch.digamma(a), torch.erfc(a), torch.erfinv(a)), (torch.tensor([0.5, 0.25, -0.75]).bfloat16(),)),
    "minus signs": (lambda a: (a.signbit(), a.angle(), a.sign(), a[:3].long().signbit()), (torch.tensor([2.0, -3.0, 0.0, -0.0, float("nan"), float("-inf")]),)),
    "numbers and no numbers": (lambda a, b: (torch.fmax(a, b), torch.fmin(a, b), a.isfinite()), (torch.tensor([1.0, float("nan"), 3.0]), torch.tensor([2.0, 0.0, float("nan")]))),
    "extremes of bools": (lambda a: ((a > 0).max(1), (a > 0).min(0), (a > 0) * (a < 1), (a > 0) + (a < -1), torch.maximum(a > 0, a < -1)), (real(*X),)),
    "diagonal of integers": (lambda i: (i.diagonal(-1), torch.diagonal_scatter(i, i[0, :2])), (INDEX,)),
    "places of equal elements": (lambda a: (a.argsort(stable=True), a.argsort(dim=0, descending=True, stable=True), a.sort(dim=1, stable=True)[1], a.flatten().sort(stable=True)), (real(20, 6).round(),)),
    "places": (lambda a: (a.argmax(1), a.argmin(), a.sort(1, descending=True)[1]), (real(*X),)),
    "elements among others": (lambda i: (torch.isin(i, torch.tensor([1, 3])), torch.isin(i, 1)), (INDEX,)),
    "any and all": (lambda a: ((a > 1).any(1), (a > -5).all(), (a > 9).any()), (real(*X),)),
    "any and all of nothing": (lambda a: ((a[:, :0] > 0).any(1), (a[:0] > 0).all(0), a[:0].any(), torch.isin(a, a[:0])), (real(*X),)),
    "special": (lambda a: (a.log().isnan(), (a / 0).isinf()), (real(*X),)),
    "sum of bools": (lambda a: (a > 0).sum(1), (real(*X),)),
    "conversions": (lambda a: (a.long(), a.bool(), a.to(torch.bfloat16).float()), (real(*X),)),
    "ranges": (lambda a: a + torch.arange(6) + torch.arange(0, 3, 0.5), (real(*X),)),
    "ranges of whole numbers": (lambda i: (i[0] * 2, torch.arange(0.1, -7.9, -4.0, dtype=torch.int64), torch.arange(0.5, 9.5, 2.5, dtype=torch.int32)), (INDEX,)),
    "constants": (lambda a: torch.zeros_like(a) + torch.full((6,), 2.0) + torch.ones(1), (real(*X),)),
    "index put": (lambda a, i: a.index_put((i,), torch.ones(3, 6)), (real(*X), INDEX[0])),
    "added rows": (lambda a, i: a.index_put((i,), torch.ones(3, 6), accumulate=True), (real(*X), INDEX[1])),
    "scatter": (lambda a, i: a.scatter(1, i, 5.0).scatter_add(1, i, a * 2), (real(*X), INDEX % 4)),
    "cumulated integers": (lambda i: i.cumsum(1), (INDEX,)),
}  # fmt: skip


@pytest.mark.parametrize("name", WITHOUT_GRADIENT)
def test_results_without_gradients_are_those_of_eager(name: str) -> None:
    function, inputs = WITHOUT_GRADIENT[name]
    found, expected = compiled(function)(*inputs), function(*inputs)
    for one, other in zip(tree_leaves(found), tree_leaves(expected), strict=True):
        torch.testing.assert_close(one, other, equal_nan=True)
    assert whole()


@pytest.mark.parametrize(
    "kind", ["rand", "randn", "bernoulli", "dropout", "integers", "filled", "permuted"]
)
def test_random_numbers_are_those_of_eager(kind: str) -> None:
    functions: dict[str, Callable[..., Any]] = {
        "rand": lambda a: a + torch.rand(4, 6) * torch.rand_like(a),
        "randn": lambda a: a + torch.randn(4, 6),
        "bernoulli": lambda a: a * torch.empty_like(a).bernoulli_(0.3),
        "integers": lambda a: (
            a * torch.randint(3, 9, (4, 6)) + torch.randint(5, (6,)) + torch.randint_like(a, 7)
            + torch.empty_like(a, dtype=torch.int32).random_(2, 9)
        ),
        "filled": lambda a: (
            a.clone().uniform_(-1, 3) * a.clone().exponential_(2) + a.t().clone().normal_(1, 2).t()
            + torch.normal(1.0, 2.0, (4, 6)) + a.clone().cauchy_().tanh()
        ),
        "permuted": lambda a: a[:, torch.randperm(6)] * a[torch.randperm(4)],
        "dropout": lambda a: F.dropout(a, 0.4) + F.dropout(a.t(), 0.4).t(),
    }  # fmt: skip
    x, function = real(*X), functions[kind]
    torch.manual_seed(3)
    expected = function(x)
    torch.manual_seed(3)
    torch.testing.assert_close(compiled(function)(x), expected)
    assert whole()


def test_an_index_without_elements_may_have_another_rank() -> None:
    none, x = torch.empty(2, 0, dtype=torch.int64), real(5)

    def function(a: Any) -> Any:
        return (a * 2).gather(0, none), (a * 3).scatter_add(0, none, a.new_empty(2, 0)) * 2

    torch.testing.assert_close(compiled(function)(x), function(x))


def test_dropping_everything_draws_nothing() -> None:
    check_gradients(lambda a: F.dropout(a, 1.0) + F.dropout(a, 0.4), (real(*X),))
    assert whole()
