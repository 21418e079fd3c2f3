"""The sizes that a graph leaves open, and what they are in a call.

With `dynamic=True`, `mark_dynamic`, or from the second size on, AOTAutograd makes one graph for
several sizes: its arguments are tensors whose sizes are formulas of symbols, and the symbols'
numbers. Nothing here asks PyTorch for the number of a symbol, since PyTorch would then compile the
graph for that number alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from aoe.torch.layouts import typical_strides
from aoe.torch.private_torch import free_symbols, free_unbacked_symbols

#: What stands for an open number: an expression of SymPy.
Formula = Any
#: The open numbers of a call: sizes, others as text, which tells 0.0 from -0.0, and the strides of
#: tensors that no sizes decide.
Numbers = tuple[int | str | tuple[int, ...], ...]

_NUMBERS = (torch.SymInt, torch.SymBool, torch.SymFloat)


@dataclass(frozen=True, slots=True)
class _Source:
    """Where the number of a formula is read: an argument, or a size of it."""

    formula: Formula
    argument: int
    axis: int | None

    def __call__(self, arguments: Sequence[Any]) -> int | str:
        found = arguments[self.argument]
        if self.axis is not None:
            return int(found.shape[self.axis])
        return found.hex() if isinstance(found, float) else int(found)


class OpenSizes:
    """The open sizes of a graph's arguments, and other open numbers.

    A tensor that is a part of another one may have strides that its sizes do not decide. Programs
    copy such tensors, so that what they are compiled for is only how the dimensions lie, not how
    far apart (`aoe.torch.layouts.typical_strides`).

    Attributes:
        values: What stands for each argument: a fake tensor or a number, with open sizes.
    """

    def __init__(self, values: Sequence[Any], read: Collection[int], reads_strides: bool) -> None:
        """See `open_sizes`."""
        self.values = tuple(values)
        self._strides = _raw_strides if reads_strides else typical_strides
        found: dict[Formula, _Source] = {}
        decided = {symbol for value in values for symbol in _numbers_of(value, _symbols_of_sizes)}
        for number, value in enumerate(values):
            if is_open_number(value) and (number in read or formula_of(value) in decided):
                found.setdefault(formula_of(value), _Source(formula_of(value), number, None))
        for number, value in enumerate(values):
            if isinstance(value, torch.Tensor):
                for axis, size in enumerate(value.shape):
                    if is_open_number(size):
                        source = _Source(formula_of(size), number, axis)
                        found.setdefault(source.formula, source)
        self._sources = tuple(found.values())
        #: The arguments whose strides no sizes decide.
        self._parts = tuple(
            number
            for number, value in enumerate(values)
            if isinstance(value, torch.Tensor)
            and any(is_open_number(item) and not _follows(item, found) for item in value.stride())
        )

    def of_call(self, arguments: Sequence[Any]) -> Numbers:
        """The sizes of a call. Those of two calls are equal if all open numbers are."""
        sizes = [source(arguments) for source in self._sources]
        if not self._parts:
            return tuple(sizes)
        parts = [arguments[number] for number in self._parts]
        return (*sizes, *(self._strides(item.shape, item.stride()) for item in parts))

    def numbers(self, sizes: Numbers) -> Mapping[Formula, int | float]:
        """The number of each formula."""
        return {
            source.formula: float.fromhex(size) if isinstance(size, str) else size
            for source, size in zip(self._sources, sizes, strict=False)
            if not isinstance(size, tuple)
        }

    def strides(self, sizes: Numbers) -> Mapping[int, tuple[int, ...]]:
        """The strides of arguments, by their numbers, that no sizes decide."""
        given = [size for size in sizes if isinstance(size, tuple)]
        return dict(zip(self._parts, given, strict=True))

    def told(self, sizes: Numbers) -> tuple[int, ...]:
        """The sizes that others are computed of, for a report."""
        given = zip(self._sources, sizes, strict=False)
        return tuple(
            size for source, size in given if source.formula.is_symbol and isinstance(size, int)
        )


def open_sizes(
    values: Sequence[Any], read: Collection[int] | None = None, reads_strides: bool = False
) -> OpenSizes | None:
    """The open sizes of arguments; None if there are none.

    Args:
        values: What stands for each argument.
        read: The numbers of the arguments that operators read; all by default. Dynamo also gives a
            graph the numbers of strides, which are seldom read.
        reads_strides: Whether the graph asks tensors for strides.
    """
    if not any(map(_is_open, values)):
        return None
    return OpenSizes(values, range(len(values)) if read is None else read, reads_strides)


def symbols_of(values: Sequence[Any]) -> set[Formula]:
    """What the open sizes of arguments are computed of."""
    return {symbol for value in values for symbol in _numbers_of(value, free_symbols)}


def decided_by_data(values: Sequence[Any], known: set[Formula]) -> bool:
    """Whether a size of arguments is a new one in each run. `known`: the symbols of sizes that the
    user says.
    """
    return any(_numbers_of(value, free_unbacked_symbols) - known for value in values)


def others_of(sizes: Numbers) -> tuple[str, ...]:
    """The open numbers of a call that are no sizes."""
    return tuple(size for size in sizes if isinstance(size, str))


def formula_of(number: Any) -> Formula:
    """The formula of a number that PyTorch keeps open."""
    return number.node.expr


def is_open_number(value: Any) -> bool:
    """Whether a value is a number that PyTorch keeps open."""
    if not isinstance(value, _NUMBERS):
        return False
    formula = formula_of(value)
    return not (formula.is_number or (formula.is_Boolean and not formula.free_symbols))


def _follows(number: Any, known: Mapping[Formula, object]) -> bool:
    """Whether a number is computed of known ones."""
    formula = formula_of(number)
    return formula in known or all(symbol in known for symbol in formula.free_symbols)


def _symbols_of_sizes(value: Any) -> set[Formula]:
    return set(free_symbols(value.shape)) if isinstance(value, torch.Tensor) else set()


def _raw_strides(shape: Sequence[int], strides: Sequence[int]) -> tuple[int, ...]:
    return tuple(strides)


def _numbers_of(value: Any, symbols: Callable[[Any], Any]) -> set[Formula]:
    is_known = isinstance(value, torch.Tensor) or is_open_number(value)
    return set(symbols(value)) if is_known else set()


def _is_open(value: Any) -> bool:
    if isinstance(value, torch.Tensor):
        return any(map(is_open_number, (*value.shape, *value.stride())))
    return is_open_number(value)
