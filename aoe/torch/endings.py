"""What is left to do behind a graph: to check what it asserts, to change arguments, and to make
results that share memory.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

from aoe.torch.assertions import (
    with_assertions,
    with_checked_places,
    with_places_checked,
    without_assertions,
)
from aoe.torch.boxed import Boxed
from aoe.torch.multiple_views import ViewInSteps
from aoe.torch.mutations import with_copies, without_copies
from aoe.torch.shared_results import SharedResult, with_shared_results, without_shared_results


@dataclass(frozen=True, slots=True)
class Ending:
    """What is left to do behind a graph. Its last results are for that.

    Attributes:
        changed: The numbers of the arguments whose new values are results.
        messages: Those of assertions whose conditions are the results behind them.
        shared: Results that are views of what the graph gives in their place.
        places: The dimensions of arguments that it overwrites by index, with their sizes. Whether
            all indices are in range is the result before the new values of arguments.
    """

    changed: tuple[int, ...]
    messages: tuple[str, ...]
    shared: tuple[SharedResult | ViewInSteps, ...]
    places: tuple[tuple[int, int], ...]

    @property
    def overwritten(self) -> tuple[int, ...]:
        """The arguments that the graph may overwrite by itself: none that keep their values where
        an assertion is not met.
        """
        return () if self.messages else self.changed

    def behind(self, function: Boxed) -> Boxed:
        """A function that calls another one, which computes the graph, and does what is left."""
        asserting = with_assertions(function, self.messages)
        checking = with_checked_places(asserting, self.places, len(self.changed))
        changing = with_copies(checking, self.changed)
        return with_shared_results(changing, self.shared)


def taken_apart(kind: str, module: torch.fx.GraphModule, seen: int | None) -> Ending:
    """Takes from a graph what is to be done behind it. The graph is changed.

    Args:
        kind: "forward", "backward" or "inference".
        module: The graph.
        seen: How many results of a forward graph the user sees; None if nobody knows.
    """
    is_known = kind == "inference" or (kind == "forward" and seen is not None)
    shared = without_shared_results(module, seen if kind == "forward" else None) if is_known else ()
    places = with_places_checked(module)
    changed = without_copies(module)
    return Ending(changed, without_assertions(module), shared, places)
