"""Random numbers, which PyTorch draws before each run: training sees the numbers of eager mode."""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import require, tensor_of, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()


@OPERATORS.translates("native_dropout")
def _dropout(
    emit: Emitter, node: torch.fx.Node, x: torch.fx.Node, chance: float, train: bool | None
) -> Sequence[onnx_ir.Value]:
    dtype = type_of(x)
    require(bool(train) and 0 < chance < 1, "it drops nothing or everything")
    like = tensor_of(node)[1]
    if like.device.type == "cpu":
        mask = emit.random("bernoulli", like, 1 - chance)
    else:
        mask = emit.random("dropout", like, chance, dtype)
    kept = emit.node("Mul", emit.value(x), emit.cast(mask, dtype))
    return [emit.node("Mul", kept, emit.constant(1 / (1 - chance), dtype)), mask]


@OPERATORS.translates("bernoulli.p")
def _bernoulli(
    emit: Emitter, node: torch.fx.Node, x: torch.fx.Node, chance: float = 0.5, **given: object
) -> onnx_ir.Value:
    require(given.get("generator") is None, "it has a generator of its own")
    return emit.random("bernoulli", tensor_of(node), chance)


@OPERATORS.translates("rand", "rand_like")
def _uniform(emit: Emitter, node: torch.fx.Node, *_: object, **given: object) -> onnx_ir.Value:
    require(given.get("generator") is None, "it has a generator of its own")
    return emit.random("uniform", tensor_of(node), 0.0)


@OPERATORS.translates("randn", "randn_like")
def _normal(emit: Emitter, node: torch.fx.Node, *_: object, **given: object) -> onnx_ir.Value:
    require(given.get("generator") is None, "it has a generator of its own")
    return emit.random("normal", tensor_of(node), 0.0)
