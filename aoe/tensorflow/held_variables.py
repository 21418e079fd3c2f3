"""Variables of TensorFlow 2 that steps hold: read and written only when TensorFlow looks at them.

The handle of a held variable knows its `HeldVariable`. Python reaches a variable through its
attribute `_handle`, which releases it first; so does TensorFlow's C code where an operator gets the
variable itself. Functions that captured the handle are called through `functions.py`, which
releases what they are given. One thread at a time has the variables: a step, or who releases them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any
from weakref import ref

import numpy as np

from aoe.training.framework_runs import FrameworkRuns
from aoe.training.variables import HeldVariable

#: The attribute of a handle that has the `HeldVariable` of its variable.
_HELD = "_aoe_held"
#: The attribute of a variable that has its handle.
_HANDLE = "_handle"


@cache
def framework_runs() -> FrameworkRuns:
    """The runs by TensorFlow that may use variables of this process."""
    return FrameworkRuns()


class TensorFlowVariable:
    """A variable of TensorFlow 2, without the trap in its `_handle`, which it does not keep."""

    def __init__(self, variable: Any) -> None:
        self._handle, self._dtype = ref(plain_handle(variable)), variable.dtype

    def read(self) -> np.ndarray:
        """Its value, without a copy."""
        from tensorflow.python.framework import ops
        from tensorflow.python.ops import (
            gen_resource_variable_ops,
        )

        with ops.init_scope():
            found = gen_resource_variable_ops.read_variable_op(self._handle(), self._dtype)
            return np.asarray(found)

    def write(self, value: np.ndarray) -> None:
        """Gives it a copy of a value."""
        import tensorflow
        from tensorflow.python.framework import ops
        from tensorflow.python.ops import gen_resource_variable_ops

        with ops.init_scope():
            tensor = tensorflow.constant(value, self._dtype)
            gen_resource_variable_ops.assign_variable_op(self._handle(), tensor)


def plain_handle(variable: Any) -> Any:
    """The handle of a variable, which is not released. Variables of strategies pass on that of
    another one.
    """
    found = variable.__dict__.get(_HANDLE)
    return variable._handle if found is None else found


def held(variable: Any) -> HeldVariable:
    """What holds a variable; from now on, something does."""
    known = plain_handle(variable).__dict__
    found: HeldVariable | None = known.get(_HELD)
    if found is None:
        found = known[_HELD] = HeldVariable(TensorFlowVariable(variable))
    return found


def release(tensors: Iterable[Any]) -> None:
    """Gives variables their native values, before TensorFlow reads or changes them. `tensors`: any,
    with handles of variables among them.
    """
    for tensor in tensors:
        found: HeldVariable | None = getattr(tensor, _HELD, None)
        if found is not None:
            with framework_runs().lock:
                found.release()


def patch(module: Any) -> None:
    """Lets variables be released when Python reaches them. `module`: TensorFlow's."""

    def handle(self: Any) -> Any:
        """The handle by which this variable can be accessed."""
        found = self.__dict__.get(_HANDLE)
        if found is None:
            raise AttributeError(f"{type(self).__name__} has no handle yet")
        release((found,))
        return found

    def set_handle(self: Any, value: Any) -> None:
        """Gives this variable its handle."""
        self.__dict__[_HANDLE] = value

    module.BaseResourceVariable._handle = property(handle, set_handle)
