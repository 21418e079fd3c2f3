"""What is known of FX nodes before they run: shapes, element types, places of dimensions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from aoe.element_types import STORAGE, is_floating, numpy_type
from aoe.torch.private_torch import free_unbacked_symbols
from aoe.torch.refused_types import is_refused
from aoe.torch.translate.table import UntranslatedError


def tensor_of(node: torch.fx.Node) -> Any:
    """The fake tensor that stands for what a node gives."""
    return node.meta["val"]


def attribute_of(module: torch.nn.Module, node: torch.fx.Node) -> Any:
    """What a node reads of the module of its graph: a tensor, or the body of another operator."""
    found: Any = module
    for part in str(node.target).split("."):
        found = getattr(found, part)
    return found


def row_shape_of(node: torch.fx.Node) -> tuple[int, ...]:
    """The shape of a tensor, which is that of one element if the tensor has no dimensions."""
    return tuple(shape_of(node)) or (1,)


def shape_of(node: torch.fx.Node) -> tuple[int, ...]:
    """The shape of a node's tensor. Sizes that may vary become what they are now."""
    return tuple(int(size) for size in tensor_of(node).shape)


def has_elements(node: torch.fx.Node) -> bool:
    """Whether no size of a node's tensor is 0."""
    return all(shape_of(node))


def has_open_sizes(tensor: torch.Tensor) -> bool:
    """Whether data decide how large a tensor is, so that nobody knows it before a run."""
    # Tensors that may have such sizes say so.
    return tensor._has_symbolic_sizes_strides and bool(_symbols_of(tensor))


def number_of(node: torch.fx.Node) -> bool | int | float | None:
    """The number that a node stands for now; None if it stands for a tensor.

    Raises:
        UntranslatedError: Data decide the number.
    """
    found = node.meta.get("val")
    for symbolic, plain in ((torch.SymInt, int), (torch.SymFloat, float), (torch.SymBool, bool)):
        if isinstance(found, symbolic):
            if _symbols_of(found):
                raise UntranslatedError("data decide a number that it reads")
            number: bool | int | float = plain(found)
            return number
    return found if isinstance(found, bool | int | float) else None


def is_number(node: torch.fx.Node) -> bool:
    """Whether a node stands for a number."""
    kinds = bool | int | float | torch.SymInt | torch.SymFloat | torch.SymBool
    return isinstance(node.meta.get("val"), kinds)


def _symbols_of(found: object) -> Any:
    """The symbols of what data decide."""
    return free_unbacked_symbols(found)


def rank_of(node: torch.fx.Node) -> int:
    """How many dimensions a node's tensor has."""
    return len(tensor_of(node).shape)


def type_of(node: torch.fx.Node) -> str:
    """The element type of a node's tensor, by NumPy's name."""
    return type_name(tensor_of(node).dtype)


def type_name(dtype: torch.dtype) -> str:
    """NumPy's name of an element type of torch."""
    return str(dtype).removeprefix("torch.")


def common_type(*arguments: object) -> str:
    """The element type in which an operator combines tensors and numbers."""
    known = [tensor_of(item) if isinstance(item, torch.fx.Node) else item for item in arguments]
    return type_name(torch.result_type(*known))


def is_inexact_number(operand: object, dtype: str) -> bool:
    """Whether an operand is a number that a type of 16 bits may not have. A tensor of one element
    is a number where its type is another one.
    """
    if dtype not in STORAGE:
        return False
    if isinstance(operand, torch.fx.Node):
        return math.prod(shape_of(operand)) == 1 and type_of(operand) != dtype
    number = float(operand)  # type: ignore[arg-type]
    with np.errstate(over="ignore"):
        return float(np.asarray(number).astype(numpy_type(dtype))) != number


def require_held(number: object, dtype: str) -> None:
    """Raises `UntranslatedError` where PyTorch refuses to convert a number to a type: it does so in
    some operators, and takes the last bits of whole numbers in others.
    """
    if not isinstance(number, int | float) or dtype == "bool":
        return
    kind = getattr(torch, dtype)
    if is_floating(dtype):
        largest: float = torch.finfo(kind).max
        held = number != number or abs(number) in (math.inf, largest) or abs(number) < largest
    else:  # those without a sign have the last bits of negative whole numbers
        limits = torch.iinfo(kind)
        least = -limits.max if isinstance(number, int) and not limits.min else limits.min
        held = least <= number <= limits.max
    require(held, f"{dtype} does not have {number}")


def require_computed(node: torch.fx.Node) -> None:
    """Raises `UntranslatedError` where eager mode refuses an operator of these types."""
    given = torch.fx.map_arg((node.args, node.kwargs), lambda item: item.meta.get("val"))
    require(not is_refused(node.target, *given), "eager mode refuses it of these types")


def axis_of(dimension: int, rank: int) -> int:
    """A dimension counted from the front; one of a scalar is 0."""
    return dimension % max(rank, 1)


def axes_of(dimensions: int | Sequence[int] | None, rank: int) -> list[int]:
    """Dimensions counted from the front; all where none are named."""
    if dimensions is None or dimensions == []:
        return list(range(rank))
    given = [dimensions] if isinstance(dimensions, int) else dimensions
    return [axis_of(dimension, rank) for dimension in given]


def sizes_of(sizes: int | Sequence[int], dimensions: int) -> list[int]:
    """The sizes of a window, which may be given as one for all dimensions."""
    given = [sizes] if isinstance(sizes, int) else [int(size) for size in sizes]
    return given * dimensions if len(given) == 1 else given


def require(condition: bool, what: str) -> None:
    """Raises `UntranslatedError` where an operator is used as nobody translates it."""
    if not condition:
        raise UntranslatedError(what)
