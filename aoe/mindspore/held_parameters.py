"""Parameters of MindSpore that native code reads and changes, in MindSpore's own memory.

On a CPU, `Parameter.asnumpy()` is the memory of the parameter. So a step that has been compared
with MindSpore works there, and whatever looks at a parameter sees what the step has written. During
the comparison it works on copies.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from aoe.errors import UnsupportedModelError
from aoe.runtime.addressed_array import address_of
from aoe.training.variables import HeldVariable, same_bytes

#: The attribute of a parameter that has its `HeldParameter`.
_HELD = "_aoe_held"


class _Parameter:
    """A parameter, as `HeldVariable` reads and writes it."""

    def __init__(self, parameter: Any) -> None:
        self._parameter = parameter

    def read(self) -> np.ndarray:
        """Its value, without a copy."""
        return memory_of(self._parameter)

    def write(self, value: np.ndarray) -> None:
        """Gives it a copy of a value."""
        memory_of(self._parameter)[...] = value


class HeldParameter(HeldVariable):
    """One parameter. All steps that use it share this object."""

    __slots__ = ("_is_shared", "_parameter")

    def __init__(self, parameter: Any) -> None:
        super().__init__(_Parameter(parameter))
        self._parameter, self._is_shared = parameter, False

    def share(self) -> None:
        """From now on native code works in MindSpore's memory."""
        if not self._is_shared:
            self.release()
            self._is_shared = True

    def take(self) -> None:
        """Before a step: finds MindSpore's memory, which `set_data` may have moved."""
        if not self._is_shared:
            super().take()
            return
        if self._parameter.data_ptr() != self.address:
            self.array = memory_of(self._parameter)
            self.address = address_of(self.array)

    def wrote(self) -> None:
        """When a step changes the native value."""
        if not self._is_shared:
            super().wrote()


def held(parameter: Any) -> HeldParameter:
    """What holds a parameter; from now on, something does."""
    found: HeldParameter | None = parameter.__dict__.get(_HELD)
    if found is None:
        found = parameter.__dict__[_HELD] = HeldParameter(parameter)
    return found


def named(parameters: Mapping[str, Any], name: str) -> Any:
    """A parameter by name.

    Raises:
        UnsupportedModelError: It is not among those that a function reaches.
    """
    if name not in parameters:
        raise UnsupportedModelError(
            f"the parameter {name!r} is in no variable of Python that the function names"
        )
    return parameters[name]


def memory_of(parameter: Any) -> np.ndarray:
    """The memory of a parameter.

    Raises:
        UnsupportedModelError: It is not in the order of its elements, or NumPy lacks its type.
    """
    try:
        array: np.ndarray = parameter.asnumpy()
    except (TypeError, RuntimeError) as error:
        raise UnsupportedModelError(
            f"the parameter {parameter.name!r} is no array: {error}"
        ) from error
    if not (array.flags.c_contiguous and array.flags.writeable):
        raise UnsupportedModelError(
            f"the parameter {parameter.name!r} is a view or read-only; give it memory of its own"
        )
    return array


class FrozenWeights:
    """Copies of weights that became constants of a model, and whether they are still current."""

    def __init__(self, parameters: Mapping[str, Any], tables: Collection[str]) -> None:
        """`parameters`: by name. `tables`: names of those that are no constants."""
        self._parameters, self._tables = parameters, tables
        self._copies: dict[str, tuple[int, np.ndarray]] = {}

    def __call__(self, name: str) -> np.ndarray | None:
        """What a weight holds now, which the model is made of; None for a table."""
        if name in self._tables:
            return None
        copy = memory_of(named(self._parameters, name)).copy()
        self._copies[name] = address_of(copy), copy
        return copy

    def are_current(self) -> bool:
        """Whether no weight has changed since. Anything may change one, also through `asnumpy()`,
        and MindSpore counts no changes, so that all bytes are compared.
        """
        return all(
            same_bytes(address, self._parameters[name].data_ptr(), copy.nbytes)
            for name, (address, copy) in self._copies.items()
        )
