"""Element types that eager mode refuses, and what is near them, against eager mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from tests.torch.training import compiled, whole

FLAGS = torch.tensor([[True, False, True, True], [False, True, True, False]])
WHOLE = torch.tensor([[3, -1, 2, 5], [0, 7, 4, 1]])
REALS = torch.tensor([[0.5, -1.0, 2.0, 3.0], [0.0, 1.5, -2.5, 4.0]])
IMAGES = WHOLE.reshape(1, 1, 2, 4)
PLACES = torch.tensor([[0, 1, 0, 1]])

#: By what they are: a function and its tensors.
REFUSED: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "a difference to flags": (lambda a: 2 - a, (FLAGS,)),
    "a difference of flags": (lambda a, b: b - a, (FLAGS, WHOLE)),
    "a difference to a flag": (lambda a: a - True, (WHOLE,)),
    "what shrinks flags": (F.tanhshrink, (FLAGS,)),
    "a threshold of flags": (lambda a: F.threshold(a, 0.5, 0.0), (FLAGS,)),
    "sizes of flags": (lambda a: a.abs(), (FLAGS,)),
    "flags rounded": (lambda a: (a.floor(), a.ceil(), a.round(), a.trunc()), (FLAGS,)),
    "relu of flags": (torch.relu, (FLAGS,)),
    "powers of flags": (lambda a, b: a**b, (FLAGS, FLAGS)),
    "remainders of flags": (lambda a, b: a % b, (FLAGS, FLAGS | True)),
    "the median of flags": (lambda a: a.median(), (FLAGS,)),
    "the smallest flags": (lambda a: a.kthvalue(1), (FLAGS,)),
    "the largest flags": (lambda a: a.topk(2), (FLAGS,)),
    "the trace of flags": (torch.trace, (FLAGS,)),
    "flags mirrored": (lambda a: F.pad(a, (1, 1), "reflect"), (FLAGS,)),
    "the largest flags of windows": (lambda a: F.max_pool2d(a > 1, 2), (IMAGES,)),
    "places of flags": (lambda a, b: torch.bucketize(a, b), (FLAGS, FLAGS[0])),
    "means of flags": (lambda a, i: a.scatter_reduce(0, i, a, "mean"), (FLAGS, PLACES)),
    "products of flags": (lambda a, b: a @ b.T, (FLAGS, FLAGS)),
    "fractions of whole numbers": (torch.frac, (WHOLE,)),
    "logarithms of sums": (torch.logaddexp, (WHOLE, WHOLE)),
    "lengths of whole numbers": (torch.hypot, (WHOLE, WHOLE)),
    "a way between whole numbers": (lambda a, b: torch.lerp(a, b, 2), (WHOLE, WHOLE)),
    "quotients of flags": (torch.addcdiv, (FLAGS, FLAGS, FLAGS)),
    "activations of whole numbers": (
        lambda a: (F.silu(a), F.mish(a), F.hardswish(a), F.hardsigmoid(a), F.celu(a), F.glu(a)),
        (WHOLE,),
    ),
    "slopes of whole numbers": (F.prelu, (WHOLE, WHOLE[0, :1])),
    "losses of whole numbers": (F.huber_loss, (WHOLE, WHOLE)),
    "entropies of whole numbers": (F.binary_cross_entropy, (WHOLE // 8, WHOLE // 8)),
    "the deviation of whole numbers": (lambda a: a.std(), (WHOLE,)),
    "means of windows": (lambda a: F.adaptive_avg_pool2d(a, (1, 2)), (IMAGES,)),
    "windows of whole numbers": (lambda a: F.unfold(a, 2), (IMAGES,)),
    "bits of reals": (lambda a, b: a & b, (REALS, REALS)),
    "bits of flags and reals": (lambda a, b: a | b, (FLAGS, REALS)),
    "bits of reals turned": (torch.bitwise_not, (REALS,)),
    "an exponent that is a flag": (torch.ldexp, (REALS, FLAGS)),
    "steps of other types": (torch.heaviside, (REALS, REALS.double())),
    "cross products of other types": (
        lambda a, b: torch.linalg.cross(a[:, :3], b[:, :3]),
        (REALS, REALS.double()),
    ),
    "a shift of another type": (
        lambda a, w, b: F.layer_norm(a, (4,), w, b),
        (REALS, REALS[0], REALS[0].double()),
    ),
    "statistics of another type": (
        lambda a, w: F.batch_norm(a, w.double(), w.double(), w, w),
        (REALS, REALS[0].abs()),
    ),
    "statistics of whole numbers": (
        lambda a, w: F.batch_norm(a, w, w, training=False),
        (WHOLE, WHOLE[0]),
    ),
    "rows of another type": (
        lambda a, i: a.index_add(0, i, a.double()),
        (REALS, PLACES[0, :2]),
    ),
    "copies of another type": (
        lambda a, i: a.index_copy(0, i, a.double()),
        (REALS, PLACES[0, :2]),
    ),
    "entries of another type": (
        lambda a, i: a.index_put((i,), a.double()),
        (REALS, PLACES[0, :2]),
    ),
    "entries of another type where flags are": (
        lambda a, b: a.index_put((a > 1,), b[0].double()),
        (REALS, REALS),
    ),
    "weights of rows of another type": (
        lambda a, i, w: F.embedding_bag(i, a, per_sample_weights=w, mode="sum"),
        (REALS, PLACES, REALS[:1].double()),
    ),
    "slices of fewer dimensions": (
        lambda a, i: a.index_add(0, i, a[:, 0]),
        (REALS[:, :2], PLACES[0, :2]),
    ),
    "slices of other sizes": (
        lambda a, i: a.index_add(0, i, a[:, :1]),
        (REALS, PLACES[0, :2]),
    ),
    "a slice for a tensor without dimensions": (
        lambda a, i: a.index_add(0, i, a.reshape(1)),
        (REALS[0, 0], PLACES[0, :1]),
    ),
    "weights of another type": (
        lambda a, i, w: F.nll_loss(a, i, w.double()),
        (REALS, PLACES[0, :2], REALS[0]),
    ),
    "slopes of another type": (lambda a: F.prelu(a, a[0, :1].double()), (REALS,)),
    "places of another type": (
        lambda a, b: F.grid_sample(a.view(1, 1, 2, 4), b.view(1, 2, 2, 2), align_corners=False),
        (REALS, REALS.double()),
    ),
    "products of other types": (lambda a, b: a.mm(b.T), (REALS, WHOLE)),
    "distances of flags": (torch.dist, (REALS, FLAGS)),
    "targets of another type": (
        lambda a: F.binary_cross_entropy(a.sigmoid(), a.sigmoid().double()),
        (REALS,),
    ),
    "a bias of whole numbers": (F.linear, (REALS, REALS, WHOLE[0, :2])),
    "parameters of fewer bits": (
        lambda a, w: F.group_norm(a, 2, w, w),
        (REALS, REALS[0].half()),
    ),
}  # fmt: skip
#: Neighbours of these that eager mode computes.
TAKEN: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "flags as numbers": (lambda a, b: (a + b, 2 * a, a.sum(), a.float().mean()), (FLAGS, WHOLE)),
    "whole numbers": (
        lambda a: (2 - a, a.abs(), a.floor(), a.relu(), F.threshold(a, 1, 0), a.median()),
        (WHOLE,),
    ),
    "windows": (lambda a: F.max_pool2d(a, 2), (IMAGES,)),
    "bits": (lambda a, b: (a & 3, ~a, ~b, b | b), (WHOLE, FLAGS)),
    "means of whole numbers": (lambda a: a.mean(dtype=torch.float32), (WHOLE,)),
    "a softmax of whole numbers": (lambda a: F.softmax(a, 1, dtype=torch.float32), (WHOLE,)),
    "flags promoted to whole numbers": (
        lambda a, b: (a // b, a % b, a.fmod(b), a**b, a // 2, a % 2, 2 % (a | True)),
        (FLAGS, WHOLE.abs() + 1),
    ),
    "flags promoted to reals": (
        lambda a, b: (a // b, a % b, a.fmod(b), a**b, a // 0.3, a % 0.3, a.addcmul(b, a)),
        (FLAGS, REALS.abs() + 0.25),
    ),
    "quotients of flags": (
        lambda a, b: [a.div(x, rounding_mode=y) for x in (b, 0.3, 2) for y in ("floor", "trunc")],
        (FLAGS, REALS.abs() + 0.25),
    ),
    "flags between bounds": (
        lambda a, b, c: (a.clamp(b, b + 1), a.clamp(c, c + 1), a.clamp(b), a.clamp(max=a)),
        (FLAGS, WHOLE, REALS),
    ),
    "places of flags among reals": (
        lambda a, b: (torch.bucketize(a, b), torch.searchsorted(a.flatten()[1:3], b)),
        (FLAGS, REALS[0].sort().values),
    ),
    "whole numbers promoted to reals": (
        lambda a, b: (
            torch.hypot(a, b), torch.logaddexp(a, b), torch.logaddexp2(b, a), torch.dist(a, b),
            F.mse_loss(a, b), F.smooth_l1_loss(a, b), torch.lerp(a, a + 2, b[0, 0]),
        ),
        (WHOLE, REALS),
    ),
    "the least and the largest flags of places": (
        lambda a, i: [
            a.scatter_reduce(0, i, ~a, name, include_self=False) for name in ("amin", "amax")
        ],
        (FLAGS, PLACES),
    ),
    "one element of another type where flags are": (
        lambda a, b: a.index_put((a > 0,), b[0, 0].double()),
        (REALS, REALS),
    ),
    "exponents for flags": (
        lambda a, b: (torch.ldexp(a, a), torch.ldexp(a, b), torch.ldexp(b, a)),
        (FLAGS, WHOLE),
    ),
    "wide parameters": (
        lambda a, w: F.layer_norm(a, (4,), w, w),
        (REALS.bfloat16(), REALS[0]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_eager_mode_refuses_has_its_error(name: str) -> None:
    function, tensors = REFUSED[name]
    with pytest.raises((RuntimeError, NotImplementedError)) as right:
        function(*tensors)
    with pytest.raises(type(right.value)) as found:
        compiled(function)(*tensors)
    assert str(right.value) in str(found.value)


@pytest.mark.parametrize("name", TAKEN)
def test_what_eager_mode_takes_is_computed(name: str) -> None:
    function, tensors = TAKEN[name]
    torch.testing.assert_close(compiled(function)(*tensors), function(*tensors))
    assert whole()


def test_a_vector_of_one_element_is_copied_to_a_tensor_without_dimensions() -> None:
    def function(a: torch.Tensor, i: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return a.index_copy(0, i, b) * 2

    tensors = REALS[0, 0], PLACES[0, :1], REALS[0, 1:2]
    torch.testing.assert_close(compiled(function)(*tensors), function(*tensors))


@pytest.mark.parametrize("how", ["none", "sum", "mean"])
def test_weights_of_entropies_may_be_wide(how: str) -> None:
    def function(a: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        loss = F.binary_cross_entropy(a.sigmoid(), torch.full_like(a, 0.25), w, reduction=how)
        return loss * 2

    found = []
    for call in (function, compiled(function)):
        a = REALS.clone().requires_grad_()
        loss = call(a, REALS.double())
        loss.sum().backward()
        found.append((loss.float(), a.grad))
    torch.testing.assert_close(found[1], found[0])
    assert whole()
