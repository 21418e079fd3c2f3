"""Constant folding by onnxscript, with the inference of `aoe.graph.prepare.shapes.node_inference`.

onnxscript infers shapes while it folds, and folds what follows from them. A shape that a model
declares does not count where inference gives another one. onnxscript computes constants by onnx's
reference implementation, so nodes on which that differs from runtimes are left to the operators.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import chain
from typing import Any

import numpy as np
import onnx_ir
from onnxscript.optimizer._constant_folding import FoldConstantsPass

from aoe.graph.prepare.input_types import undefined_type
from aoe.graph.prepare.shapes.node_inference import infer_node
from aoe.graph.prepare.shapes.output_sizes import output_shape, set_output_sizes
from aoe.graph.prepare.shapes.shape_inference import merged_shape
from aoe.graph.prepare.shapes.size_inputs import is_sized_by_values

#: Operators that onnx's reference implementation computes otherwise for some attributes or ranks.
#: It takes the number of images for that of channels, adds a bias to one group only, or reads
#: images that are not of two dimensions wrongly.
_COMPUTED_OTHERWISE = frozenset(
    {"AveragePool", "ConvTranspose", "GlobalMaxPool", "LRN", "LpPool", "MaxPool"}
)
#: Operators that give as many elements as they find among the data.
_COUNTING = frozenset({"Compress", "NonMaxSuppression", "NonZero", "Unique"})
#: Elements of the largest constant that inference reads, as in the library.
_LARGEST_INFERRED = 20


class _Folding(FoldConstantsPass):
    def __init__(self, sizes_count: bool, **options: Any) -> None:
        super().__init__(**options)
        self._sizes_count = sizes_count

    def process_node(self, node: onnx_ir.Node, is_function: bool) -> Any:
        if node.op_type == "SplitToSequence":  # the library counts `keepdims` where it is ignored
            return None
        if node.op_type == "CastLike" and "saturate" in node.attributes:  # it forgets that
            return None
        if node.op_type == "ConcatFromSequence" and _names_a_constant_twice(node):
            return None
        set_output_sizes(node)
        return super().process_node(node, is_function)

    def _do_inference(self, node: onnx_ir.Node) -> None:
        """As the library does, which infers equal nodes again."""
        if any(value is not None and value.type is None for value in node.inputs):
            # What a model declares counts once its inputs are known, or if they never are.
            if not (self._sizes_count or self._reads_unknown_types(node)):
                for output in node.outputs:
                    output.shape = None
            return
        counts = self._sizes_count or not _may_have_other_sizes(node)
        with suppress(Exception):  # the library raises whatever an invalid node makes it meet
            version = self._opset_imports[node.domain]
            found = infer_node(node, version, _LARGEST_INFERRED, fixed_inputs=True)
            for output in node.outputs:
                item = found.get(str(output.name))
                if item is not None:
                    known = output.shape if counts else None
                    output.shape = merged_shape(known, item.shape)
                    output.type = item.type or output.type

    def _reads_unknown_types(self, node: onnx_ir.Node) -> bool:
        """Whether inference never knows the types of what a node reads, because they come from a
        node that ONNX does not have for its types.
        """
        todo, seen = [node], {node}
        while todo:
            inputs = [value for value in todo.pop().inputs if value is not None]
            for value in inputs:
                made = value.producer() if value.type is None else None
                if made is None or made in seen:
                    continue
                if undefined_type(made, self._opset_imports[made.domain]) is not None:
                    return True
                todo.append(made)
                seen.add(made)
        return False


def _may_have_other_sizes(node: onnx_ir.Node) -> bool:
    """Whether values decide on sizes of what a node gives, or it reads values of unknown sizes."""
    shapes = [None if value is None else value.shape for value in node.inputs]
    if node.op_type in _COUNTING or is_sized_by_values(node):
        return True
    return any(shape is not None and not shape.is_static() for shape in shapes)


def fold_constants(
    model: onnx_ir.Model,
    largest: int,
    should_fold: Callable[[onnx_ir.Node], bool | None],
    sizes_count: bool = True,
) -> None:
    """Computes constant nodes and infers shapes, in place.

    Args:
        model: The model.
        largest: Elements of the largest constant that is read or made.
        should_fold: Whether to compute a constant node; None leaves it to the library.
        sizes_count: Whether sizes that values have count where values decide on them. Those that a
            model declares do not.
    """

    def should_fold_alike(node: onnx_ir.Node) -> bool | None:
        if _differs_from_runtimes(node):
            return False
        return should_fold(node)

    folding = _Folding(
        sizes_count,
        shape_inference=True,
        input_size_limit=largest,
        output_size_limit=largest,
        should_fold=should_fold_alike,
    )
    # Infinities and what casts make of them are values like others.
    with np.errstate(all="ignore"):
        folding(model)


def give_constants_their_sizes(graph: onnx_ir.Graph) -> None:
    """Gives each constant its shape where inference did not know all sizes of what it was made of,
    such as the elements that a constant condition picks.
    """
    for value in graph.initializers.values():
        if value.const_value is not None and (value.shape is None or not value.shape.is_static()):
            value.shape = onnx_ir.Shape(value.const_value.shape.numpy())


def _names_a_constant_twice(node: onnx_ir.Node) -> bool:
    """Whether the library would give two constants one name: it names what it makes of each element
    of a sequence by that element.
    """
    source = None if node.inputs[0] is None else node.inputs[0].producer()
    if source is None or source.op_type != "SequenceConstruct":
        return False
    names = [f"{value.name}_unsqueeze" for value in source.inputs if value is not None]
    graph = node.graph
    assert isinstance(graph, onnx_ir.Graph)
    return len(set(names)) < len(names) or any(name in graph.initializers for name in names)


def forget_removed_graphs(graph: onnx_ir.Graph) -> None:
    """Removes the uses by nodes in removed subgraphs, which would keep values alive."""
    nodes = list(onnx_ir.traversal.RecursiveGraphIterator(graph))
    left = set(nodes)
    values = [*graph.inputs, *graph.initializers.values()]
    for value in chain(values, *(node.outputs for node in nodes)):
        for use in value.uses():
            if use.node not in left:
                use.node.replace_input_with(use.idx, None)


def _differs_from_runtimes(node: onnx_ir.Node) -> bool:
    """Whether onnx's reference implementation may give a node with constant inputs other numbers
    than runtimes do.
    """
    if node.domain:
        return False
    if node.op_type in _COMPUTED_OTHERWISE:
        return True
    if node.op_type == "Resize":
        return not _resizes_alike(node)
    if node.op_type == "Pow":
        return _takes_root(node)
    modes = [node.attributes[name].value for name in ("auto_pad",) if name in node.attributes]
    given = "output_shape" in node.attributes or "ceil_mode" in node.attributes
    return given or any(mode not in ("NOTSET", "VALID") for mode in modes)


def _resizes_alike(node: onnx_ir.Node) -> bool:
    """Whether a Resize has neither ties nor sizes that depend on the digits of a scale."""
    names = ("mode", "coordinate_transformation_mode")
    given = [str(node.attributes[n].value) if n in node.attributes else "" for n in names]
    if given[0] not in ("linear", "cubic") or given[1] not in ("", "half_pixel", "asymmetric"):
        return False
    value, shape = node.inputs[0], output_shape(node)
    scales = node.inputs[2] if len(node.inputs) > 2 else None
    if value is None or value.const_value is None or shape is None or "axes" in node.attributes:
        return False
    if scales is None or scales.const_value is None or not scales.const_value.size:
        return True
    products = np.asarray(scales.const_value.numpy(), np.float64) * value.const_value.shape.numpy()
    return tuple(int(size) for size in products) == shape != value.const_value.shape.numpy()


def _takes_root(node: onnx_ir.Node) -> bool:
    """Whether NumPy's power takes the square root of -∞ or -0, which is not the power."""
    tensors = [None if value is None else value.const_value for value in node.inputs]
    if len(tensors) < 2 or tensors[0] is None or tensors[1] is None or tensors[1].size != 1:
        return False
    exponent = float(np.asarray(tensors[1].numpy()).reshape(-1)[0])
    base = np.asarray(tensors[0].numpy())
    return exponent == 0.5 and base.dtype.kind == "f" and bool(np.any(np.signbit(base)))
