"""What the model of a graph reads and writes, and how that belongs to the arguments and results of
the graph.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

#: Where a result of the graph comes from: the kind, "output", "argument", "draw" or "value", and a
#: number, or for the last the value itself.
Result: TypeAlias = tuple[str, Any]


@dataclass(frozen=True, slots=True)
class GraphInput:
    """A tensor that a model reads.

    Attributes:
        name: The input of the model.
        argument: The number of the graph's argument.
        order: The dimensions of the argument from the largest to the smallest stride, as the model
            reads them.
        is_elsewhere: Whether it is not on the device of the graph.
    """

    name: str
    argument: int
    order: tuple[int, ...]
    is_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class GraphOutput:
    """A tensor that a model writes.

    Attributes:
        name: The output of the model.
        shape: Its shape in the graph.
        order: The dimensions from the largest to the smallest stride, as the model writes them.
        strides: Its strides in the graph.
        dtype: Its element type.
        overwritten: The number of the argument that it is the new value of; None for a new tensor.
    """

    name: str
    shape: tuple[int, ...]
    order: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: str
    overwritten: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Random numbers that an operator of the graph draws. PyTorch draws them before each run, so
    that they are eager's.

    Attributes:
        name: The input of the model that gets them.
        kind: "bernoulli", "permutation", or what PyTorch's methods are called that fill a tensor,
            such as "uniform"; "dropout" for the mask of PyTorch's operator for GPUs, which draws in
            its own order; "state" for the state of the generator, which draws nothing.
        chance: The chance that a draw of "bernoulli" is true, and one of "dropout" is not.
        shape: The shape of the tensor.
        order: Its dimensions from the largest to the smallest stride, which is the order of draws.
        dtype: The element type.
        dropped: The element type of what a mask of "dropout" is for, on which draws depend.
        numbers: What the method that fills a tensor is given, such as the least number and the
            limit.
        state: The number of the graph's argument that is the state of the generator to draw from;
            None for what it is when the graph runs.
    """

    name: str
    kind: str
    chance: float
    shape: tuple[int, ...]
    order: tuple[int, ...]
    dtype: str
    dropped: str = ""
    numbers: tuple[float | None, ...] = ()
    state: int | None = None


@dataclass(frozen=True, slots=True)
class Interface:
    """What the model of a graph reads and writes.

    Attributes:
        inputs: What it reads of the graph's arguments.
        draws: Random numbers that it reads.
        outputs: What it writes.
        results: The results of the graph in order.
        nodes: How many operators of the graph it has.
    """

    inputs: tuple[GraphInput, ...]
    draws: tuple[Draw, ...]
    outputs: tuple[GraphOutput, ...]
    results: tuple[Result, ...]
    nodes: int
