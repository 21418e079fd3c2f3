"""How much is done for one model, so that no small file takes minutes.

Loops are unrolled, and tuples may hold one tuple several times, which may hold another several
times: both are a few nodes of a file, and without limits any amount of work.
"""

from __future__ import annotations

from aoe.errors import ModelError, quoted
from aoe.frontends.mindspore.items import Item, parts

#: Most nodes that are gone through, those of a loop each time.
MOST_STEPS = 50_000
#: Most parts of tuples that nodes read and give, those in tuples too.
MOST_PARTS = 1 << 21


class Limits:
    """Counts what is done for one model. All methods raise `ModelError` where it is too much."""

    def __init__(self) -> None:
        self._steps = self._parts = 0

    def step(self, graph: str) -> None:
        """Counts a node of a graph."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise ModelError(
                f"the graph {quoted(graph)} runs too often: more than {MOST_STEPS} nodes in all; "
                "export a model with shorter loops"
            )

    def measured(self, item: Item) -> Item:
        """The item, after its parts are counted if it is a tuple."""
        if isinstance(item, tuple):
            for _ in parts(item):
                self._parts += 1
                if self._parts > MOST_PARTS:
                    raise ModelError(
                        f"its tuples have more than {MOST_PARTS} parts, those of tuples in tuples "
                        "each time; export a model with smaller tuples"
                    )
        return item
