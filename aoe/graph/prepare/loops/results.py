"""The results of a Loop that is computed, and those of their sizes that depend on the number of
iterations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import onnx_ir

from aoe.graph.prepare.rewriting import Builder
from aoe.graph.prepare.rules.data_dependent.sizes import follow


@dataclass(frozen=True, slots=True)
class FoundResults:
    """The results of a loop.

    Attributes:
        outputs: The last states and the collections, by the number of the body's output.
        count: The number of iterations.
        room: The number of rows in collections.
        exact: Whether there are as many iterations.
        sizes: For states that grow: the number of the output, the dimension, its first size, and
            what each iteration adds.
    """

    outputs: Mapping[int, onnx_ir.Value]
    count: onnx_ir.Value
    room: int
    exact: bool
    sizes: Sequence[tuple[int, int, int, int]] = ()


@dataclass
class ResultSizes:
    """Sizes of the results of a loop that depend on the number of iterations.

    Attributes:
        build: Makes nodes.
        count: The number of iterations.
        room: The largest one.
        places: The numbers of outputs and their dimensions of equal sizes, by the first size and
            what each iteration adds.
    """

    build: Builder
    count: onnx_ir.Value
    room: int
    places: dict[tuple[int, int], list[tuple[int, int]]] = field(default_factory=dict)

    def add(self, place: int, dimension: int, first: int, more: int) -> None:
        """A dimension that begins with a size and grows in each iteration."""
        self.places.setdefault((first, more), []).append((place, dimension))

    def record(self, node: onnx_ir.Node) -> None:
        """Records the sizes of a node's outputs."""
        for (first, more), places in self.places.items():
            waiting = list(places)
            while waiting:
                together = dict(reversed(waiting))
                waiting = [item for item in waiting if item not in together.items()]
                most = max(first, first + self.room * more)
                follow(node, together, most, self._size(first, more))

    def _size(self, first: int, more: int) -> onnx_ir.Value:
        if (first, more) == (0, 1):
            return self.count
        size = self.build.infer("Mul", self.count, self.build.integers([more]))
        return self.build.infer("Add", size, self.build.integers([first]))
