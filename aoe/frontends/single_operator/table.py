"""The table of Ascend's operator types, and how a description becomes arguments of a function.

The arguments of a function are those of the operator in Ascend IR. Positional ones are inputs, in
order and by name; optional inputs have the default None. Keyword-only ones are attributes with
their defaults. Annotations give the kinds of attributes.

Many types come in two forms: `TileD` has an attribute `multiples`, `Tile` a constant input of this
name. A function is written for the form with attributes, and registered for both.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from aoe.errors import counted, quoted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError
from aoe.frontends.single_operator.call import Call, Tensor
from aoe.frontends.single_operator.description import Attribute, TensorDescription
from aoe.near_names import hint

#: Gives the results of an operator from a `Call`, its inputs and attributes.
Function: TypeAlias = Callable[..., "Operand | Sequence[Operand]"]
#: A function as it is written, which decorators leave as it is.
_Written = TypeVar("_Written", bound=Function)
Inputs: TypeAlias = "Tensor | Sequence[Tensor] | None"
#: Annotations of attributes that are lists.
Ints: TypeAlias = Sequence[int]
Floats: TypeAlias = Sequence[float]
Pairs: TypeAlias = Sequence[Sequence[int]]
#: The kinds of attributes in descriptions, by annotation. A number stands for a list of one.
_KINDS: Mapping[str, tuple[str, ...]] = {
    "bool": ("bool",),
    "int": ("int", "data_type"),
    "float": ("float", "int"),
    "str": ("string",),
    "Ints": ("list_int", "int"),
    "Floats": ("list_float", "list_int"),
    "Pairs": ("list_list_int",),
}
#: What an attribute with the number of inputs in a group is called.
GROUP_SIZE = "N"


@dataclass(frozen=True, slots=True)
class OperatorType:
    """One operator type of Ascend.

    Attributes:
        name: Its name.
        function: Builds it.
        results: Names of its outputs.
        group: Name of the input that is a group of any number.
        mixes_formats: Whether its inputs and outputs may have different formats.
    """

    name: str
    function: Function
    results: tuple[str, ...]
    group: str | None
    mixes_formats: bool


class _InputForm:
    """A function of which some attributes are constant inputs."""

    def __init__(self, function: Function, inputs: Sequence[str]) -> None:
        """`inputs`: the names of all inputs in order, those that are attributes among them."""
        call, *own = inspect.signature(function).parameters.values()
        known = {item.name: item for item in own}
        self._function = function
        self._taken = {
            name: known[name] for name in inputs if known[name].kind is known[name].KEYWORD_ONLY
        }
        given = [
            known[name].replace(kind=known[name].POSITIONAL_OR_KEYWORD, annotation="Tensor")
            if name in self._taken
            else known[name]
            for name in inputs
        ]
        rest = [item for name, item in known.items() if name not in inputs]
        self.__signature__ = inspect.Signature([call, *given, *rest])

    def __call__(self, call: Call, *inputs: Any, **attributes: Any) -> Operand | Sequence[Operand]:
        """The results, as the function gives them for the elements of the constant inputs."""
        given = dict(self.__signature__.bind(call, *inputs, **attributes).arguments)
        for name, parameter in self._taken.items():
            read = call.integer if parameter.annotation == "int" else call.integers
            given[name] = read(given[name])
        return self._function(**given)


class OperatorTypes:
    """The operator types of one subject.

    Attributes:
        types: The types by name.
    """

    def __init__(self) -> None:
        self.types: dict[str, OperatorType] = {}

    def reads(
        self,
        *names: str,
        results: Sequence[str] = ("y",),
        group: str | None = None,
        mixes_formats: bool = False,
        input_forms: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> Callable[[_Written], _Written]:
        """Registers a function for some types.

        Args:
            names: Types whose inputs and attributes are those of the function.
            results: As in `OperatorType`, and so are `group` and `mixes_formats`.
            group: See there.
            mixes_formats: See there.
            input_forms: Types that take some of the attributes as constant inputs, each with the
                names of all its inputs in order.
        """

        def register(function: _Written) -> _Written:
            functions: dict[str, Function] = dict.fromkeys(names, function)
            for name, inputs in input_forms.items():
                functions[name] = _InputForm(function, inputs)
            for name, one in functions.items():
                assert name not in self.types, f"{name} is there already"
                self.types[name] = OperatorType(name, one, tuple(results), group, mixes_formats)
            return function

        return register


def input_names(kind: OperatorType, inputs: Sequence[TensorDescription]) -> tuple[str, ...]:
    """The name of each input in the operator's definition; those of a group have numbers.

    Raises:
        UnsupportedNodeError: The inputs do not fit the operator.
    """
    parameters = _inputs_of(kind)
    names = [_name(item) for item in parameters]
    if kind.group is None:
        if len(inputs) > len(names):
            raise UnsupportedNodeError(
                f"it has {counted(len(inputs), 'input')}, but takes {len(names)}: "
                f"{', '.join(names) or 'none'}"
            )
        found = names[: len(inputs)]
    else:
        place = names.index(kind.group)
        behind = len(names) - place - 1
        count = len(inputs) - len(names) + 1
        if count < 1:
            raise UnsupportedNodeError(
                f"it has {counted(len(inputs), 'input')}; the group {kind.group!r} is empty"
            )
        numbered = [f"{kind.group}{number}" for number in range(count)]
        found = [*names[:place], *numbered, *names[len(names) - behind :]]
    for item, name in zip(inputs, found, strict=True):
        in_group = kind.group is not None and name not in names
        if item.name is not None and item.name != name and item.name in (*names, *found):
            raise UnsupportedNodeError(
                f"input {item.name!r} is in the place of {name!r}; change the order"
            )
        if item.group is not None and item.group != (kind.group if in_group else name):
            raise UnsupportedNodeError(f"dynamic_input {item.group!r} is in the place of {name!r}")
    return tuple(found)


def arguments(
    kind: OperatorType,
    inputs: Mapping[str, Tensor | None],
    attributes: Mapping[str, Attribute],
) -> tuple[list[Inputs], dict[str, Any]]:
    """The arguments of an operator's function after the `Call`.

    Args:
        kind: The operator type.
        inputs: Inputs by the names of `input_names`; None for those that are left out.
        attributes: Its attributes as described.

    Raises:
        UnsupportedNodeError: An input or attribute is missing, unknown or of another kind.
    """
    positional: list[Inputs] = []
    plain = {_name(item) for item in _inputs_of(kind)} - {kind.group}
    members = [value for name, value in inputs.items() if name not in plain]
    for parameter in _inputs_of(kind):
        name = _name(parameter)
        if name == kind.group:
            if None in members:
                raise UnsupportedNodeError(f"an input of the group {kind.group!r} is UNDEFINED")
            positional.append([item for item in members if item is not None])
            continue
        value = inputs.get(name)
        if value is None and parameter.default is parameter.empty:
            raise UnsupportedNodeError(f"input {name!r} is missing; describe it")
        positional.append(value)
    return positional, _named(kind, attributes, len(members))


def _inputs_of(kind: OperatorType) -> list[inspect.Parameter]:
    _, *parameters = inspect.signature(kind.function).parameters.values()
    return [item for item in parameters if item.kind == item.POSITIONAL_OR_KEYWORD]


def _name(parameter: inspect.Parameter) -> str:
    """The name of an input, which may be a word of Python with a `_` behind it."""
    return parameter.name.removesuffix("_")


def attributes_of(kind: OperatorType) -> dict[str, inspect.Parameter]:
    """The attributes that an operator type takes, by name."""
    parameters = inspect.signature(kind.function).parameters.values()
    return {item.name: item for item in parameters if item.kind == item.KEYWORD_ONLY}


def _named(kind: OperatorType, given: Mapping[str, Attribute], members: int) -> dict[str, Any]:
    known = attributes_of(kind)
    found: dict[str, Any] = {}
    for name, attribute in given.items():
        if name == GROUP_SIZE and kind.group is not None and name not in known:
            if attribute.value != members:
                raise UnsupportedNodeError(
                    f"its attribute {GROUP_SIZE} is {attribute.value}, but there are {members} "
                    "inputs in its group"
                )
        elif name in known:
            found[name] = _converted(name, attribute, str(known[name].annotation))
        elif not name.startswith("_"):  # those are notes of Ascend's compiler
            meant = hint(name, known, f"it takes {_listed(known)}")
            raise UnsupportedNodeError(f"its attribute {quoted(name)!r} is not read; {meant}")
    missing = [
        name for name, item in known.items() if item.default is item.empty and name not in found
    ]
    if missing:
        raise UnsupportedNodeError(f"its attribute {missing[0]!r} is missing; add it")
    return found


def _converted(name: str, attribute: Attribute, annotation: str) -> Any:
    annotation = annotation.removesuffix(" | None")
    kinds = _KINDS[annotation]
    if attribute.kind not in kinds:
        raise UnsupportedNodeError(
            f"its attribute {name!r} has the type {attribute.kind}; use {' or '.join(kinds)}"
        )
    value: Any = attribute.value
    if annotation == "float":
        return float(value)
    if annotation in ("Ints", "Floats"):
        return value if isinstance(value, tuple) else (value,)
    return value


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(names) or "none"
