"""The steps of optimizers that are one operator: those of TensorFlow 1 and of Keras 2.

Each changes its variables as TensorFlow's documentation of the operator says
(https://www.tensorflow.org/api_docs/python/tf/raw_ops).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from aoe.frontends.layout import dtype_of_tensor
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.control import changed, value_of
from aoe.frontends.tensorflow.operations.table import OperationTable
from aoe.frontends.tensorflow.values import Held, Tensor

TABLE = OperationTable()


class _Update:
    """The operands of one step of an optimizer, and arithmetic on them."""

    def __init__(self, context: Context, node: Node, values: Sequence[Held]) -> None:
        self.context, self.node, self.values = context, node, values

    def value(self, number: int) -> Tensor:
        """The present value of an operand that is a variable."""
        return self.context.tensor(value_of(self.context, self.values[number]))

    def given(self, number: int) -> Tensor:
        """An operand."""
        return self.context.tensor(self.values[number])

    def change(self, number: int, value: Tensor) -> Tensor:
        """Gives a variable another value, which is returned."""
        changed(self.context, self.values[number], value)
        return value

    def add(self, x: Tensor, y: Tensor) -> Tensor:
        return self.context.elementwise("Add", x, y)

    def sub(self, x: Tensor, y: Tensor) -> Tensor:
        return self.context.elementwise("Sub", x, y)

    def mul(self, *factors: Tensor) -> Tensor:
        found = factors[0]
        for factor in factors[1:]:
            found = self.context.elementwise("Mul", found, factor)
        return found

    def div(self, x: Tensor, y: Tensor) -> Tensor:
        return self.context.elementwise("Div", x, y)

    def sqrt(self, x: Tensor) -> Tensor:
        return self.context.elementwise("Sqrt", x)

    def rest(self, x: Tensor) -> Tensor:
        """1 - x."""
        return self.sub(np.asarray(1, dtype_of_tensor(x)), x)

    def towards(self, number: int, target: Tensor, share: Tensor) -> Tensor:
        """Moves a variable by a share of the way to a target."""
        old = self.value(number)
        return self.change(number, self.add(old, self.mul(self.sub(target, old), share)))


def _gradient_descent(step: _Update) -> None:
    step.change(0, step.sub(step.value(0), step.mul(step.given(2), step.given(1))))


def _momentum(step: _Update) -> None:
    rate, gradient, momentum = (step.given(number) for number in (2, 3, 4))
    speed = step.change(1, step.add(step.mul(step.value(1), momentum), gradient))
    if step.node.flag("use_nesterov"):
        moved = step.add(step.mul(gradient, rate), step.mul(speed, momentum, rate))
    else:
        moved = step.mul(speed, rate)
    step.change(0, step.sub(step.value(0), moved))


def _keras_momentum(step: _Update) -> None:
    rate, gradient, momentum = (step.given(number) for number in (2, 3, 4))
    pushed = step.mul(gradient, rate)
    speed = step.change(1, step.sub(step.mul(step.value(1), momentum), pushed))
    ahead = step.node.flag("use_nesterov")
    moved = step.sub(step.mul(speed, momentum), pushed) if ahead else speed
    step.change(0, step.add(step.value(0), moved))


def _adam(step: _Update) -> None:
    first_power, second_power, rate, first, second, epsilon, gradient = (
        step.given(number) for number in range(3, 10)
    )
    scale = step.div(step.mul(rate, step.sqrt(step.rest(second_power))), step.rest(first_power))
    mean = step.towards(1, gradient, step.rest(first))
    square = step.towards(2, step.mul(gradient, gradient), step.rest(second))
    if step.node.flag("use_nesterov"):
        mean = step.add(step.mul(gradient, step.rest(first)), step.mul(mean, first))
    width = step.add(step.sqrt(square), epsilon)
    step.change(0, step.sub(step.value(0), step.div(step.mul(mean, scale), width)))


def _adagrad(step: _Update) -> None:
    rate, gradient = step.given(2), step.given(len(step.values) - 1)
    total = step.value(1)
    if step.node.flag("update_slots", True):
        total = step.change(1, step.add(total, step.mul(gradient, gradient)))
    width = step.sqrt(total)
    if step.node.op.endswith("V2"):
        width = step.add(width, step.given(3))
    step.change(0, step.sub(step.value(0), step.div(step.mul(gradient, rate), width)))


def _rms(step: _Update) -> None:
    rate, decay, momentum, epsilon, gradient = (step.given(number) for number in range(3, 8))
    square = step.towards(1, step.mul(gradient, gradient), step.rest(decay))
    pushed = step.div(step.mul(gradient, rate), step.sqrt(step.add(square, epsilon)))
    speed = step.change(2, step.add(step.mul(step.value(2), momentum), pushed))
    step.change(0, step.sub(step.value(0), speed))


def _adadelta(step: _Update) -> None:
    rate, decay, epsilon, gradient = (step.given(number) for number in range(3, 7))
    square = step.towards(1, step.mul(gradient, gradient), step.rest(decay))
    width = step.sqrt(step.add(step.value(2), epsilon))
    moved = step.mul(step.div(width, step.sqrt(step.add(square, epsilon))), gradient)
    step.change(0, step.sub(step.value(0), step.mul(moved, rate)))
    step.towards(2, step.mul(moved, moved), step.rest(decay))


_OPTIMIZERS: Mapping[str, Callable[[_Update], None]] = MappingProxyType(
    {
        "ApplyGradientDescent": _gradient_descent,
        "ApplyMomentum": _momentum,
        "ApplyKerasMomentum": _keras_momentum,
        "ApplyAdam": _adam,
        "ApplyAdagrad": _adagrad,
        "ApplyAdagradV2": _adagrad,
        "ApplyRMSProp": _rms,
        "ApplyAdadelta": _adadelta,
    }
)


@TABLE.add(*(f"{kind}{name}" for kind in ("Resource", "") for name in _OPTIMIZERS))
def _applied(context: Context, node: Node, values: Sequence[Held]) -> Held:
    _OPTIMIZERS[node.op.removeprefix("Resource")](_Update(context, node, values))
    return values[0]
