"""Converts a model to one operator set, so that rules and operator definitions see one form.

The adapters of `aoe.graph.prepare.opset_adapters` rewrite the nodes whose meaning or form changed,
one operator set after another, in the model's graph and in all graphs inside it. Operator sets
after `CANONICAL_OPSET` only add operators, attributes and element types, and are left. Operators of
ONNX Runtime in the ONNX domain move to its own domain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import onnx
import onnx_ir
from onnx_ir.passes import common as passes

from aoe.errors import ModelError, quoted
from aoe.graph.prepare.declared_types import infer_values
from aoe.graph.prepare.new_values import names_of
from aoe.graph.prepare.opset_adapters.adapter import Adapter, NotConvertibleError
from aoe.graph.prepare.opset_adapters.registry import adapters_by_version
from aoe.graph.prepare.rewriting import Builder, has_shape, replace_node
from aoe.graph.prepare.shapes.node_inference import RUNTIME_DOMAIN
from aoe.graph.prepare.shapes.shape_inference import infer_outputs

#: The operator set that models are converted to: the first with today's GroupNormalization.
CANONICAL_OPSET = 21

#: The domain of the operators that `aoe.torch` writes, each a type of `aoe.operators.types`.
TRAINING_DOMAIN = "open_aoe.training"


def to_canonical_opset(model: onnx_ir.Model) -> None:
    """Converts a model without functions in place.

    Its values get the types and shapes that inference knows before, in the form that the model has,
    because adapters rely on them.

    Raises:
        ElementTypeError: A value is declared with another element type than its node gives it.
        ModelError: It cannot be converted.
    """
    version = _version(model)
    foreign = _move_to_runtime_domain(model)
    infer_values(model)
    if version < CANONICAL_OPSET:
        _convert(model, version)
        model.opset_imports[""] = CANONICAL_OPSET
    for node in _nodes(model):  # some have become ONNX operators since
        if node.op_type in foreign and onnx.defs.has(node.op_type, CANONICAL_OPSET, ""):
            node.domain = ""


def _convert(model: onnx_ir.Model, version: int) -> None:
    passes.RemoveUnusedNodesPass()(model)
    conversion = _Conversion(model)
    for target, adapters in adapters_by_version().items():
        if target <= version:
            continue
        present = {node.op_type for node in _nodes(model)}
        if present & adapters.keys():
            conversion.step(model.graph, adapters, version, target)
        version = target
    passes.NameFixPass()(model)


class _Conversion:
    """The conversion of one model.

    Attributes:
        model: The model.
        names: The names of its values.
        inferred: The nodes whose outputs inference has seen.
    """

    def __init__(self, model: onnx_ir.Model) -> None:
        self.model = model
        self.names = names_of(model.graph)
        self.inferred: set[onnx_ir.Node] = set()

    def step(
        self,
        graph: onnx_ir.Graph,
        adapters: Mapping[str, Sequence[Adapter]],
        version: int,
        target: int,
    ) -> None:
        """Applies the adapters that lead to operator set `target` to the nodes of a graph.

        Nodes have the form of operator set `version`.
        """
        for node in list(graph):
            if node not in self.inferred and not has_shape(*node.outputs):
                infer_outputs(node, version)
            self.inferred.add(node)
            for inner in _graphs_in(node):
                self.step(inner, adapters, version, target)
            for adapter in adapters.get(node.op_type, ()) if node.domain == "" else ():
                self.adapt(graph, node, adapter)

    def adapt(self, graph: onnx_ir.Graph, node: onnx_ir.Node, adapter: Adapter) -> None:
        """Applies an adapter to a node."""
        if node.graph is None:
            return  # an adapter before has replaced it
        build = Builder(graph, node, self.names, adapter.version)
        try:
            result = adapter.apply(node, build)
        except NotConvertibleError as error:
            raise ModelError(
                f"node {quoted(node.name or node.outputs[0].name)} ({node.op_type}) of model "
                f"{quoted(repr(self.model.graph.name))} cannot be converted to ONNX operator set "
                f"{adapter.version}: {error}; export the model for operator set {CANONICAL_OPSET}"
            ) from error
        if result is None:
            graph.insert_before(node, build.nodes)
        else:
            results = [result] if isinstance(result, onnx_ir.Value) else list(result)
            replace_node(graph, node, build, results)


def _graphs_in(node: onnx_ir.Node) -> Iterator[onnx_ir.Graph]:
    """The graphs among the attributes of a node."""
    for attribute in node.attributes.values():
        if attribute.type == onnx_ir.AttributeType.GRAPH:
            yield attribute.as_graph()
        elif attribute.type == onnx_ir.AttributeType.GRAPHS:
            yield from attribute.as_graphs()


def _nodes(model: onnx_ir.Model) -> Iterator[onnx_ir.Node]:
    """The nodes of a model and of the graphs inside it."""
    return iter(onnx_ir.traversal.RecursiveGraphIterator(model.graph))


def _move_to_runtime_domain(model: onnx_ir.Model) -> set[str]:
    """Moves nodes of unknown operators to the domain of ONNX Runtime, which computes some of them.

    Returns:
        The operators of these nodes.
    """
    version, found = _version(model), set()
    for node in _nodes(model):
        if node.domain == "" and not onnx.defs.has(node.op_type, version, ""):
            node.domain = RUNTIME_DOMAIN
            model.opset_imports.setdefault(RUNTIME_DOMAIN, 1)
            found.add(node.op_type)
    return found


def _version(model: onnx_ir.Model) -> int:
    imports = model.opset_imports
    version = imports.pop("ai.onnx", None) or imports.get("")
    if version is None:
        version = CANONICAL_OPSET
    imports[""] = version
    return version
