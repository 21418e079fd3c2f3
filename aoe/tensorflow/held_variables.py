"""Variables of TensorFlow 2 that steps hold: read and written only when TensorFlow looks at them.

The handle of a held variable knows its `HeldVariable`. Python reaches a variable through its
property `handle`, which releases it first. Functions that captured the handle are called through
`functions.py`, which releases what they are given.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from weakref import ref

import numpy as np

from aoe.training.variables import HeldVariable

#: The attribute of a handle that has the `HeldVariable` of its variable.
_HELD = "_aoe_held"


class TensorFlowVariable:
    """A variable of TensorFlow 2, without the trap in its `handle`, which it does not keep."""

    def __init__(self, variable: Any) -> None:
        self._handle, self._dtype = ref(variable._handle), variable.dtype

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


def held(variable: Any) -> HeldVariable:
    """What holds a variable; from now on, something does."""
    known = variable._handle.__dict__
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
            found.release()


def patch(module: Any) -> None:
    """Lets variables be released when Python reaches them. `module`: TensorFlow's."""

    def handle(self: Any) -> Any:
        """The handle by which this variable can be accessed."""
        release((self._handle,))
        return self._handle

    module.BaseResourceVariable.handle = property(handle)
