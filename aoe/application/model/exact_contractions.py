"""Which contractions of a model in float32 are computed exactly, decided on made-up inputs
(`aoe.graph.exactness`), where the device has instructions that tempt to compute them otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.application.model.inputs import made_up_arrays
from aoe.device import Device
from aoe.graph.exactness import exact_names
from aoe.graph.pipeline import PreparedGraph
from aoe.runtime.plan import TensorInfo

#: Of the made-up inputs.
_SEED = 5


def with_exact_contractions(
    profiles: Sequence[PreparedGraph], device: Device, every: bool = False
) -> tuple[PreparedGraph, ...]:
    """A model, given at each of its shapes, with those contractions exact that its accuracy needs,
    decided at its first shape; with `every`, all of them multiply whole numbers instead.
    """
    if not device.multiplies_tiles:
        return tuple(profiles)
    graph = profiles[0].default
    if every:
        nodes = [node for item in profiles for node in item.unfused.operator_nodes]
        names = frozenset(node.name for node in nodes)
        return tuple(item.with_exact(names, whole=True) for item in profiles)
    tensors = [graph.tensors[name] for name in graph.inputs]
    wanted = [
        TensorInfo(name, tensor.dtype, tensor.shape)
        for name, tensor in zip(graph.inputs, tensors, strict=True)
    ]
    names = exact_names(graph, made_up_arrays(wanted, _SEED))
    return tuple(item.with_exact(names) for item in profiles)
