"""Calls of tf.functions that reduce gradients: each is a step of a training.

A function that has to be tuned is called in several packings, one after the other, until the best
is known. All of them train: they share variables.
"""

from __future__ import annotations

from typing import Any

from aoe.tensorflow import adapter
from aoe.tensorflow.gradients.decisions import decisions
from aoe.tensorflow.gradients.tuned_function import TunedFunction

#: The attribute of a function that has its `TunedFunction`.
_TUNED = "_aoe_gradients"


def patch(module: Any) -> None:
    """Lets functions be tuned. `module`: that of tf.functions."""
    original = module.Function.__call__
    state = decisions()

    def call(self: Any, *args: Any, **kwds: Any) -> Any:
        """Calls the function."""
        tuned: TunedFunction | None = self.__dict__.get(_TUNED)
        if tuned is not None and _is_outermost():
            if tuned.is_done:
                return original(tuned.current, *args, **kwds)
            return tuned.call(args, kwds)
        if state.trial is not None or not _is_outermost():
            return original(self, *args, **kwds)
        if state.waiting is not None:
            state.waiting = None
            adapter.logger.warning(
                "gradients are not tuned: the function that reduces them was traced and not "
                "called; call the tf.function itself"
            )
        result = original(self, *args, **kwds)
        if state.waiting is not None:
            place, state.waiting = state.waiting, None
            self.__dict__[_TUNED] = TunedFunction(self, place)
        return result

    module.Function.__call__ = call


def _is_outermost() -> bool:
    """Whether Python calls the function, not another function that is traced."""
    import tensorflow as tf

    return bool(tf.executing_eagerly())
