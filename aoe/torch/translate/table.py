"""Tables of functions that translate ATen operators, by the names of the operators.

A function gets an `Emitter`, the FX node and the node's arguments, and returns the values of the
node's outputs: one, or a list with None for those that nobody reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TypeAlias

import onnx_ir

#: What a node gives.
Values: TypeAlias = "onnx_ir.Value | Sequence[onnx_ir.Value | None]"
#: A function of an `Emitter`, an FX node and its arguments.
Translator: TypeAlias = Callable[..., Values]

#: What `meta` calls the reason why a node stays in PyTorch, where that was seen before.
REASON = "open_aoe_reason"


class UntranslatedError(Exception):
    """A node has no translation. The text says why, without the node's name."""


class Operators:
    """The functions of one subject.

    Attributes:
        translators: The functions by operator, `relu` or `add.Tensor`.
    """

    def __init__(self) -> None:
        self.translators: dict[str, Translator] = {}

    def translates(self, *names: str) -> Callable[[Translator], Translator]:
        """Registers a function for operators."""

        def register(translator: Translator) -> Translator:
            self.translators.update(dict.fromkeys(names, translator))
            return translator

        return register


def operator_name(target: object) -> str:
    """What tables call the target of an FX node: its name, of ATen without the namespace, without
    `.default`; of a function of Python that of the function.
    """
    if isinstance(target, FunctionType):
        return target.__name__
    return str(target).removeprefix("aten.").removesuffix(".default")
