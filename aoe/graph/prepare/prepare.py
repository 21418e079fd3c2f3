"""Prepares a model for import: one operator set, static shapes, folded constants, canonical nodes.

onnx_ir and onnxscript do what they can: inlining, constant folding, and removal of dead and common
nodes. The rules that `rules.order` lists do the rest. Where no rule applies, the functions that
ONNX itself defines are expanded. Rules run until a fixpoint. Weights are neither copied as a whole
nor serialised.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import prod

import onnx_ir
from onnx_ir.passes import common as passes

from aoe.graph.prepare.declared_types import (
    DeclaredTypes,
    check_declared_types,
    check_graph_results,
    check_small_outputs,
    declared_types,
)
from aoe.graph.prepare.expand_functions import expand_functions
from aoe.graph.prepare.folding import (
    fold_constants,
    forget_removed_graphs,
    give_constants_their_sizes,
)
from aoe.graph.prepare.loops.form import FormBody, form_loops
from aoe.graph.prepare.opset import to_canonical_opset
from aoe.graph.prepare.requirements import settle_requirements
from aoe.graph.prepare.rewriting import has_shape
from aoe.graph.prepare.rule_application import apply_rules
from aoe.graph.prepare.rules import order, random_numbers, rounded_once
from aoe.graph.prepare.rules.control_flow import scan_and_loop, sequences
from aoe.graph.prepare.rules.matmul import packed_row
from aoe.graph.prepare.rules.simplification.inference_mode import draws_random_numbers
from aoe.graph.prepare.small_integers import infer_small_types, store_as_bytes
from aoe.graph.prepare.validation import check_nodes, check_written_nodes, node_problem
from aoe.graph.prepare.view_operators import VIEWS
from aoe.graph.prepare.widening import Widens, widen
from aoe.graph.prepare.wrap_errors import wrap_errors
from aoe.operators.registry import definitions_by_onnx_type
from aoe.target import Target

#: Changes a model whose nodes are canonical, in place. Returns whether it did.
Revise = Callable[[onnx_ir.Model], bool]

#: Most fixpoint iterations. A model that still changes then is left as it is.
_MOST_ITERATIONS = 50

#: Elements of the largest constant that folding may make, and of the largest made by repetition.
_LARGEST_FOLDED = 1 << 28
_LARGEST_REPEATED = 1 << 20


def prepare(
    model: onnx_ir.Model,
    target: Target | None = None,
    form_body: FormBody | None = None,
    revise: Revise | None = None,
    widens: Widens | None = None,
) -> onnx_ir.Model:
    """Prepares a model in place and returns it.

    Afterwards every node is canonical. Every value has a static shape that depends neither on data
    nor on a node of unknown type.

    Args:
        model: The model.
        target: The device that it is prepared for; None for none in particular.
        form_body: Makes the operators of the bodies of loops with a computed end. Without it such
            loops stay.
        revise: Changes the canonical nodes, which are then made canonical again.
        widens: Whether float16 is computed in float32; None: it stays.

    Raises:
        ModelError: The model is invalid, or its operator set cannot be converted.
    """
    names = [value.name for value in model.graph.inputs]
    _name_nodes(model.graph)
    with _quiet(), wrap_errors(model.graph.name):
        passes.InlinePass()(model)
        check_written_nodes(model)
        declared = declared_types(model)
        to_canonical_opset(model)
        infer_small_types(model)
        check_small_outputs(model, declared)
        store_as_bytes(model)
        random_numbers.keep_apart(model)
        _optimize(model, declared)
        if widens is not None:
            widen(model, widens)
        _rewrite(model, target, form_body)
        check_declared_types(model, declared)  # of nodes whose types rules have found
        if revise is not None:
            _name_nodes(model.graph)
            if revise(model):
                _rewrite(model, target, form_body)
        if settle_requirements(model.graph):
            passes.RemoveUnusedNodesPass()(model)
        passes.CommonSubexpressionEliminationPass()(model)
        _keep_names(model.graph, names)
        passes.NameFixPass()(model)
    _name_nodes(model.graph)
    return model


def _rewrite(model: onnx_ir.Model, target: Target | None, form_body: FormBody | None) -> None:
    """Applies rules and expands functions until nothing changes."""
    computed = definitions_by_onnx_type().keys() | VIEWS.keys() | scan_and_loop.CONTROL_FLOW
    for iteration in range(_MOST_ITERATIONS):
        changed = apply_rules(model.graph, order.BY_DOMAIN, model.opset_imports[""], target)
        changed = expand_functions(model, computed) or changed
        if not changed:
            changed = apply_rules(model.graph, order.LAST, model.opset_imports[""], target)
        if not changed and form_body is not None:
            changed = form_loops(model, form_body)
        if iteration and not changed:
            break  # the iteration before has folded what this one found
        _fold(model)
        if not changed:
            break


@contextmanager
def _quiet() -> Iterator[None]:
    """Silences the libraries' logs of what they leave undone, which does not concern the user."""
    loggers = [logging.getLogger(name) for name in ("onnxscript", "onnx_ir")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _optimize(model: onnx_ir.Model, declared: DeclaredTypes) -> None:
    """Folds constants and operators into others, twice where that makes constants to fold.
    `declared`: the element types that outputs were declared to have.
    """
    unchecked = partial(_should_fold_unchecked, version=model.opset_imports[""])
    _fold(model, unchecked, sizes_count=False)
    while apply_rules(model.graph, order.DECLARED_SIZES, model.opset_imports[""]):
        _fold(model, unchecked, sizes_count=False)
    check_graph_results(model)
    check_nodes(model)
    check_declared_types(model, declared)
    sequences.forget_types_of_optionals(model)
    _apply_first_rules(model)
    _fold(model)
    _apply_first_rules(model)
    passes.LiftSubgraphInitializersToMainGraphPass()(model)
    passes.DeduplicateInitializersPass()(model)
    passes.CommonSubexpressionEliminationPass()(model)
    passes.OutputFixPass()(model)
    passes.NameFixPass()(model)


def _apply_first_rules(model: onnx_ir.Model) -> None:
    """Applies the first rules until nothing changes."""
    for _ in range(_MOST_ITERATIONS):
        if not apply_rules(model.graph, order.FIRST, model.opset_imports[""]):
            break


def _should_fold(node: onnx_ir.Node) -> bool | None:
    """Whether to compute a constant node; None leaves it to the library."""
    if draws_random_numbers(node) or packed_row.KEPT in node.metadata_props:
        return False
    if rounded_once.is_rounded_several_times(node):
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


def _should_fold_unchecked(node: onnx_ir.Node, version: int) -> bool | None:
    """The same before nodes are checked: one whose inputs or attributes do not fit is left, so that
    it is refused. The library may compute it in a way of its own.
    """
    if node_problem(node, version) is not None:
        return False
    return _should_fold(node)


def _fold(
    model: onnx_ir.Model,
    should_fold: Callable[[onnx_ir.Node], bool | None] = _should_fold,
    sizes_count: bool = True,
) -> None:
    """Computes constant nodes, infers shapes and removes unused nodes. See `fold_constants`."""
    fold_constants(model, _LARGEST_FOLDED, should_fold, sizes_count)
    forget_removed_graphs(model.graph)
    passes.RemoveUnusedNodesPass()(model)
    passes.LiftConstantsToInitializersPass(lift_all_constants=True, size_limit=0)(model)
    give_constants_their_sizes(model.graph)


def _keep_names(graph: onnx_ir.Graph, names: Sequence[str | None]) -> None:
    """Restores the names of inputs.

    The optimizer renames an input that is also an output, and puts an Identity with the name behind
    it.
    """
    for value, name in zip(graph.inputs, names, strict=False):  # rules may have added one
        for node in [use.node for use in value.uses()] if value.name != name else []:
            copy = node.outputs[0]
            if node.op_type == "Identity" and copy.name == name:
                copy.replace_all_uses_with(value, replace_graph_outputs=True)
                graph.remove(node, safe=True)
        value.name = name


def _name_nodes(graph: onnx_ir.Graph) -> None:
    """Gives every node a unique name, by default that of its first output."""
    taken: set[str] = set()
    for node in graph:
        name = base = node.name or node.outputs[0].name or node.op_type
        number = 1
        while name in taken:
            number += 1
            name = f"{base}_{number}"
        taken.add(name)
        node.name = name
