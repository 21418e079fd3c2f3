"""What parameters hold while the graphs of a program are gone through.

A step of training changes parameters. MindIR orders such nodes by monads: operands without a value
that say after which changes a node comes. Here a monad is a `State`, the changes so far, and
`UpdateState` joins states. So a Load reads the right value, in whatever order nodes are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError
from aoe.frontends.mindspore.items import NOTHING, Item


@dataclass(frozen=True, eq=False, slots=True)
class Held:
    """What a parameter holds after some changes.

    Attributes:
        name: The parameter.
        value: What it holds.
        version: The number of changes before.
    """

    name: str
    value: Operand
    version: int = 0

    def changed(self, value: Operand) -> Held:
        """What it holds after another change."""
        return Held(self.name, value, self.version + 1)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter as an operand, before anything says after which changes it is read.

    Attributes:
        first: What it holds before the model runs.
    """

    first: Held


@dataclass(frozen=True, slots=True)
class State:
    """What the parameters hold that were changed.

    Attributes:
        held: By parameter.
    """

    held: Mapping[str, Held] = field(default_factory=dict)

    def read(self, parameter: Parameter) -> Held:
        """What a parameter holds in this state."""
        return self.held.get(parameter.first.name, parameter.first)

    def read_in(self, item: Item) -> Item:
        """An item in which what parameters hold in this state stands for them, in tuples too."""
        if isinstance(item, Parameter):
            return self.read(item)
        return tuple(map(self.read_in, item)) if isinstance(item, tuple) else item


@dataclass(frozen=True, slots=True)
class Changed:
    """The result of a primitive that changes parameters.

    Attributes:
        result: What it gives.
        held: What the parameters hold afterwards.
    """

    result: Item
    held: tuple[Held, ...]


NO_CHANGES = State()


def joined(states: Iterable[State]) -> State:
    """The state after all changes of several.

    Raises:
        UnsupportedNodeError: Two of them change one parameter, neither after the other.
    """
    different = {id(item): item for item in states if item.held}
    first, *others = different.values() or (NO_CHANGES,)
    if not others:
        return first
    found = dict(first.held)
    for other in others:
        for name, held in other.held.items():
            found[name] = later(found.get(name, held), held)
    return State(found)


def later(one: Held, other: Held) -> Held:
    """The later of two things that a parameter holds. Raises as `joined` does."""
    if one.version == other.version and one is not other:
        raise UnsupportedNodeError(
            f"the parameter {one.name!r} is changed twice, in no order; use each of its values once"
        )
    return max(one, other, key=lambda item: item.version)


def is_monad(item: Item) -> bool:
    """Whether an item only orders side effects, so that primitives do not get it."""
    return item is NOTHING or isinstance(item, State)


def plain(item: Item) -> Item:
    """An item in which values stand for the parameters that hold them."""
    if isinstance(item, Held):
        return item.value
    if isinstance(item, Parameter):
        return item.first.value
    if isinstance(item, tuple):
        return tuple(map(plain, item))
    return item
