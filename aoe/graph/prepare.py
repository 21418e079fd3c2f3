"""Prepares a model for fusion: one operator set, static shapes, constants folded, canonical nodes.

onnx_ir and onnxscript do what they can (inlining, folding, their rewrite rules, removal of dead
and common nodes); the rules of the modules in `_RULES` the rest, and functions of ONNX itself are
expanded where no rule fits. Rules run in rounds until none fits. Weights are never copied as a
whole and never serialised.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from math import prod
from types import MappingProxyType

import onnx_ir
from onnx_ir.passes import common as passes
from onnxscript import optimizer

from aoe.graph import (
    affine_grids,
    arg_reductions,
    bounded,
    canonical,
    contrib_attention,
    contrib_grouped_attention,
    contrib_operators,
    contrib_quantized,
    control_flow,
    convolutions,
    determinants,
    dilated_convolutions,
    einsum,
    fourier,
    index_comparisons,
    joined_products,
    long_products,
    movement,
    ngram_counts,
    normalizations,
    pooling,
    products,
    quantized,
    recognise,
    recurrent,
    reduced_pieces,
    reductions,
    resampling,
    rotary_embedding,
    running_totals,
    sampling,
    selection,
    sequences,
    shuffled_filters,
    shuffled_groups,
    simplify,
    training,
    transposed_phases,
    trimmed_windows,
    weights,
    whole_images,
)
from aoe.graph.expand_functions import expand_functions
from aoe.graph.invalid_models import understood
from aoe.graph.library_rules import LIBRARY_RULES
from aoe.graph.misfits import check_nodes
from aoe.graph.opset import RUNTIME_DOMAIN, to_canonical_opset
from aoe.graph.rewriting import apply_rules, has_shape
from aoe.graph.training import draws_random_numbers
from aoe.graph.views import VIEWS
from aoe.operators.registry import definitions_by_onnx_type

#: Rounds of rules; a model that still changes then is left as it is.
_ROUNDS = 50

#: Elements of the largest constant that folding may make, and that it may make by repetition.
_LARGEST_FOLDED = 1 << 28
_LARGEST_REPEATED = 1 << 20

#: The rules for the nodes of each domain, in the order they are tried.
_RULES = MappingProxyType(
    {
        "": (
            *simplify.RULES,
            *movement.RULES,
            *quantized.RULES,
            *weights.RULES,
            *recognise.RULES,
            *recurrent.RULES,
            *pooling.RULES,
            *whole_images.RULES,
            *transposed_phases.RULES,
            *convolutions.RULES,
            *trimmed_windows.RULES,
            *dilated_convolutions.RULES,
            *shuffled_groups.RULES,
            *shuffled_filters.RULES,
            *canonical.RULES,
            *products.RULES,
            *long_products.RULES,
            *joined_products.RULES,
            *normalizations.RULES,
            *reduced_pieces.RULES,
            *reductions.RULES,
            *arg_reductions.RULES,
            *running_totals.RULES,
            *index_comparisons.RULES,
            *einsum.RULES,
            *determinants.RULES,
            *fourier.RULES,
            *affine_grids.RULES,
            *rotary_embedding.RULES,
            *training.RULES,
            *resampling.RULES,
            *sampling.RULES,
            *selection.RULES,
            *ngram_counts.RULES,
            *bounded.RULES,
            *control_flow.RULES,
            *sequences.RULES,
        ),
        RUNTIME_DOMAIN: (
            *contrib_operators.CONTRIB_RULES,
            *contrib_attention.CONTRIB_RULES,
            *contrib_grouped_attention.CONTRIB_RULES,
            *contrib_quantized.CONTRIB_RULES,
            *rotary_embedding.CONTRIB_RULES,
        ),
    }
)


def prepare(model: onnx_ir.Model) -> onnx_ir.Model:
    """The model, changed in place: every node is canonical, and every value has a static shape that
    does not depend on data or on a node of unknown type.

    Raises `ModelError` where the model makes no sense or an operator set cannot be converted.
    """
    names = [value.name for value in model.graph.inputs]
    _name_nodes(model.graph)
    with _quiet(), understood(model.graph.name):
        passes.InlinePass()(model)
        to_canonical_opset(model)
        _optimize(model)
        _rewrite(model)
        passes.CommonSubexpressionEliminationPass()(model)
        _keep_names(model.graph, names)
        passes.NameFixPass()(model)
    _name_nodes(model.graph)
    return model


def _rewrite(model: onnx_ir.Model) -> None:
    """Applies rules and expands functions until nothing changes."""
    computed = definitions_by_onnx_type().keys() | VIEWS.keys() | control_flow.CONTROL_FLOW
    for _ in range(_ROUNDS):
        changed = apply_rules(model.graph, _RULES, model.opset_imports[""])
        changed = expand_functions(model, computed) or changed
        _fold(model)
        if not changed:
            break


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
    """Applies what the libraries know; what one makes constant the other can use."""
    _fold(model)
    check_nodes(model)
    LIBRARY_RULES.apply_to_model(model)
    _fold(model)
    LIBRARY_RULES.apply_to_model(model)
    passes.LiftSubgraphInitializersToMainGraphPass()(model)
    passes.DeduplicateInitializersPass()(model)
    passes.CommonSubexpressionEliminationPass()(model)
    passes.OutputFixPass()(model)
    passes.NameFixPass()(model)


def _fold(model: onnx_ir.Model) -> None:
    """Computes constant nodes, infers shapes, removes what nothing uses."""
    optimizer.fold_constants_ir(
        model,
        onnx_shape_inference=True,
        input_size_limit=_LARGEST_FOLDED,
        output_size_limit=_LARGEST_FOLDED,
        should_fold=_should_fold,
    )
    _forget_removed_graphs(model.graph)
    passes.RemoveUnusedNodesPass()(model)
    passes.LiftConstantsToInitializersPass(lift_all_constants=True, size_limit=0)(model)


def _forget_removed_graphs(graph: onnx_ir.Graph) -> None:
    """Lets nodes of bodies and branches that are not in the model any more read nothing: what they
    read would count as used.
    """
    nodes = list(onnx_ir.traversal.RecursiveGraphIterator(graph))
    left = set(nodes)
    values = [*graph.inputs, *graph.initializers.values()]
    for value in chain(values, *(node.outputs for node in nodes)):
        for use in value.uses():
            if use.node not in left:
                use.node.replace_input_with(use.idx, None)


def _should_fold(node: onnx_ir.Node) -> bool | None:
    if draws_random_numbers(node):
        return False
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
