"""The state of the generator that a forward graph saves, so that the backward graph draws the same
random numbers again: a checkpointed block with dropout, say, is computed twice.

PyTorch saves the state within the operator that draws. Here a node of its own does, so that the
operator is one like others. `translate/translation.py` draws again in the backward graph.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import torch

from aoe.torch.translate.placement import flat

#: PyTorch's operator that gives the state from before and the results of another operator.
_SAVING = "run_and_save_rng_state"


def generator_state() -> torch.Tensor:
    """The state of PyTorch's generator, in graphs."""
    return torch.get_rng_state()


#: It draws nothing, but has its place among what draws.
generator_state.tags = (torch.Tag.nondeterministic_seeded,)  # type: ignore[attr-defined]


def with_states_apart(module: torch.fx.GraphModule) -> None:
    """Makes nodes of their own of the states that a graph saves of the CPU's generator, in place of
    what saves them and draws.
    """
    graph = module.graph
    for node in list(graph.nodes):
        if str(node.target) != _SAVING:
            continue
        parts = {item.args[1]: item for item in node.users}
        if 1 not in parts or not _is_on_cpu(parts[1]):
            continue
        drawing, *arguments = node.args
        with graph.inserting_before(node):
            state = graph.call_function(generator_state)
            drawn = graph.call_function(drawing, tuple(arguments), dict(node.kwargs))
        drawn.meta = copy(parts[1].meta)
        if 0 in parts:
            state.meta["val"] = _of_its_size(parts[0].meta["val"])
        for number, part in parts.items():
            part.replace_all_uses_with((state, drawn)[number])
            graph.erase_node(part)
        graph.erase_node(node)
    module.recompile()


def _of_its_size(state: Any) -> Any:
    """A fake state of the size that it has, which PyTorch leaves open."""
    size = len(torch.default_generator.get_state())
    with state.fake_mode:
        return state.new_empty(size)


def _is_on_cpu(node: torch.fx.Node) -> bool:
    tensors = [item for item in flat(node.meta["val"]) if isinstance(item, torch.Tensor)]
    return all(item.device.type == "cpu" for item in tensors)
