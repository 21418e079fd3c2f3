"""What the nodes of a MindIR graph pass on: more than tensors.

What is known while a model is read is a number, a text, a tuple or an array. What only an inference
knows is a value of the graph that is built.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

import numpy as np
import onnx_ir

#: An operand of a primitive: a value, an array, a Python scalar, a text, a tuple and so on.
Item: TypeAlias = object


class Nothing(Enum):
    """What only orders side effects, a monad. Primitives do not get it."""

    NOTHING = "nothing"


NOTHING = Nothing.NOTHING


@dataclass(frozen=True, slots=True)
class ElementType:
    """An element type as an operand.

    Attributes:
        dtype: The type.
    """

    dtype: np.dtype


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that was not computed.

    Attributes:
        problem: Why, if whoever uses it is to report that; None if it was reported already.
    """

    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two things to call, which an inference decides.

    Attributes:
        condition: Whether it is the first.
        first: What is called if the condition holds.
        second: What is called else.
    """

    condition: onnx_ir.Value
    first: Item
    second: Item


def is_tensor(item: Item) -> bool:
    """Whether an item is a value or an array."""
    return isinstance(item, onnx_ir.Value | np.ndarray)


def parts(item: Item) -> Iterator[Item]:
    """An item, and if it is a tuple all it holds: what tuples in it hold, too, in any order."""
    todo = [item]
    while todo:
        first = todo.pop()
        yield first
        if isinstance(first, tuple):
            todo.extend(first)
