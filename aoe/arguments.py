"""Checks arguments of Python functions against their annotations, before anything else happens.

`checked_call` wraps a function or a method, `checked_fields` a dataclass. An argument of another
type, an empty text and an unknown name are a `UsageError` that names the argument, the value and
what is expected. `aoe.application.api_names` applies this to what `import aoe` offers.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, wraps
from numbers import Integral, Real
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeGuard, TypeVar, Union, get_args, get_origin, get_type_hints

from typing_extensions import ParamSpec

from aoe.errors import UsageError, quoted
from aoe.near_names import hint

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

#: The sentence that refuses an unknown argument, given its name and those there are.
Refusal = Callable[[str, Sequence[str]], str]

#: Types as people say them, alone and as many of them.
_WORDS: Mapping[Any, tuple[str, str]] = {
    str: ("text", "texts"),
    bytes: ("bytes", "bytes"),
    bool: ("True or False", "truth values"),
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    Path: ("a path", "paths"),
    NoneType: ("None", "None"),
    object: ("anything", "anything"),
}


def checked_call(
    name: str, refusal: Refusal | None = None, *, types: bool = True
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Wraps a function so that its arguments are checked by its annotations.

    Args:
        name: What messages call it, e.g. `aoe.tune`.
        refusal: Refuses unknown names; by default with the nearest name there is.
        types: Whether values are checked, too. The function does it itself otherwise.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        arguments = Arguments(name, function, refusal, types=types)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            given, named = arguments.with_paths(args, kwargs)
            arguments.check(given, named)
            return function(*given, **named)

        return call

    return decorate


def checked_fields(
    name: str, refusal: Refusal | None = None, *, types: bool = True
) -> Callable[[type[T]], type[T]]:
    """As `checked_call`, for the fields of a dataclass when it is made."""

    def decorate(made: type[T]) -> type[T]:
        check = checked_call(name, refusal, types=types)
        made.__init__ = check(made.__init__)  # type: ignore[method-assign]
        return made

    return decorate


class Arguments:
    """What a function takes."""

    def __init__(
        self,
        name: str,
        function: Callable[..., object],
        refusal: Refusal | None = None,
        *,
        types: bool = True,
    ) -> None:
        """See `checked_call`."""
        self._name = name
        self._checks_types = types
        self._function = function
        self._signature = inspect.signature(function)
        self._refusal = refusal or self._nearest

    @cached_property
    def _types(self) -> Mapping[str, Any]:
        """Annotations by name. They are looked up late, when all modules are loaded."""
        return get_type_hints(self._function)

    def with_paths(self, args: Any, kwargs: Any) -> tuple[Any, Any]:
        """The arguments, with a `Path` for each other `os.PathLike` where a path is taken."""
        if not any(_is_foreign_path(value) for value in (*args, *kwargs.values())):
            return args, kwargs
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError:
            return args, kwargs  # which `check` refuses
        for name, value in bound.arguments.items():
            if _is_foreign_path(value) and _takes_path(self._types.get(name)):
                bound.arguments[name] = Path(os.fspath(value))
        return bound.args, bound.kwargs

    def check(self, args: Sequence[object], kwargs: Mapping[str, object]) -> None:
        """Raises `UsageError` for arguments that the function does not take."""
        parameters = self._signature.parameters
        known = [name for name in parameters if name != "self"]
        unknown = next((name for name in kwargs if name not in parameters), None)
        if unknown is not None:
            raise UsageError(self._refusal(unknown, known))
        try:
            given = self._signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise UsageError(f"{self._name}(): {error}; it takes {', '.join(known)}") from None
        for name, value in given.items() if self._checks_types else ():
            if name in self._types:
                required = parameters[name].default is inspect.Parameter.empty
                check_value(f"{self._name}(): {name}", value, self._types[name], required)

    def _nearest(self, unknown: str, known: Sequence[str]) -> str:
        return f"{self._name}() has no argument {unknown!r}; {nearest_of(unknown, known)}"


def nearest_of(unknown: str, known: Iterable[str]) -> str:
    """What may have been meant by an unknown name, or all names there are."""
    known = tuple(known)
    return hint(unknown, known, f"it takes {', '.join(known)}")


def check_value(label: str, value: object, annotation: Any, required: bool = False) -> None:
    """Raises `UsageError` for a value of another type than annotated, and for empty text.

    Args:
        label: What messages call it.
        value: The value.
        annotation: The type, evaluated.
        required: Whether it cannot be left out.
    """
    if not fits(value, annotation):
        found = "" if _is_container(value, annotation) else f", not {type(value).__name__}"
        raise UsageError(f"{label}={quoted(repr(value))} must be {described(annotation)}{found}")
    if isinstance(value, str) and not value.strip():
        raise UsageError(f"{label} is empty; give one{'' if required else ' or leave it out'}")
    if isinstance(value, str | Path) and "\0" in str(value):
        raise UsageError(f"{label}={quoted(repr(value))} has a NUL character; leave it out")


def fits(value: object, annotation: Any) -> bool:
    """Whether a value is of an annotated type, with its items."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in (Any, object):
        return True
    if origin in (Union, UnionType):
        return any(fits(value, item) for item in inner)
    if annotation is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    if annotation is float:
        return isinstance(value, Real) and not isinstance(value, bool)
    if origin is not None and issubclass(origin, Mapping):
        return isinstance(value, Mapping) and all(
            fits(key, inner[0]) and fits(item, inner[1]) for key, item in value.items()
        )
    if origin is not None and issubclass(origin, Sequence):
        return _is_sequence(value) and all(fits(item, inner[0]) for item in value)
    return isinstance(value, origin or annotation)


def _is_foreign_path(value: object) -> bool:
    """Whether a value is the path of another library than `pathlib`, as text."""
    return (
        isinstance(value, os.PathLike)
        and not isinstance(value, Path)
        and isinstance(os.fspath(value), str)
    )


def _takes_path(annotation: Any) -> bool:
    return annotation is Path or Path in get_args(annotation)


def _is_container(value: object, annotation: Any) -> bool:
    """Whether a value is a container as annotated, so that only its items are of another type."""
    if get_origin(annotation) in (Union, UnionType):
        return any(_is_container(value, item) for item in get_args(annotation))
    origin = get_origin(annotation)
    if origin is None:
        return False
    return isinstance(value, Mapping) if issubclass(origin, Mapping) else _is_sequence(value)


def _is_sequence(value: object) -> TypeGuard[Sequence[object]]:
    """Whether a value is a list, a tuple, an array or the like. A text is not, though it has
    characters.
    """
    if isinstance(value, str | bytes | bytearray | Mapping) or not hasattr(value, "__getitem__"):
        return False
    try:
        return len(value) >= 0  # type: ignore[arg-type]
    except TypeError:  # an array without dimensions
        return False


def described(annotation: Any, many: bool = False) -> str:
    """A type in words, e.g. "text, a path or None"."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        *words, last = dict.fromkeys(described(item, many) for item in inner)
        return f"{', '.join(words)} or {last}" if words else last
    if annotation in _WORDS:
        return _WORDS[annotation][many]
    if origin is not None and issubclass(origin, Mapping):
        kind = "mappings" if many else "a mapping"
        return f"{kind} of {described(inner[0], True)} to {described(inner[1], True)}"
    if origin is not None and issubclass(origin, Sequence):
        kind = "sequences" if many else "a sequence"
        return f"{kind} of {described(inner[0], True)}"
    name = f"{annotation.__module__.partition('.')[0]}.{annotation.__name__}"
    article = "an" if name[0] in "aeiou" else "a"
    return f"{name} objects" if many else f"{article} {name}"
