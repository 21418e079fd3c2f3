"""Depthwise convolution: every output channel reads one input channel, and channels are vectorised.

Nothing is contracted, so this is a window loop nest (`windows.py` has the schedule) with weights
packed once as [positions][channels]. With several filters for each channel there is a further axis
m, and channels are `multiplier` apart in output and weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from aoe.backends.cpu.cost import lower_bound
from aoe.backends.cpu.implementations.scheduling import Schedule, decisions, ranked_implementation
from aoe.backends.cpu.implementations.window import windows
from aoe.backends.cpu.implementations.window.windows import (
    pixel_names,
    tap_names,
    window_access,
    window_kernel,
)
from aoe.backends.cpu.lowering.access import Strided, access, broadcast, kernel
from aoe.backends.cpu.lowering.contraction.contraction import element_product
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Load, loads, renumber
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Kernel,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.conv import window_of
from aoe.policy import Policy


def _supports(operator: Operator, target: CpuTarget) -> bool:
    w = operator.inputs[1]
    return w.shape[1] == 1 and operator.integer("group") == operator.inputs[0].shape[1]


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    along_channels = decisions(policy)["vector"] == 1
    apart = along_channels and _multiplier(operator) > 1  # then lanes load one weight each
    weights = target.lanes("float32") if apart else 1
    return windows.estimate(operator, window_of(operator), weights, policy, target)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    multiply_adds = prod(operator.output.shape) * prod(window_of(operator).kernel)
    alone = 1.0 if decisions(policy).get("parallel") == 0 else 0.0
    return lower_bound.arithmetic(operator, multiply_adds, target, alone)


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    return windows.policies(name, operator, window_of(operator), target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    window, shape = window_of(operator), operator.output.shape
    channels, multiplier = operator.inputs[0].shape[1], _multiplier(operator)
    used = loads(operator.epilogue)
    prepare: tuple[Kernel, ...] = ()
    packed: tuple[Buffer, ...] = ()
    weights = _weights(inputs[1], "input1", window.rank, multiplier)
    if operator.inputs[1].constant:
        packed = (Buffer("weights", inputs[1].dtype, prod(inputs[1].shape)),)
        view = _packed_view(inputs[1])
        prepare = (_pack(inputs[1], view, channels * multiplier, window.rank, target),)
        weights = _weights(view, "weights", window.rank, multiplier)
    operands = (
        window_access(inputs[0], window, 0.0, shape[2:]),
        weights,
        *(_result(inputs[i], f"input{i}", shape, multiplier) for i in used),
    )
    value = renumber(operator.epilogue, {i: n + 2 for n, i in enumerate(used)})
    axes = [Axis("n", shape[0]), Axis("c", channels)]
    axes += [Axis(f"o{i}", extent) for i, extent in enumerate(shape[2:])]
    taps = [Axis(f"r{i}", extent) for i, extent in enumerate(window.kernel)]
    main = window_kernel(
        "conv_depthwise",
        axes,
        taps,
        operands,
        Store(_result(output, "output0", shape, multiplier), value),
        ("sum", element_product(inputs[0].dtype)),
        schedule,
        target,
        extra=(Axis("m", multiplier),) if multiplier > 1 else (),
    )
    return LoweredOperator((main,), prepare, packed=packed)


def _multiplier(operator: Operator) -> int:
    return operator.inputs[1].shape[0] // operator.inputs[0].shape[1]


def _packed_view(w: View) -> View:
    """The weights (K, 1, taps…) with filters contiguous."""
    strides = [1, 0]
    step = w.shape[0]
    for extent in reversed(w.shape[2:]):
        strides.insert(2, step)
        step *= extent
    return View(w.dtype, w.shape, tuple(strides))


def _weights(w: View, buffer: str, rank: int, multiplier: int) -> Access:
    strides = (w.strides[0] * multiplier, _inner(w.strides[0], multiplier), *w.strides[2:])
    return access(Strided(buffer, w.dtype, strides, w.offset), ("c", "m", *tap_names(rank)))


def _inner(stride: int, multiplier: int) -> int:
    """The stride along m, an axis that exists only with several filters for each channel."""
    return stride if multiplier > 1 else 0


def _result(view: View, buffer: str, shape: Sequence[int], multiplier: int) -> Access:
    """A view broadcast to the output (N, C·multiplier, pixels…)."""
    seen = broadcast(view, buffer, shape)
    outer, inner = seen.strides[1] * multiplier, _inner(seen.strides[1], multiplier)
    strides = (seen.strides[0], outer, inner, *seen.strides[2:])
    names = ("n", "c", "m", *pixel_names(len(shape) - 2))
    return access(Strided(buffer, view.dtype, strides, seen.offset), names)


def _pack(w: View, packed: View, filters: int, rank: int, target: CpuTarget) -> Kernel:
    names = ("k", *tap_names(rank))
    axes = (
        Axis("k", filters),
        *(Axis(n, e) for n, e in zip(names[1:], w.shape[2:], strict=True)),
    )

    def seen(view: View, buffer: str) -> Access:
        strides = (view.strides[0], *view.strides[2:])
        return access(Strided(buffer, view.dtype, strides, view.offset), names)

    nest = LoopNest(
        "pack",
        axes,
        (seen(w, "input1"),),
        (Store(seen(packed, "weights"), Load(0)),),
        schedule=LoopSchedule(vector="k"),
    )
    return kernel("pack", axes, (), 0, (nest,))


IMPLEMENTATION = ranked_implementation(
    "conv_depthwise",
    "Conv",
    _policies,
    _estimate,
    _lower,
    supports=_supports,
    lower_bound=_lower_bound,
)
