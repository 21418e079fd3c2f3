"""When the weights of an operator are packed."""

from __future__ import annotations

from collections.abc import Sequence

from aoe.loops.loop_nest import Buffer, Kernel, LoweredOperator


def with_packing(
    kernels: Sequence[Kernel],
    packing: Sequence[Kernel],
    packed: Sequence[Buffer],
    once: bool,
    temporaries: Sequence[Buffer] = (),
) -> LoweredOperator:
    """An operator that reads weights as other kernels pack them.

    Args:
        kernels: The kernels that read them.
        packing: Those that pack them.
        packed: What these fill.
        once: Whether the weights are constant. They are packed when a model is loaded then, and
            otherwise in each run, before all else.
        temporaries: The other buffers of a run.
    """
    if once:
        return LoweredOperator(tuple(kernels), tuple(packing), tuple(temporaries), tuple(packed))
    return LoweredOperator((*packing, *kernels), (), (*temporaries, *packed))
