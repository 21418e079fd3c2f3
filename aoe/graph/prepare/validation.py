"""Finds nodes whose inputs and attributes do not fit each other, before any rule relies on them.

Such a model would give wrong results, or read memory that nothing wrote. onnx's own inference finds
most of it (`shapes.shape_inference`), and `input_types` wrong element types. `_CHECKS` adds what
neither does. A new check is one entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from types import MappingProxyType

import onnx_ir

from aoe.errors import ModelError, one_line, quoted
from aoe.graph.prepare.checks.check import Check, all_of
from aoe.graph.prepare.checks.grids import matrices_fit_grid
from aoe.graph.prepare.checks.indices import (
    batches_of_indices,
    elements_at_indices,
    indices_in_range,
    places_of_maxima,
    regions_have_images,
    repeated_tokens_have_scores,
    updates_fit,
)
from aoe.graph.prepare.checks.quantization import (
    FACTS_OF_CONVOLUTION,
    RUNTIME_CHECKS,
    facts_fit,
    zero_point_fits,
)
from aoe.graph.prepare.checks.sizes import (
    WITH_VECTORS,
    are_single,
    bounds_are_single,
    sizes_are_vectors,
    written_ranks_fit,
)
from aoe.graph.prepare.checks.windows import bias_fits, pads_something, window_fits
from aoe.graph.prepare.input_types import input_type_problem
from aoe.graph.prepare.rewriting import (
    has_shape,
    input_shape,
    integer,
    integers,
    scalar_of,
    shape_of,
)
from aoe.graph.prepare.shapes.deciding_inputs import other_values_advice
from aoe.graph.prepare.shapes.node_inference import RUNTIME_DOMAIN
from aoe.graph.prepare.shapes.shape_inference import (
    STANDARD_DOMAINS,
    broadcast_shape,
    correct_outputs,
)

#: Operators whose output may have no known shape; their checks look at inputs alone.
_CHECKED_BY_INPUTS = frozenset(
    {"AffineGrid", "CenterCropPad", "ConstantOfShape", "NonMaxSuppression", "Split"}
)
#: Nodes named in a message before it counts the rest.
_LISTED = 3


def check_nodes(model: onnx_ir.Model) -> None:
    """Checks all nodes of a model and of the graphs inside it.

    Outputs whose declared shape is wrong get the right one.

    Raises:
        ModelError: Some nodes are invalid. The message names the first ones.
    """
    _refuse(model, graph_problems(model.graph, model.opset_imports[""], outermost=True))


def check_written_nodes(model: onnx_ir.Model) -> None:
    """Checks what is refused of the nodes of a model as it was written, and is taken where it is
    computed.

    Raises:
        ModelError: Some nodes are invalid. The message names the first ones.
    """
    version = model.opset_imports[""]
    _refuse(model, graph_problems(model.graph, version, True, _written_problem))


def _refuse(model: onnx_ir.Model, problems: Sequence[str]) -> None:
    if problems:
        more = f"; and {len(problems) - _LISTED} more" if len(problems) > _LISTED else ""
        raise ModelError(
            f"model {quoted(repr(model.graph.name))} makes no sense: "
            + "; ".join(problems[:_LISTED])
            + f"{more}; export it again, or correct these nodes{other_values_advice(model.graph)}"
        )


def _written_problem(node: onnx_ir.Node, version: int) -> str | None:
    return written_ranks_fit(node) if node.domain in STANDARD_DOMAINS else None


def graph_problems(
    graph: onnx_ir.Graph,
    version: int,
    outermost: bool = False,
    problem_of: Callable[[onnx_ir.Node, int], str | None] | None = None,
) -> list[str]:
    """What is wrong with the nodes of a graph and of the graphs inside it, which makes it
    impossible to compute. A branch of an If may be wrong if the other one is not.

    Args:
        graph: The graph.
        version: The operator set of the model.
        outermost: Whether it is the graph of the model. Nodes of inner graphs have names that the
            model does not, so their first output names them.
        problem_of: What is wrong with a node itself; by default `node_problem`.
    """
    found = []
    for node in graph:
        problem = (problem_of or node_problem)(node, version)
        if problem is not None:
            name = node.name if outermost else node.outputs[0].name
            found.append(f"{quoted(name)} ({node.op_type}): {one_line(problem)}")
        inner = {
            name: graph_problems(attribute.as_graph(), version, problem_of=problem_of)
            for name, attribute in node.attributes.items()
            if attribute.type == onnx_ir.AttributeType.GRAPH
        }
        found += _of_taken(node, inner)
    return found


def _of_taken(node: onnx_ir.Node, inner: Mapping[str, list[str]]) -> list[str]:
    """Of the problems of a node's graphs those that make the node impossible to compute."""
    if node.op_type == "If" and not node.domain and len(inner) == 2:
        condition = scalar_of(node.inputs[0])
        if condition is not None:
            return inner["then_branch" if condition else "else_branch"]
        if not all(inner.values()):
            return []
    return [problem for problems in inner.values() for problem in problems]


def node_problem(node: onnx_ir.Node, version: int) -> str | None:
    """What is wrong with the inputs and attributes of a node itself; None if nothing is. Outputs
    whose declared shape is wrong get the right one. `version`: the operator set of the model.
    """
    standard = node.domain in STANDARD_DOMAINS
    problem = correct_outputs(node, version)
    if standard and _is_range_of_single(node):
        problem = None
    if standard and (wrong := input_type_problem(node, version)) is not None:
        return wrong
    checks = _RUNTIME_CHECKS if node.domain == RUNTIME_DOMAIN else {}
    check = (_CHECKS if standard else checks).get(node.op_type)
    read = [value for value in node.inputs if value is not None]
    if node.op_type not in _CHECKED_BY_INPUTS:
        read.append(node.outputs[0])
    if problem is not None or check is None or not has_shape(*read):
        return problem
    return check(node)


def _is_range_of_single(node: onnx_ir.Node) -> bool:
    """Whether a node is a Range of scalars and vectors of one element. ONNX refuses such vectors
    where they are constant; runtimes take them where they are computed, as of a shape.
    """
    shapes = [None if value is None else value.shape for value in node.inputs]
    return node.op_type == "Range" and all(
        shape is not None and (not shape or tuple(shape) == (1,)) for shape in shapes
    )


def check_replacement(node: onnx_ir.Node, result: onnx_ir.Value) -> None:
    """Checks the standard node that a rule makes in the place of another one, which nothing has
    checked. `result`: what it gives.

    Raises:
        ModelError: It is invalid. The message names the node that it replaces.
    """
    made = result.producer()
    if made is None or not has_shape(result, *(item for item in made.inputs if item is not None)):
        return
    problem = _CHECKS[made.op_type](made)
    if problem is not None:
        raise ModelError(
            f"{quoted(node.name or '')} ({node.op_type}): {problem}; export it again, "
            "or correct this node"
        )


def _reshape(node: onnx_ir.Node) -> str | None:
    old, new = input_shape(node, 0), shape_of(node.outputs[0])
    assert old is not None
    if prod(old) == prod(new):
        return None
    return f"{list(old)} has {prod(old)} elements, {list(new)} {prod(new)}"


def _broadcast(*positions: int) -> Check:
    """A check that these inputs broadcast to the shape of the result."""

    def check(node: onnx_ir.Node) -> str | None:
        target = shape_of(node.outputs[0])
        for position in positions:
            shape = input_shape(node, position)
            if shape is not None and not _broadcasts(shape, target):
                return (
                    f"input {position} has the shape {list(shape)}, which does not broadcast to "
                    f"{list(target)}"
                )
        return None

    return check


def _broadcasts(shape: Sequence[int], target: tuple[int, ...]) -> bool:
    try:
        return broadcast_shape(shape, target) == target
    except ValueError:
        return False


def _same_letters(node: onnx_ir.Node) -> str | None:
    """Checks that each letter of an Einsum stands for one size, unless it has an ellipsis."""
    equation = node.attributes["equation"].as_string().replace(" ", "")
    sizes: dict[str, int] = {}
    for position, term in enumerate(equation.split("->")[0].split(",")):
        shape = input_shape(node, position)
        if shape is None or "." in equation or len(term) != len(shape):
            return None
        for letter, size in zip(term, shape, strict=True):
            known = sizes.setdefault(letter, size)
            if known != size:
                return f"{letter} stands for {known} elements and for {size}"
    return None


def _permutation(node: onnx_ir.Node) -> str | None:
    shape, order = input_shape(node, 0), integers(node, "perm")
    assert shape is not None
    if order is None or sorted(order) == list(range(len(shape))):
        return None
    return f"perm {list(order)} orders other dimensions than the {len(shape)} of its input"


def _depth_in_blocks(node: onnx_ir.Node) -> str | None:
    shape, size = input_shape(node, 0), integer(node, "blocksize", 1)
    assert shape is not None
    if len(shape) == 4 and size > 0 and shape[1] % size**2 == 0:
        return None
    return f"blocks of {size} × {size} need a multiple of {size**2} channels, not {list(shape)}"


def _space_in_blocks(node: onnx_ir.Node) -> str | None:
    shape, size = input_shape(node, 0), integer(node, "blocksize", 1)
    assert shape is not None
    if len(shape) == 4 and size > 0 and not any(length % size for length in shape[2:]):
        return None
    return f"images of {list(shape)} are not cut into blocks of {size} × {size}"


def _classes(node: onnx_ir.Node) -> str | None:
    """Checks labels and weights of a loss of classes."""
    scores, labels, weights = (input_shape(node, position) for position in range(3))
    assert scores is not None
    if labels != (*scores[:1], *scores[2:]):
        return f"labels of {list(labels or ())} are not those of scores of {list(scores)}"
    if weights is not None and weights != scores[1:2]:
        return f"weights of {list(weights)} are not those of {scores[1]} classes"
    return None


def _one_for_each_channel(node: onnx_ir.Node) -> str | None:
    """Checks scale and bias of a normalization of channels."""
    data, groups = input_shape(node, 0), integer(node, "num_groups", 1)
    assert data is not None
    if len(data) < 2:
        return f"its input of {list(data)} has no channels"
    if groups < 1 or data[1] % groups:
        return f"{data[1]} channels are not {groups} groups of one size"
    lengths = {data[1], groups} if node.op_type == "GroupNormalization" else {data[1]}
    for name, position in (("scale", 1), ("bias", 2)):
        shape = input_shape(node, position)
        if shape is not None and (len(shape) != 1 or shape[0] not in lengths):
            return f"its {name} has the shape {list(shape)}, but its input {data[1]} channels"
    return None


def _regions(node: onnx_ir.Node) -> str | None:
    """Checks the boxes of regions, and that each has an image."""
    boxes, images = input_shape(node, 1), input_shape(node, 2)
    assert boxes is not None
    if len(boxes) != 2 or boxes[1] != 4:
        return f"regions of {list(boxes)} are not rows of 4 numbers"
    if images != boxes[:1]:
        return f"numbers of images of {list(images or ())} are not those of {boxes[0]} regions"
    return None


def _boxes(node: onnx_ir.Node) -> str | None:
    """Checks that each box has a score."""
    boxes, scores = input_shape(node, 0), input_shape(node, 1)
    assert boxes is not None
    assert scores is not None
    if len(boxes) != 3 or boxes[2] != 4:
        return f"boxes of {list(boxes)} are not rows of 4 numbers for each image"
    if len(scores) != 3 or (scores[0], scores[2]) != boxes[:2]:
        return f"scores of {list(scores)} are not those of boxes of {list(boxes)}"
    for position in (2, 3, 4):
        limit = input_shape(node, position)
        if limit is not None and prod(limit) != 1:
            return f"its input {position} must be a single number, not of shape {list(limit)}"
    return None


def _sequence_lengths(node: onnx_ir.Node) -> str | None:
    data, lengths = input_shape(node, 0), input_shape(node, 1)
    assert data is not None
    batch = integer(node, "batch_axis", 1)
    if len(data) < 2 or lengths == (data[batch],):
        return None
    return f"lengths of {list(lengths or ())} are not those of a batch of {data[batch]}"


_RUNTIME_CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        **RUNTIME_CHECKS,
        "CropAndResize": regions_have_images,
        "NGramRepeatBlock": repeated_tokens_have_scores,
    }
)
_CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        **dict.fromkeys(WITH_VECTORS, sizes_are_vectors),
        "AffineGrid": matrices_fit_grid,
        "Reshape": all_of(sizes_are_vectors, _reshape),
        "Gemm": _broadcast(2),
        "PRelu": _broadcast(1),
        "LayerNormalization": _broadcast(1, 2),
        "RMSNormalization": _broadcast(1),
        "Clip": bounds_are_single,
        "Trilu": are_single(k=1),
        "STFT": are_single(frame_step=1, frame_length=3),
        "Pad": all_of(sizes_are_vectors, pads_something),
        "Conv": window_fits(),
        "ConvInteger": all_of(window_fits(), facts_fit(single=(2,), channels={3: 1})),
        "QLinearConv": all_of(window_fits(filters=3), FACTS_OF_CONVOLUTION),
        "ConvTranspose": bias_fits,
        "Gather": indices_in_range,
        "ScatterND": updates_fit,
        "Einsum": _same_letters,
        "Transpose": _permutation,
        "DepthToSpace": _depth_in_blocks,
        "SpaceToDepth": _space_in_blocks,
        "NegativeLogLikelihoodLoss": _classes,
        "SoftmaxCrossEntropyLoss": _classes,
        "GatherElements": elements_at_indices,
        "ScatterElements": elements_at_indices,
        "RoiAlign": _regions,
        "NonMaxSuppression": _boxes,
        "QLinearMatMul": facts_fit(single=(6, 7), rows={1: 0, 2: 0}, columns={4: 3, 5: 3}),
        "MatMulInteger": facts_fit(rows={2: 0}, columns={3: 1}),
        "QuantizeLinear": zero_point_fits,
        "DequantizeLinear": zero_point_fits,
        "MaxUnpool": places_of_maxima,
        "GatherND": batches_of_indices,
        "ReverseSequence": _sequence_lengths,
        "InstanceNormalization": _one_for_each_channel,
        "GroupNormalization": _one_for_each_channel,
    }
)
