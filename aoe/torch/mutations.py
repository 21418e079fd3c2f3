"""Arguments that a graph changes: running statistics, and in optimizers parameters and moments.

AOTAutograd ends such a graph by a `copy_` to each of them. Here the new values become the last
results of the graph, so that a compiled graph can compute them in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from aoe.torch.boxed import Boxed, boxed

_COPY = "aten.copy_.default"


def without_copies(module: torch.fx.GraphModule) -> tuple[int, ...]:
    """Makes the new values of arguments the last results of a graph, in place of the copies that
    end it. Returns the numbers of these arguments in the order of the results.
    """
    graph = module.graph
    arguments = [node for node in graph.nodes if node.op == "placeholder"]
    copies = [
        node for node in graph.nodes if str(node.target) == _COPY and node.args[0] in arguments
    ]
    if not copies:
        return ()
    changed = {node.args[0]: node.args[1] for node in copies}  # the last one counts
    for node in copies:
        node.replace_all_uses_with(node.args[1])
        graph.erase_node(node)
    output = next(node for node in graph.nodes if node.op == "output")
    output.args = ((*output.args[0], *changed.values()),)
    module.recompile()
    return tuple(map(arguments.index, changed))


def with_copies(function: Boxed, changed: Sequence[int]) -> Boxed:
    """A function of a list of arguments whose last results are the new values of these arguments:
    it copies them there.
    """
    if not changed:
        return function

    @boxed
    def call(arguments: list[Any]) -> Sequence[Any]:
        targets = [arguments[number] for number in changed]
        results = function(arguments)
        values = results[-len(targets) :]
        late = [
            (target, value.clone() if _is_one_of(value, targets) else value)
            for target, value in zip(targets, values, strict=True)
            if value is not target and value.data_ptr() != target.data_ptr()
        ]
        with torch.no_grad():
            for target, value in late:
                target.copy_(value)
        return results[: -len(targets)]

    return call


def _is_one_of(value: Any, tensors: Sequence[Any]) -> bool:
    return any(value is tensor for tensor in tensors)


def let_backward_repeat() -> None:
    """Tells PyTorch that the backward graph writes into nothing that the forward graph saved, so
    that it may run again (`retain_graph=True`). PyTorch refuses that otherwise where it compiles
    both graphs at once, since Inductor might write there.
    """
    context = torch._guards.TracingContext.try_get()
    facts: Any = None if context is None else context.fw_metadata
    if hasattr(facts, "bw_donated_idxs"):
        facts.bw_donated_idxs = []
