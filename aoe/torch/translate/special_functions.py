"""Functions of probability, said with operators of ONNX (`aoe.frontends.shared_operators`)."""

from __future__ import annotations

from collections.abc import Callable

import onnx_ir
import torch

from aoe.frontends.shared_operators.gamma_functions import digamma, log_gamma
from aoe.frontends.shared_operators.normal_distribution import complementary_erf, inverse_erf
from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import type_of
from aoe.torch.translate.table import Operators, Translator

OPERATORS = Operators()


def _in_double(function: Callable[..., onnx_ir.Value]) -> Translator:
    """A function of each element, computed in float64."""

    def translate(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
        value = emit.cast(emit.value(a, type_of(node)), "float64")
        found = function(emit.node, lambda number: emit.constant(number, "float64"), value)
        return emit.cast(found, type_of(node))

    return translate


def _digamma(
    node: Callable[..., onnx_ir.Value], number: Callable[[float], object], x: onnx_ir.Value
) -> onnx_ir.Value:
    """Infinite at 0 as in PyTorch, with the other sign."""
    pole = node("Neg", node("Reciprocal", x))
    return node("Where", node("Equal", x, number(0.0)), pole, digamma(node, number, x))


OPERATORS.translators.update(
    lgamma=_in_double(log_gamma), digamma=_in_double(_digamma), erfinv=_in_double(inverse_erf)
)


@OPERATORS.translates("erfc")
def _erfc(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
    dtype = type_of(node)
    wide = dtype if dtype == "float64" else "float32"
    found = complementary_erf(
        emit.node,
        lambda number: emit.constant(number, wide),
        emit.value(a, wide),
        dtype == "float64",
    )
    return emit.cast(found, dtype)
