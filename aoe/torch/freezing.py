"""Inference with frozen weights: parameters become constants, which are folded and packed once.

A frozen graph serves the weights that it was made of. Before each run their addresses and versions
are compared; after a change the graph runs with weights as inputs again. PyTorch counts no version
for changes through `.data`, so that freezing has to be asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias

import torch

from aoe.torch.boxed import Boxed

#: The addresses and the versions of weights.
_State: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
_address, _version = torch.Tensor.data_ptr, attrgetter("_version")
#: Makes a graph of which some arguments, by number, are constants.
Freeze: TypeAlias = Callable[[Mapping[int, Any]], Boxed]


@dataclass(frozen=True, slots=True)
class _Frozen:
    """A frozen graph.

    Attributes:
        function: Computes it.
        state: The state of the weights that it was made of.
        memory: Their memory. While it is held, no other weights have these addresses.
    """

    function: Boxed
    state: _State
    memory: tuple[torch.UntypedStorage, ...]


class FreezingGraph:
    """A graph that is frozen when it is first run. The frozen graph goes when it meets other
    weights, and the memory of its own with it.
    """

    def __init__(self, general: Boxed, weights: Sequence[int], freeze: Freeze) -> None:
        """`general`: the graph with weights as arguments. `weights`: the numbers of these."""
        self._boxed_call = True
        self._general = general
        self._weights = weights
        several = (*weights, weights[0])  # one number alone would give no tuple
        self._chosen: Callable[[list[Any]], tuple[Any, ...]] = itemgetter(*several)
        self._freeze: Freeze | None = freeze
        self._frozen: _Frozen | None = None

    def __call__(self, arguments: list[Any]) -> Sequence[Any]:
        """One run. The arguments are taken out of the list."""
        state = _state(self._chosen(arguments))
        if self._freeze is not None and state is not None:
            freeze, self._freeze = self._freeze, None
            weights = {number: arguments[number] for number in self._weights}
            memory = tuple(tensor.untyped_storage() for tensor in weights.values())
            self._frozen = _Frozen(freeze(weights), state, memory)
        frozen = self._frozen
        if frozen is None:
            return self._general(arguments)
        if state == frozen.state:
            return frozen.function(arguments)
        self._frozen = None
        return self._general(arguments)


def weight_numbers(module: torch.fx.GraphModule) -> tuple[int, ...]:
    """The numbers of the inputs of a graph of Dynamo that are parameters or buffers of modules."""
    places = [node for node in module.graph.nodes if node.op == "placeholder"]
    return tuple(number for number, node in enumerate(places) if _is_weight(node))


def _is_weight(node: torch.fx.Node) -> bool:
    """Whether Dynamo found an input in a module. Its source is `...._parameters['weight']`."""
    source = getattr(node, "_dynamo_source", None)
    name = "" if source is None else str(source.name() if callable(source.name) else source.name)
    return "._parameters[" in name or "._buffers[" in name


def _state(weights: Sequence[Any]) -> _State | None:
    """The addresses and versions of tensors; None for tensors without versions, which are those
    made in inference mode. No Python code runs for each of them: each call of a graph asks.
    """
    try:
        return tuple(map(_address, weights)), tuple(map(_version, weights))
    except RuntimeError:
        return None
