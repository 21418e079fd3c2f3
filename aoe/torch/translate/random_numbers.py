"""Random numbers, which PyTorch draws before each run: training sees the numbers of eager mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import require, shape_of, tensor_of, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()


@OPERATORS.translates("native_dropout")
def _dropout(
    emit: Emitter, node: torch.fx.Node, x: torch.fx.Node, chance: float, train: bool | None
) -> Sequence[onnx_ir.Value]:
    dtype = type_of(x)
    if train and chance == 1:  # `torch.dropout` draws nothing then in eager mode
        nothing = emit.node("Mul", emit.value(x), emit.constant(0, dtype))
        return [nothing, emit.filled(False, "bool", shape_of(x))]
    require(bool(train) and 0 < chance < 1, "it drops nothing")
    like = tensor_of(node)[1]
    if like.device.type == "cpu":
        mask = emit.random("bernoulli", like, 1 - chance)
    else:
        mask = emit.random("dropout", like, chance, dtype)
    kept = emit.node("Mul", emit.value(x), emit.cast(mask, dtype))
    return [emit.node("Mul", kept, emit.constant(1 / (1 - chance), dtype)), mask]


@OPERATORS.translates("native_dropout_backward")
def _kept(
    emit: Emitter, node: torch.fx.Node, x: torch.fx.Node, mask: torch.fx.Node, scale: float
) -> onnx_ir.Value:
    """What a mask keeps, of values (`aoe.torch.partition`) as of gradients."""
    dtype = type_of(node)
    kept = emit.node("Mul", emit.value(x, dtype), emit.value(mask, dtype))
    return emit.node("Mul", kept, emit.constant(scale, dtype))


@OPERATORS.translates("generator_state")
def _state(emit: Emitter, node: torch.fx.Node) -> onnx_ir.Value:
    return emit.generator_state(tensor_of(node))


@OPERATORS.translates("bernoulli.p")
def _bernoulli(
    emit: Emitter, node: torch.fx.Node, x: torch.fx.Node, chance: float = 0.5, **given: object
) -> onnx_ir.Value:
    require(given.get("generator") is None, "it has a generator of its own")
    return emit.random("bernoulli", tensor_of(node), chance)


@OPERATORS.translates("rand", "rand_like")
def _uniform(emit: Emitter, node: torch.fx.Node, *_: object, **given: object) -> onnx_ir.Value:
    return _filled(emit, node, "uniform", (), given)


@OPERATORS.translates("randn", "randn_like")
def _normal(emit: Emitter, node: torch.fx.Node, *_: object, **given: object) -> onnx_ir.Value:
    return _filled(emit, node, "normal", (), given)


@OPERATORS.translates("randperm")
def _permutation(emit: Emitter, node: torch.fx.Node, *_: object, **given: object) -> onnx_ir.Value:
    return _filled(emit, node, "permutation", (), given)


@OPERATORS.translates("normal.float_float")
def _normal_of_numbers(
    emit: Emitter,
    node: torch.fx.Node,
    mean: float,
    deviation: float,
    *_: object,
    **given: object,
) -> onnx_ir.Value:
    return _filled(emit, node, "normal", (mean, deviation), given)


@OPERATORS.translates("normal.Tensor_float")
def _normal_around(
    emit: Emitter,
    node: torch.fx.Node,
    mean: torch.fx.Node,
    deviation: float = 1.0,
    **given: object,
) -> onnx_ir.Value:
    """PyTorch draws around 0 and adds the means."""
    drawn = _filled(emit, node, "normal", (0.0, deviation), given)
    return emit.node("Add", drawn, emit.value(mean, type_of(node)))


@OPERATORS.translates("randint")
def _integers(
    emit: Emitter, node: torch.fx.Node, limit: int, *_: object, **given: object
) -> onnx_ir.Value:
    return _filled(emit, node, "random", (0, limit), given)


@OPERATORS.translates("randint.low")
def _integers_from(
    emit: Emitter, node: torch.fx.Node, least: int, limit: int, *_: object, **given: object
) -> onnx_ir.Value:
    return _filled(emit, node, "random", (least, limit), given)


@OPERATORS.translates("randint_like")
def _integers_like(
    emit: Emitter, node: torch.fx.Node, _: object, limit: int, **given: object
) -> onnx_ir.Value:
    return _filled(emit, node, "random", (0, limit), given)


@OPERATORS.translates("randint_like.low_dtype")
def _integers_from_like(
    emit: Emitter, node: torch.fx.Node, _: object, least: int, limit: int, **given: object
) -> onnx_ir.Value:
    return _filled(emit, node, "random", (least, limit), given)


@OPERATORS.translates(
    "uniform", "normal_functional", "exponential", "geometric", "cauchy", "log_normal", "random",
    "random.from", "random.to",
)  # fmt: skip
def _refilled(
    emit: Emitter, node: torch.fx.Node, _: object, *numbers: float | None, **given: object
) -> onnx_ir.Value:
    """A tensor like another one, filled by the method of that name."""
    name = emit.operator.split(".")[0].removesuffix("_functional")
    return _filled(emit, node, name, numbers, given)


def _filled(
    emit: Emitter,
    node: torch.fx.Node,
    kind: str,
    numbers: Sequence[float | None],
    given: Mapping[str, object],
) -> onnx_ir.Value:
    require(given.get("generator") is None, "it has a generator of its own")
    return emit.random(kind, tensor_of(node), numbers=numbers)
