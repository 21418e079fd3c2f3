"""What is left to do behind a graph: to check what it asserts, then to change arguments."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from aoe.torch.assertions import with_assertions, without_assertions
from aoe.torch.boxed import Boxed
from aoe.torch.mutations import with_copies, without_copies


@dataclass(frozen=True, slots=True)
class Ending:
    """What is left to do behind a graph. Its last results are for that.

    Attributes:
        changed: The numbers of the arguments whose new values are results.
        messages: Those of assertions whose conditions are the results behind them.
    """

    changed: tuple[int, ...]
    messages: tuple[str, ...]

    @property
    def overwritten(self) -> tuple[int, ...]:
        """The arguments that the graph may overwrite by itself: none that keep their values where
        an assertion is not met.
        """
        return () if self.messages else self.changed

    def behind(self, function: Boxed) -> Boxed:
        """A function that calls another one, which computes the graph, and does what is left."""
        return with_copies(with_assertions(function, self.messages), self.changed)


def taken_apart(module: torch.fx.GraphModule) -> Ending:
    """Takes from a graph what is to be done behind it. The graph is changed."""
    changed = without_copies(module)
    return Ending(changed, without_assertions(module))
