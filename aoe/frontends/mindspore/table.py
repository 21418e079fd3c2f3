"""Tables of functions that read primitives, by the names of the primitives.

The arguments of a function are the operands of the primitive, then its attributes, which older
files have in place of operands. They have MindSpore's names and defaults.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from aoe.errors import ModelError, counted
from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.mindspore.items import Item

#: A function of an `Emitter` and the arguments of a primitive.
Handler = Callable[..., Item]
#: Names that attributes had before, or have in older primitives, by today's.
_OLDER_NAMES = {
    "block_shape": "block_size",
    "data_format": "format",
    "dilation": "dilations",
    "seed0": "Seed0",
    "seed1": "Seed1",
    "strides": "stride",
}


@dataclass(frozen=True, slots=True)
class Table:
    """The functions of all subjects.

    Attributes:
        handlers: The functions by primitive.
        rows: Those for operands of which one is `OpenRows`. Other primitives do not take them.
        changing: The primitives that may change parameters.
        steps: Those of them that only steps of training have, such as optimizers.
    """

    handlers: Mapping[str, Handler]
    rows: Mapping[str, Handler]
    changing: frozenset[str]
    steps: frozenset[str]


class Primitives:
    """The functions of one subject.

    Attributes:
        handlers: The functions by primitive.
        rows: Those for operands of which one is `OpenRows`.
        changing: The primitives that may change parameters.
        steps: Those of them that only steps of training have.
    """

    def __init__(self) -> None:
        self.handlers: dict[str, Handler] = {}
        self.rows: dict[str, Handler] = {}
        self.changing: set[str] = set()
        self.steps: set[str] = set()

    def reads(self, *names: str) -> Callable[[Handler], Handler]:
        """Registers a function for primitives."""

        def register(handler: Handler) -> Handler:
            self.handlers.update(dict.fromkeys(names, handler))
            return handler

        return register

    def reads_rows(self, *names: str) -> Callable[[Handler], Handler]:
        """As `reads`, for operands of which one is `OpenRows`."""

        def register(handler: Handler) -> Handler:
            self.rows.update(dict.fromkeys(names, handler))
            return handler

        return register

    def changes(self, *names: str, steps: bool = True) -> Callable[[Handler], Handler]:
        """As `reads`, for primitives that may change parameters. Their function gets a `Held` for
        each parameter, and returns a `Changed`. `steps`: whether only steps of training have them.
        """
        self.changing.update(names)
        self.steps.update(names if steps else ())
        return self.reads(*names)


def bound(
    handler: Handler, operands: Sequence[Item], attributes: Mapping[str, Item]
) -> tuple[list[Item], dict[str, Item]]:
    """The positional and named arguments for a function, without the `Emitter`.

    Raises:
        UnsupportedNodeError: There are more operands than the function knows.
        ModelError: An operand is missing.
    """
    parameters = _parameters(handler)
    if any(item.kind == item.VAR_POSITIONAL for item in parameters):
        return list(operands), {}
    if len(operands) > len(parameters):
        raise UnsupportedNodeError(f"it has {counted(len(operands), 'operand')}")
    named: dict[str, Item] = {}
    for item in parameters[len(operands) :]:
        older = _OLDER_NAMES.get(item.name, item.name)
        if item.name in attributes or older in attributes:
            named[item.name] = attributes.get(item.name, attributes.get(older))
        elif item.default is item.empty:
            raise ModelError(f"its operand {item.name!r} is missing; the file is damaged")
    return list(operands), named


@cache
def _parameters(handler: Handler) -> Sequence[inspect.Parameter]:
    """What a function takes after the `Emitter`. The same functions are called for each node."""
    return tuple(inspect.signature(handler).parameters.values())[1:]
