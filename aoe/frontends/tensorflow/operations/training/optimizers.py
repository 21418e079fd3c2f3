"""The steps of optimizers that are one operator: those of TensorFlow 1 and of Keras 2.

Each changes its variables as TensorFlow's documentation of the operator says
(https://www.tensorflow.org/api_docs/python/tf/raw_ops). The sparse ones do the same with some rows
of their variables, each of which is named once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import dtype_of_tensor
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.control import changed, value_of
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.operations.products import as_int64
from aoe.frontends.tensorflow.operations.rows.distinct import rows_of_all
from aoe.frontends.tensorflow.operations.training.variables import scattered
from aoe.frontends.tensorflow.values import Distinct, Held, Tensor

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


class _RowsUpdate(_Update):
    """The same of some rows of the variables."""

    def __init__(
        self, context: Context, node: Node, values: Sequence[Held], places: Distinct
    ) -> None:
        super().__init__(context, node, values)
        self.places = places
        self.indices = as_int64(context, context.plain(places.value))

    def value(self, number: int) -> Tensor:
        """The present rows of an operand that is a variable."""
        whole = self.context.plain(super().value(number))
        return self.context.node("Gather", whole, self.indices, axis=0)

    def given(self, number: int) -> Tensor:
        """An operand: rows, or what is the same for all."""
        return rows_of_all(self.context, self.places, self.values[number])

    def change(self, number: int, value: Tensor) -> Tensor:
        """Gives rows of a variable another value. Equal places have equal rows."""
        before = self.context.plain(super().value(number))
        made = scattered(self.context, before, self.indices, self.context.plain(value), None)
        changed(self.context, self.values[number], made)
        return value


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


def _centered_rms(step: _Update) -> None:
    rate, decay, momentum, epsilon, gradient = (step.given(number) for number in range(4, 9))
    mean = step.towards(1, gradient, step.rest(decay))
    square = step.towards(2, step.mul(gradient, gradient), step.rest(decay))
    width = step.sqrt(step.sub(step.add(square, epsilon), step.mul(mean, mean)))
    pushed = step.div(step.mul(gradient, rate), width)
    speed = step.change(3, step.add(step.mul(step.value(3), momentum), pushed))
    step.change(0, step.sub(step.value(0), speed))


def _ftrl(step: _Update) -> None:
    gradient, rate, first, second = (step.given(number) for number in range(3, 7))
    power = step.context.elementwise("Neg", step.given(len(step.values) - 1))
    weight, total = step.value(0), step.value(1)
    two = np.asarray(2, dtype_of_tensor(gradient))
    pull = gradient
    if step.node.op.endswith("V2"):
        pull = step.add(gradient, step.mul(two, step.given(7), weight))
    grown = step.change(1, step.add(total, step.mul(gradient, gradient)))
    root = step.context.elementwise("Pow", grown, power)
    gained = step.sub(root, step.context.elementwise("Pow", total, power))
    scale = step.mul(two, second)
    if step.node.flag("multiply_linear_by_lr"):
        first, scale = step.mul(first, rate), step.add(root, step.mul(scale, rate))
        added = step.sub(step.mul(pull, rate), step.mul(gained, weight))
    else:
        scale = step.add(step.div(root, rate), scale)
        added = step.sub(pull, step.mul(step.div(gained, rate), weight))
    linear = step.change(2, step.add(step.value(2), added))
    sign = step.context.elementwise("Sign", linear)
    moved = step.div(step.sub(step.mul(sign, first), linear), scale)
    size = step.context.elementwise("Abs", linear)
    far = step.context.elementwise("Greater", size, first)
    zero = np.asarray(0, dtype_of_tensor(gradient))
    step.change(0, step.context.elementwise("Where", far, moved, zero))


_OPTIMIZERS: Mapping[str, Callable[[_Update], None]] = MappingProxyType(
    {
        "ApplyGradientDescent": _gradient_descent,
        "ApplyMomentum": _momentum,
        "ApplyKerasMomentum": _keras_momentum,
        "ApplyAdam": _adam,
        "ApplyAdagrad": _adagrad,
        "ApplyAdagradV2": _adagrad,
        "ApplyCenteredRMSProp": _centered_rms,
        "ApplyFtrl": _ftrl,
        "ApplyFtrlV2": _ftrl,
        "ApplyRMSProp": _rms,
        "ApplyAdadelta": _adadelta,
    }
)


@TABLE.add(*(f"{kind}{name}" for kind in ("Resource", "") for name in _OPTIMIZERS))
def _applied(context: Context, node: Node, values: Sequence[Held]) -> Held:
    _OPTIMIZERS[node.op.removeprefix("Resource")](_Update(context, node, values))
    return values[0]


#: Sparse optimizers, and which of their operands has the numbers of the rows.
_SPARSE: Mapping[str, int] = MappingProxyType(
    {
        "ApplyMomentum": 4,
        "ApplyKerasMomentum": 4,
        "ApplyAdagrad": 4,
        "ApplyAdagradV2": 5,
        "ApplyCenteredRMSProp": 9,
        "ApplyFtrl": 4,
        "ApplyFtrlV2": 4,
        "ApplyRMSProp": 8,
        "ApplyAdadelta": 7,
    }
)


@TABLE.add(*(f"{kind}Sparse{name}" for kind in ("Resource", "") for name in _SPARSE))
def _applied_to_rows(context: Context, node: Node, values: Sequence[Held]) -> Held:
    name = node.op.removeprefix("Resource").removeprefix("Sparse")
    place = _SPARSE[name]
    rows = values[place]
    if not isinstance(rows, Distinct):
        raise UnsupportedNodeError("its rows are not known to be different")
    others = [*values[:place], *values[place + 1 :]]
    _OPTIMIZERS[name](_RowsUpdate(context, node, others, rows))
    return values[0]
