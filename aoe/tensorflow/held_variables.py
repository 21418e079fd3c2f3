"""Variables of TensorFlow 2 that steps hold: read and written only when TensorFlow looks at them.

A held variable knows its `HeldVariable`. Python reaches a variable through its property `handle`,
which releases it first. Functions that captured the handle are called through `functions.py`,
which releases what they captured.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from aoe.training.variables import HeldVariable

#: The attribute of a variable that has its `HeldVariable`.
_HELD = "_aoe_held"


class TensorFlowVariable:
    """A variable of TensorFlow 2, without the trap in its `handle`."""

    def __init__(self, variable: Any) -> None:
        self._handle, self._dtype = variable._handle, variable.dtype

    def read(self) -> np.ndarray:
        """Its value, without a copy."""
        from tensorflow.python.framework import ops
        from tensorflow.python.ops import (
            gen_resource_variable_ops,
        )

        with ops.init_scope():
            found = gen_resource_variable_ops.read_variable_op(self._handle, self._dtype)
            return np.asarray(found)

    def write(self, value: np.ndarray) -> None:
        """Gives it a copy of a value."""
        import tensorflow
        from tensorflow.python.framework import ops
        from tensorflow.python.ops import gen_resource_variable_ops

        with ops.init_scope():
            tensor = tensorflow.constant(value, self._dtype)
            gen_resource_variable_ops.assign_variable_op(self._handle, tensor)


def held(variable: Any) -> HeldVariable:
    """What holds a variable; from now on, something does."""
    found: HeldVariable | None = variable.__dict__.get(_HELD)
    if found is None:
        found = HeldVariable(TensorFlowVariable(variable))
        variable.__dict__[_HELD] = found
    return found


def release(variable: Any) -> None:
    """Gives a variable its native value, before TensorFlow reads or changes it."""
    found = variable.__dict__.get(_HELD)
    if found is not None:
        found.release()


def patch(module: Any) -> None:
    """Lets variables be released when Python reaches them. `module`: TensorFlow's."""

    def handle(self: Any) -> Any:
        """The handle by which this variable can be accessed."""
        found = self.__dict__.get(_HELD)
        if found is not None:
            found.release()
        return self._handle

    module.BaseResourceVariable.handle = property(handle)
