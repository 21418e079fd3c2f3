"""Applies rules to the nodes of a graph, and says which operator types a rule is about.

There are many rules, and a type has few of its own. A rule that names its types by `rule_for` is
asked for no other nodes. `rewriting` says what a rule is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import onnx_ir

from aoe.errors import AoeError, ElementTypeError, quoted
from aoe.graph.prepare.input_types import type_name
from aoe.graph.prepare.new_values import names_of
from aoe.graph.prepare.rewriting import Builder, Replacement, Rule, has_shape, replace_node
from aoe.graph.prepare.shapes.shape_inference import infer_outputs
from aoe.graph.prepare.wrap_errors import node_error
from aoe.target import Target


@dataclass(frozen=True)
class TypedRule:
    """A rule about nodes of some operator types.

    Attributes:
        rule: What it does.
        op_types: The types.
    """

    rule: Rule
    op_types: frozenset[str]

    def __call__(self, node: onnx_ir.Node, build: Builder) -> Replacement:
        """See `rewriting`. None for a node of another type."""
        return self.rule(node, build) if node.op_type in self.op_types else None


def rule_for(*op_types: str) -> Callable[[Rule], TypedRule]:
    """Declares the operator types that a rule is about."""
    return lambda rule: TypedRule(rule, frozenset(op_types))


def apply_rules(
    graph: onnx_ir.Graph,
    rules: Mapping[str, Sequence[Rule]],
    version: int,
    target: Target | None = None,
) -> bool:
    """Applies the first rule that fits to each node, in order.

    Types that a node lacks are inferred on the way, so one walk rewrites a chain of nodes.

    Args:
        graph: The graph, changed in place.
        rules: The rules by domain of the node.
        version: The operator set of the model.
        target: The device; None for none in particular.

    Returns:
        Whether any rule applied.
    """
    changed = False
    names = names_of(graph)
    fitting: dict[tuple[str, str], list[Rule]] = {}
    for node in list(graph):
        if node.graph is not graph:
            continue
        if not any(value.uses() or value.is_graph_output() for value in node.outputs):
            continue
        if not has_shape(node.outputs[0]):
            infer_outputs(node, version)
        kind = (node.domain, node.op_type)
        if kind not in fitting:
            fitting[kind] = _about(node.op_type, rules.get(node.domain, ()))
        builder = Builder(graph, node, names, version, target)
        for rule in fitting[kind]:
            result = _applied(rule, node, builder)
            if result is not None and result is not node.outputs[0]:
                results = [result] if isinstance(result, onnx_ir.Value) else list(result)
                if node.domain:
                    check_types(node, [None if it is None else it.dtype for it in results])
                replace_node(graph, node, builder, results)
                changed = True
                break
            if builder.nodes:
                builder.discard()
    return changed


def _applied(rule: Rule, node: onnx_ir.Node, builder: Builder) -> Replacement:
    """What a rule makes of a node.

    Raises:
        ModelError: It met what it was not written for, such as inputs of other types than the
            operator takes.
    """
    try:
        return rule(node, builder)
    except AoeError:
        raise
    except Exception as error:
        raise node_error(node, error) from error


def check_types(node: onnx_ir.Node, given: Sequence[onnx_ir.DataType | None]) -> None:
    """Checks the outputs of a node of another domain, whose types onnx does not infer. `given`: the
    types that it gives; None where that is not known.

    Raises:
        ElementTypeError: An output is declared with another element type.
    """
    for output, dtype in zip(node.outputs, given, strict=False):
        if dtype is None or output.dtype in (None, dtype):
            continue
        raise ElementTypeError(
            f"output {quoted(repr(output.name))} of {quoted(node.name or '')} ({node.op_type}) is "
            f"declared as {type_name(output.dtype)}, but the node gives {type_name(dtype)}; "
            "declare that type, or put a Cast behind the node"
        )


def _about(op_type: str, rules: Sequence[Rule]) -> list[Rule]:
    """The rules that may fit a node of a type, in their order."""
    return [rule for rule in rules if not isinstance(rule, TypedRule) or op_type in rule.op_types]
