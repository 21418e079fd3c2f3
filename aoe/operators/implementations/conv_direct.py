"""Direct convolution in 1 to 3 dimensions, grouped or not: a contraction over kernel taps and input
channels.

Rows are output pixels, the column is the output channel; weights are packed in panels
(`aoe.operators.panels`), at load time if they are constant. A 1×1 convolution is a matrix product:
its pixels merge to one row axis. Format `input`: "direct" reads the input where it lies (borders
checked), "padded" first copies it into a zero-bordered buffer, so that the kernel needs no checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from aoe.device import Device
from aoe.element_types import computed_type
from aoe.errors import PolicyError
from aoe.loops.expression import Load
from aoe.loops.stage import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    Program,
    Stage,
    StageSchedule,
    Store,
)
from aoe.operators import contraction as contractions
from aoe.operators import contraction_space, cost, panels
from aoe.operators.access import renumber
from aoe.operators.contraction import Contraction
from aoe.operators.definition import Implementation
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy

#: Elements: distances that are multiples of the first map to a quarter of a cache's sets or fewer;
#: a line more spreads them.
_CONFLICTING, _GAP = 256, 16


@dataclass(frozen=True, slots=True)
class _Shape:
    """The sizes of a convolution."""

    batch: int
    group: int
    inputs: int  # channels per group
    outputs: int  # channels per group
    image: tuple[int, ...]
    result: tuple[int, ...]
    taps: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    before: tuple[int, ...]  # padding in front
    after: tuple[int, ...]  # padding behind

    @property
    def padded(self) -> bool:
        """Whether any window leaves the image."""
        return any(self.before) or any(self.after)

    @property
    def padded_image(self) -> tuple[int, ...]:
        """The image with its borders."""
        return tuple(
            size + low + high
            for size, low, high in zip(self.image, self.before, self.after, strict=True)
        )


def _shape(operator: Operator) -> _Shape:
    x, w = operator.inputs[0].shape, operator.inputs[1].shape
    group, pads = operator.integer("group"), operator.integers("pads")
    rank = len(x) - 2
    return _Shape(
        batch=x[0],
        group=group,
        inputs=w[1],
        outputs=w[0] // group,
        image=x[2:],
        result=operator.output.shape[2:],
        taps=w[2:],
        strides=operator.integers("strides"),
        dilations=operator.integers("dilations"),
        before=pads[:rank],
        after=pads[rank:],
    )


def _supports(operator: Operator, device: Device) -> bool:
    known = contractions.contractible(*operator.inputs[:2])
    # One input channel per group leaves nothing to contract: that is conv_depthwise.
    return known and not (operator.integer("group") > 1 and operator.inputs[1].shape[1] == 1)


def _padded_view(operator: Operator) -> View:
    """The padded copy: laid out as the input is, so that the copy runs along both, but with a gap
    behind runs of a multiple of 1 KiB: the rows of a register tile would fall into few cache sets.
    """
    shape = _shape(operator)
    extents = [shape.batch, shape.group * shape.inputs, *shape.padded_image]
    innermost = operator.inputs[0].order[-1]
    pitched = list(extents)
    if pitched[innermost] % _CONFLICTING == 0:
        pitched[innermost] += _GAP
    dtype = computed_type(operator.inputs[0].dtype)
    laid_out = View.dense(Operand(dtype, tuple(pitched), operator.inputs[0].order))
    return View(dtype, tuple(extents), laid_out.strides)


def _contraction(
    operator: Operator, inputs: Sequence[View], output: View, padded: bool
) -> Contraction:
    """The convolution over its operands as they lie, or over the padded copy of the input."""
    shape = _shape(operator)
    rank = len(shape.image)
    group, taps = Axis("g", shape.group), [Axis(f"r{i}", n) for i, n in enumerate(shape.taps)]
    pixels = [Axis(f"o{i}", n) for i, n in enumerate(shape.result)]
    x = _padded_view(operator) if padded else inputs[0]
    a_strides = {"n": x.strides[0], "g": x.strides[1] * shape.inputs, "c": x.strides[1]}
    offset = x.offset
    bounds = []
    for i in range(rank):
        stride = x.strides[2 + i]
        a_strides[f"o{i}"] = stride * shape.strides[i]
        a_strides[f"r{i}"] = stride * shape.dilations[i]
        if not padded and (shape.before[i] or shape.after[i]):
            offset -= stride * shape.before[i]
            terms = ((f"o{i}", shape.strides[i]), (f"r{i}", shape.dilations[i]))
            bounds.append(Bound(terms, -shape.before[i], shape.image[i]))
    w = inputs[1]
    b_strides = {"g": w.strides[0] * shape.outputs, "k": w.strides[0], "c": w.strides[1]}
    b_strides |= {f"r{i}": w.strides[2 + i] for i in range(rank)}

    def seen(view: View, buffer: str) -> Access:
        shifted = (1,) * (2 + rank - len(view.shape)) + view.shape
        strides = (0,) * (2 + rank - len(view.shape)) + view.strides
        real = [s if n > 1 else 0 for s, n in zip(strides, shifted, strict=True)]
        named = {"n": real[0], "g": real[1] * shape.outputs, "k": real[1]}
        named |= {f"o{i}": real[2 + i] for i in range(rank)}
        return Access(buffer, view.dtype, _named(named), view.offset)

    renumbered = {i: i for i in range(len(inputs))}
    return contractions.merge_rows(
        Contraction(
            batch=(group,) if shape.group > 1 else (),
            rows=(Axis("n", shape.batch), *pixels),
            column=Axis("k", shape.outputs),
            reduction=(*(t for t in taps if t.extent > 1), Axis("c", shape.inputs)),
            a=Access(
                "padded" if padded else "input0",
                computed_type(inputs[0].dtype) if padded else inputs[0].dtype,
                _named(a_strides),
                offset,
                tuple(bounds),
            ),
            b=Access("input1", w.dtype, _named(b_strides), w.offset),
            extras=tuple(seen(v, f"input{i}") for i, v in enumerate(inputs[2:], start=2)),
            output=seen(output, "output0"),
            epilogue=renumber(operator.epilogue, renumbered),
        )
    )


def _named(strides: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((axis, stride) for axis, stride in strides.items() if stride)


def _dense_contraction(operator: Operator, padded: bool) -> Contraction:
    inputs = [View.dense(operand) for operand in operator.inputs]
    return _contraction(operator, inputs, View.dense(operator.output), padded)


def _formats(operator: Operator) -> tuple[str, ...]:
    return ("padded", "direct") if _shape(operator).padded else ("direct",)


def _policy(format: str, schedule: contractions.Schedule) -> Policy:
    return Policy.of("conv_direct", {"input": format}, schedule.decisions())


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device) -> tuple[Policy, ...]:
    found: list[tuple[float, int, Policy]] = []
    for format in _formats(operator):
        contraction = _dense_contraction(operator, format == "padded")
        schedules = contraction_space.ranked(contraction, device)
        for schedule in contraction_space.with_prefetch(contraction, schedules):
            policy = _policy(format, schedule)
            found.append((_estimate(operator, policy, device), len(found), policy))
    return tuple(policy for _, _, policy in sorted(found))


def _space(operator: Operator, device: Device) -> Iterator[Policy]:
    yield from _ranked(operator, device)


def _default(operator: Operator, device: Device) -> Policy:
    return _ranked(operator, device)[0]


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    padded = dict(policy.format).get("input") == "padded"
    shape = _shape(operator)
    contraction = _dense_contraction(operator, padded)
    schedule = contractions.schedule_of(policy)
    seconds = contraction_space.estimate(contraction, schedule, device)
    if padded:
        moved = 8.0 * shape.batch * shape.group * shape.inputs * prod(shape.padded_image)
        return seconds + moved / cost.bandwidth(device, moved) + device.speed.fork_join
    # At the borders every load is checked; that is the more expensive the more of the image is
    # border.
    border = 1.0 - prod(
        max(0.0, (n - 2.0 * max(low, high)) / n)
        for n, low, high in zip(shape.result, shape.before, shape.after, strict=True)
    )
    return seconds * (1.0 + 1.5 * border) if shape.padded else seconds


def _floor(operator: Operator, policy: Policy, device: Device) -> float:
    contraction = _dense_contraction(operator, dict(policy.format).get("input") == "padded")
    schedule = contractions.schedule_of(policy)
    return contraction_space.floor_of(operator, contraction, schedule, device)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    padded = dict(policy.format).get("input") == "padded"
    schedule = contractions.schedule_of(policy)
    if dict(policy.format).get("input") not in _formats(operator):
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    contraction_space.check(_dense_contraction(operator, padded), schedule, device)
    contraction = _contraction(operator, inputs, output, padded)
    product, pack, packed = panels.over_panels(contraction, schedule, device)
    kernels = (_pad(operator, inputs[0], device),) if padded else ()
    temporaries = (_padded_buffer(operator),) if padded else ()
    main = panels.kernel("conv_direct", product, schedule, device)
    packing = panels.pack_kernel(pack)
    if operator.inputs[1].constant:
        return Program((*kernels, main), (packing,), temporaries, (packed,))
    return Program((*kernels, packing, main), (), (*temporaries, packed))


def _padded_buffer(operator: Operator) -> Buffer:
    view = _padded_view(operator)
    outermost = operator.inputs[0].order[0]
    return Buffer("padded", view.dtype, view.strides[outermost] * view.shape[outermost])


def _pad(operator: Operator, x: View, device: Device) -> Kernel:
    """Copies the input into the zero-bordered buffer, along its innermost dimension."""
    shape = _shape(operator)
    rank = len(shape.image)
    names = ["n", "c", *(f"i{i}" for i in range(rank))]
    extents = (shape.batch, shape.group * shape.inputs, *shape.padded_image)
    axes = [Axis(names[d], extents[d]) for d in operator.inputs[0].order]
    bounds = tuple(
        Bound(((f"i{i}", 1),), -before, size)
        for i, (before, size) in enumerate(zip(shape.before, shape.image, strict=True))
    )
    offset = x.offset - sum(
        before * stride for before, stride in zip(shape.before, x.strides[2:], strict=True)
    )
    source = Access("input0", x.dtype, tuple(zip(names, x.strides, strict=True)), offset, bounds)
    padded = _padded_view(operator)
    store = Access("padded", padded.dtype, tuple(zip(names, padded.strides, strict=True)))
    vectors = max(1, min(4, axes[-1].extent // device.lanes("float32")))
    schedule = StageSchedule(axes[-1].name, vectors)
    stage = Stage("pad", tuple(axes), (source,), (Store(store, Load(0)),), None, schedule)
    outer = tuple(Loop(axis.name, 1) for axis in axes[:-2])
    return Kernel("pad", tuple(axes[:-2]), outer, len(outer), (stage,), ("input0", "padded"))


IMPLEMENTATION = Implementation(
    name="conv_direct",
    operator_type="Conv",
    supports=_supports,
    default=_default,
    space=_space,
    estimate=_estimate,
    lower=_lower,
    floor=_floor,
)
