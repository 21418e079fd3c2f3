"""Translates a forward, backward or inference graph: what the forward graph saves lies as kernels
like it, and the backward graph reads it so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from aoe.application.model.known_model import KnownModel
from aoe.application.model.program_group import GroupProgram
from aoe.errors import AoeError
from aoe.torch.boxed import Boxed
from aoe.torch.layouts import images, saved_order
from aoe.torch.translate.translation import Translation, order_of, translated


class NoResultError(AoeError):
    """All results of a graph are arguments, numbers or what PyTorch draws: there is no model."""


@dataclass(frozen=True, slots=True)
class BegunGraph:
    """A graph that is being compiled.

    Attributes:
        translation: The model of all of it.
        known: The same model with its digest.
        program: Waits for its program. Raises `AoeError`.
    """

    translation: Translation
    known: KnownModel
    program: Callable[[], GroupProgram]


@dataclass(frozen=True, slots=True)
class MadeGraph:
    """A graph that was compiled.

    Attributes:
        function: Computes it.
        covered: How many of its operators open-aoe computes.
        whole: The model of all of it; None if it has several or changes later.
    """

    function: Boxed
    covered: int
    whole: BegunGraph | None = None


def translated_graph(
    kind: str,
    module: torch.fx.GraphModule,
    name: str,
    saved: dict[str, tuple[int, ...]],
    changed: Sequence[int],
    device: torch.device,
    seen: int | None,
) -> Translation:
    """The model of a graph.

    Args:
        kind: "forward", "backward" or "inference".
        module: The graph.
        name: The name of the model.
        saved: How values lie that the forward graph saves, by their names. The forward graph adds
            them.
        changed: The numbers of the arguments whose new values are the last results.
        device: What the graph runs on.
        seen: How many results of the forward graph the user sees, before those that it saves; None
            if nobody knows.

    Raises:
        UntranslatedGraphError: The graph has operators without a translation.
        NoResultError: No result is computed by operators of open-aoe.
    """
    if kind != "forward":
        known = saved if kind == "backward" else {}
        return _with_results(translated(module, name, known, changed=changed, device=device))
    new = dict[str, tuple[int, ...]]()
    results = next(node for node in module.graph.nodes if node.op == "output").args[0]
    of_images = images(module.graph)

    def order(number: int, tensor: Any) -> tuple[int, ...]:
        if seen is None or number < seen:
            return order_of(tensor)
        node = results[number]
        new[node.name] = saved_order(tensor, node in of_images)
        return new[node.name]

    made = translated(module, name, output_order=order, changed=changed, device=device)
    made = _with_results(made)
    saved.update(new)
    return made


def _with_results(made: Translation) -> Translation:
    if not made.interface.outputs:
        raise NoResultError("no result of the graph is computed")
    return made
