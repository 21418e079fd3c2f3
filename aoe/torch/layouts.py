"""How tensors lie in memory at the border of a compiled graph.

A dense tensor is read and written as it lies: the model has an input in the order of its memory,
and a transposition, which costs nothing there. Values that only the backward graph reads may lie as
kernels like them. Images among them lie channels-last.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import torch

#: Batch, height, width, channels.
CHANNELS_LAST = (0, 2, 3, 1)
#: Operators of images.
_OF_IMAGES = frozenset(
    {
        *("convolution", "max_pool2d_with_indices", "avg_pool2d", "_adaptive_avg_pool2d"),
        *("upsample_nearest2d", "upsample_bilinear2d", "pixel_shuffle", "max_pool_places"),
    }
)
#: Operators after which four dimensions may be others than those of an image.
_MOVING = frozenset(
    {"view", "_unsafe_view", "reshape", "permute", "transpose", "expand", "unsqueeze", "bmm"}
)


def dense_order(tensor: Any) -> tuple[int, ...] | None:
    """The dimensions of a tensor from the largest to the smallest stride; None if it has gaps or
    overlaps, so that it has to be copied.
    """
    shape = [usual_size(size) for size in tensor.shape]
    strides = [usual_size(stride) for stride in tensor.stride()]
    natural = range(len(shape))
    if _is_dense(natural, shape, strides):
        return tuple(natural)
    order = sorted(natural, key=lambda axis: (-strides[axis], axis))
    return tuple(order) if _is_dense(order, shape, strides) else None


def usual_size(number: Any) -> int:
    """A size or a stride. One that a graph leaves open is what PyTorch found when it made the
    graph, which stays open; where data decide it, 2.
    """
    if isinstance(number, int):
        return number
    found = number.node.hint
    return 2 if found is None else int(found)


def is_natural(order: Sequence[int]) -> bool:
    """Whether dimensions are in the order of their strides already."""
    return list(order) == list(range(len(order)))


def strides_of(shape: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """The strides of a dense tensor whose dimensions lie in an order, the largest stride first."""
    strides, step = [0] * len(shape), 1
    for axis in reversed(order):
        strides[axis] = step
        step *= max(shape[axis], 1)
    return tuple(strides)


def told_strides(tensor: Any, shape: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """The strides of a dense tensor that lies in an order. Those of dimensions of one element say
    nothing about memory, but PyTorch takes its format from them: they are as PyTorch says.

    Args:
        tensor: What PyTorch says of it.
        shape: Its shape.
        order: Its dimensions from the largest to the smallest stride.
    """
    found, said = strides_of(shape, order), tensor.stride()
    if any(type(stride) is not int for stride in said) or dense_order(tensor) != tuple(order):
        return found
    pairs = zip(shape, found, said, strict=True)
    return tuple(other if size == 1 else stride for size, stride, other in pairs)


def typical_strides(shape: Sequence[int], strides: Sequence[int]) -> tuple[int, ...]:
    """Strides that stand for all with which dimensions lie alike: in the same order, next to each
    other or with gaps. A tensor whose elements overlap stands for itself.
    """
    found = [0] * len(shape)
    expected, made = 1, 1  # without gaps: the stride in the tensor, and in what stands for it
    for axis in sorted(range(len(shape)), key=lambda axis: (strides[axis], -axis)):
        if shape[axis] == 1 or not strides[axis]:
            found[axis] = made if strides[axis] else 0
            continue
        if strides[axis] < expected:
            return tuple(strides)
        found[axis] = made + (strides[axis] > expected)
        expected, made = strides[axis] * shape[axis], found[axis] * shape[axis]
    return tuple(found)


def saved_order(tensor: Any, is_image: bool) -> tuple[int, ...]:
    """How a value that only the backward graph reads is to lie. Without images its dimensions keep
    the order of their strides, so that heads of attention lie as projections write them.
    """
    natural = range(tensor.dim())
    shape = [usual_size(size) for size in tensor.shape]
    if not is_image:
        strides = [usual_size(stride) for stride in tensor.stride()]
        # Of stride 0 are dimensions along which a tensor repeats.
        return tuple(sorted(natural, key=lambda axis: (strides[axis] != 0, -strides[axis], axis)))
    return CHANNELS_LAST if shape[1] > 1 and shape[2] * shape[3] > 1 else tuple(natural)


def images(graph: torch.fx.Graph) -> frozenset[torch.fx.Node]:
    """The nodes whose tensors are images: what convolutions and pools read and write, and what is
    computed of that element by element.
    """
    found: set[torch.fx.Node] = set()
    for node in graph.nodes:
        name = str(node.target).partition(".")[2].partition(".")[0]
        if name in _OF_IMAGES:
            found.update(item for item in (node, node.args[0]) if _has_four_dimensions(item))
            found.update(item for item in node.users if _has_four_dimensions(item))
        elif name not in _MOVING and found.intersection(node.all_input_nodes):
            found.update([node] if _has_four_dimensions(node) else [])
    return frozenset(found)


def _has_four_dimensions(node: torch.fx.Node) -> bool:
    tensor = node.meta.get("val")
    return isinstance(tensor, torch.Tensor) and tensor.dim() == 4


def memory_of(value: object) -> int | None:
    """What tells the memory of a tensor from that of others; None where it has none."""
    if not isinstance(value, torch.Tensor) or value.layout is not torch.strided:
        return None
    found: int = value.untyped_storage()._cdata
    return found


def is_whole(tensor: torch.Tensor) -> bool:
    """Whether a tensor has elements and is as large as its memory, with the usual sizes."""
    elements = prod(map(usual_size, tensor.shape))
    return bool(0 < elements * tensor.itemsize == usual_size(tensor.untyped_storage().nbytes()))


def repeats_elements(view: torch.Tensor, whole: torch.Tensor) -> bool:
    """Whether a view has as many elements as what it is a view of, and some of them twice."""
    sizes = (usual_size(view.numel()), usual_size(whole.numel()))
    return sizes[0] >= sizes[1] and dense_order(view) is None


def seen_outputs() -> int | None:
    """How many outputs of the forward graph the user sees; the others are saved for backward. None
    if nobody knows.
    """
    context = torch._guards.TracingContext.try_get()
    facts = None if context is None else context.fw_metadata
    if facts is None:
        return None
    changed: int = facts.num_mutated_inp_runtime_indices
    return changed + int(facts.num_outputs) + int(facts.num_intermediate_bases)


def _is_dense(order: Sequence[int], shape: Sequence[int], strides: Sequence[int]) -> bool:
    expected = 1
    for axis in reversed(order):
        if shape[axis] != 1 and strides[axis] != expected:
            return False
        expected *= shape[axis]
    return True
