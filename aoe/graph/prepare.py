"""Prepares a model for fusion: one operator set, static shapes, constants folded, canonical nodes.

onnx_ir and onnxscript do what they can (inlining, folding, their rewrite rules, removal of dead
and common nodes); the rules of `canonical`, `simplify`, `weights` and `recognise` the rest. Rules
run in rounds until none fits. Weights are never copied as a whole and never serialised.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import prod

import onnx_ir
from onnx_ir.passes import common as passes
from onnxscript import optimizer

from aoe.errors import ModelError
from aoe.graph import canonical, recognise, simplify, weights
from aoe.graph.opset import to_canonical_opset
from aoe.graph.rewriting import apply_rules, has_shape

#: Rounds of rules; a model that still changes then is left as it is.
_ROUNDS = 20

#: Elements of the largest constant that folding may make, and that it may make by repetition.
_LARGEST_FOLDED = 1 << 28
_LARGEST_REPEATED = 1 << 20

_RULES = (*simplify.RULES, *weights.RULES, *recognise.RULES, *canonical.RULES)


def prepare(model: onnx_ir.Model) -> onnx_ir.Model:
    """The model, changed in place: every node is canonical, and every value has a static shape that
    does not depend on data or on a node of unknown type.

    Raises `ModelError` where the model makes no sense or an operator set cannot be converted.
    """
    names = [value.name for value in model.graph.inputs]
    _name_nodes(model.graph)
    with _quiet():
        passes.InlinePass()(model)
        to_canonical_opset(model)
        _optimize(model)
        for _ in range(_ROUNDS):
            changed = apply_rules(model.graph, _RULES)
            _fold(model)
            if not changed:
                break
        passes.CommonSubexpressionEliminationPass()(model)
        _keep_names(model.graph, names)
        passes.NameFixPass()(model)
    _name_nodes(model.graph)
    return model


@contextmanager
def _quiet() -> Iterator[None]:
    """The libraries log what they leave undone, which is no concern of the user."""
    loggers = [logging.getLogger(name) for name in ("onnxscript", "onnx_ir")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _optimize(model: onnx_ir.Model) -> None:
    try:
        optimizer.optimize_ir(
            model,
            input_size_limit=_LARGEST_FOLDED,
            output_size_limit=_LARGEST_FOLDED,
            should_fold=_should_fold,
        )
    except Exception as error:  # the library raises whatever an invalid model makes it meet
        raise ModelError(f"model {model.graph.name!r} cannot be prepared: {error}") from error


def _fold(model: onnx_ir.Model) -> None:
    """Computes constant nodes, infers shapes, removes what nothing uses."""
    optimizer.fold_constants_ir(
        model,
        onnx_shape_inference=True,
        input_size_limit=_LARGEST_FOLDED,
        output_size_limit=_LARGEST_FOLDED,
        should_fold=_should_fold,
    )
    passes.RemoveUnusedNodesPass()(model)
    passes.LiftConstantsToInitializersPass(lift_all_constants=True, size_limit=0)(model)


def _should_fold(node: onnx_ir.Node) -> bool | None:
    if node.op_type in ("QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear"):
        return None
    output = node.outputs[0]
    if not has_shape(output):
        return True
    assert output.shape is not None
    made = prod(int(size) for size in output.shape.numpy())
    given = sum(
        v.const_value.size for v in node.inputs if v is not None and v.const_value is not None
    )
    return made <= max(given, _LARGEST_REPEATED)


def _keep_names(graph: onnx_ir.Graph, names: Sequence[str | None]) -> None:
    """Gives inputs their names back: the optimizer renames those that are outputs as well, and puts
    an Identity behind them that takes the name.
    """
    for value, name in zip(graph.inputs, names, strict=True):
        for node in [use.node for use in value.uses()] if value.name != name else []:
            copy = node.outputs[0]
            if node.op_type == "Identity" and copy.name == name:
                copy.replace_all_uses_with(value, replace_graph_outputs=True)
                graph.remove(node, safe=True)
        value.name = name


def _name_nodes(graph: onnx_ir.Graph) -> None:
    """Gives every node a name of its own; one that has none is called as its first output."""
    taken: set[str] = set()
    for node in graph:
        name = base = node.name or node.outputs[0].name or node.op_type
        number = 1
        while name in taken:
            number += 1
            name = f"{base}_{number}"
        taken.add(name)
        node.name = name
