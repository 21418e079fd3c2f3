"""What an operator cannot be faster than on a machine, its useful work counted once (the roofline
of Williams, Waterman and Patterson, CACM 2009).

Unlike the floors that tuning uses (`aoe.operators.floor`), which hold for one policy, this is of
the operator: the arithmetic of its definition, whatever algorithm computes it, so one that does
less of it, such as Winograd's, can exceed 100 %.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from aoe.device import Device
from aoe.element_types import ITEM_BYTES
from aoe.operators.floor import traffic
from aoe.operators.operator import Operand, Operator

ARITHMETIC, MEMORY = "arithmetic", "memory"


@dataclass(frozen=True, slots=True)
class Roofline:
    """Seconds, and which of the two, "arithmetic" or "memory", takes so long."""

    seconds: float
    bound: str


def roofline(operator: Operator, device: Device, peak: float, cold: bool) -> Roofline:
    """The least seconds of an operator at `peak` floating point operations a second and at the
    bandwidths of the device. `cold`: constants come from memory each time, because those of the
    whole model do not stay in any cache.
    """
    computing = contraction_flops(operator) / peak
    moving = traffic(_read_once(operator), device, device.threads)
    if cold:
        constants = sum(_bytes(item) for item in operator.inputs if item.constant)
        together = min(device.speed.memory * device.threads, device.speed.memory_together)
        moving = max(moving, constants / together)
    return Roofline(max(computing, moving), ARITHMETIC if computing > moving else MEMORY)


def contraction_flops(operator: Operator) -> int:
    """Multiplications and additions by the definition; 0 for what is not a contraction."""
    if operator.type == "Conv":
        return 2 * prod(operator.output.shape) * prod(operator.inputs[1].shape[1:])
    if operator.type == "ConvTranspose":
        return 2 * prod(operator.inputs[0].shape) * prod(operator.inputs[1].shape[1:])
    if operator.type == "MatMul":
        depth = operator.inputs[0].shape[-2 if operator.integer("transpose_a") else -1]
        return 2 * prod(operator.output.shape) * depth
    if operator.type == "Attention":
        size, keys = operator.inputs[1].shape[-2:]
        values = operator.output.shape[-1]
        return 2 * prod(operator.output.shape[:-1]) * keys * (size + values)
    if operator.type == "Recurrent":
        _, steps, batch, _ = operator.inputs[0].shape
        return 2 * steps * batch * prod(operator.inputs[1].shape)
    return 0


def constant_bytes(operators: list[Operator]) -> int:
    """Bytes of all constants that operators read, each use counted."""
    return sum(_bytes(item) for one in operators for item in one.inputs if item.constant)


def _read_once(operator: Operator) -> Operator:
    """The operator with what it really reads: a gather only the elements that it takes."""
    if operator.type != "Gather":
        return operator
    data, *others = operator.inputs
    taken = replace(data, shape=operator.output.shape, order=operator.output.order)
    return replace(operator, inputs=(taken, *others))


def _bytes(operand: Operand) -> int:
    return prod(operand.shape) * ITEM_BYTES[operand.dtype]
