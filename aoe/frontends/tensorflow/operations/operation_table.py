"""The operators of one subject by name, and what each consists of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.values import Held, Result

#: Computes a node from its operands.
Run: TypeAlias = Callable[[Context, Node, Sequence[Held]], Result]
#: Computes a node of which some operands are no tensors, such as complex numbers. The last argument
#: computes it from tensors. Raises `UnsupportedNodeError` if such operands do not go through.
OfSpecial: TypeAlias = Callable[[Context, Node, Sequence[Held], Run], Result]


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator of TensorFlow.

    Attributes:
        run: Computes a node of it.
        outputs: The names of its outputs, where it has more than one.
        passes: Whether it gives what it is given, or calls functions with it, so that it takes
            values that are no tensors.
    """

    run: Run
    outputs: tuple[str, ...] = ()
    passes: bool = False


class OperationTable:
    """The operators of one subject."""

    def __init__(self) -> None:
        """An empty table."""
        self._operations: dict[str, Operation] = {}

    def add(
        self, *names: str, outputs: Sequence[str] = (), passes: bool = False
    ) -> Callable[[Run], Run]:
        """A decorator for the function that computes the operators of some names."""

        def added(run: Run) -> Run:
            for name in names:
                self.put(name, run, outputs, passes=passes)
            return run

        return added

    def put(
        self, name: str, run: Run, outputs: Sequence[str] = (), *, passes: bool = False
    ) -> None:
        """Adds one operator."""
        assert name not in self._operations, f"{name} is there twice"
        self._operations[name] = Operation(run, tuple(outputs), passes)

    def items(self) -> Iterator[tuple[str, Operation]]:
        """The operators and their names."""
        return iter(self._operations.items())
