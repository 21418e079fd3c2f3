"""The layers of a prepared model: matmuls and convolutions of float32 by constant weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod

import numpy as np
import onnx_ir

from aoe.backends.registry import backend_of
from aoe.graph.compression.forms import BLOCKS, Form, is_two_of_four
from aoe.graph.prepare.new_values import new_constant
from aoe.graph.prepare.provenance import Provenance, provenance_of
from aoe.graph.prepare.rewriting import (
    constant_of,
    has_shape,
    integer,
    integers,
    operand,
    producer,
    shape_of,
)
from aoe.target import Target

_FLOAT = onnx_ir.DataType.FLOAT


@dataclass(frozen=True)
class Layer:
    """A matmul or convolution with constant weights.

    Attributes:
        name: The name of the prepared node.
        origin: The node of the model that it was made from.
        type: "MatMul" or "Conv".
        input: The name of the value that it reads.
        shape: The shape of that value.
        rows: Rows of a matmul; pixels of a convolution, of all images.
        weights: (K, N) of a matmul, (M, C / groups, …) of a convolution.
        groups: Groups of a convolution; 1 of a matmul.
        node: The node.
    """

    name: str
    origin: Provenance
    type: str
    input: str
    shape: tuple[int, ...]
    rows: int
    weights: np.ndarray = field(compare=False, repr=False)
    groups: int = 1
    node: onnx_ir.Node | None = field(default=None, compare=False, repr=False)

    @property
    def matrix(self) -> np.ndarray | None:
        """The weights as (K, N), if the layer multiplies rows by them: a matmul, or a convolution
        of one pixel by one pixel.
        """
        if self.is_matmul:
            return self.weights
        kernel = self.weights.shape[2:]
        if self.groups > 1 or prod(kernel) > 1 or prod(self.shape[2:]) > 1 or self.rows > 1:
            return None
        return self.weights.reshape(self.weights.shape[:2]).T

    @property
    def is_matmul(self) -> bool:
        """Whether it is a matmul, not a convolution."""
        return self.type == "MatMul"

    @property
    def reduction_axis(self) -> int:
        """The axis of the weights that is summed over, of channels in a convolution."""
        return 0 if self.is_matmul else 1

    @property
    def output_axis(self) -> int:
        """The axis of the weights that outputs lie along."""
        return 1 - self.reduction_axis

    @property
    def depth(self) -> int:
        """Weights of each output."""
        return self.weights.size // self.columns

    @property
    def columns(self) -> int:
        """Outputs of a row or pixel."""
        return int(self.weights.shape[self.output_axis])

    @property
    def bytes(self) -> int:
        """Bytes of its weights in float32."""
        return 4 * self.weights.size

    @property
    def two_of_four(self) -> bool:
        """Whether its weights have the structure that `--sparsity` is for."""
        return is_two_of_four(self.weights, self.reduction_axis)

    def form(self, form: Form) -> Form:
        """A form with the block that suits the layer, where none is given. Without one, 8 bits of a
        layer of several rows have a scale for each output, and quantise the rows.
        """
        if form.kind not in ("int4", "int8") or form.block:
            return form
        if form.kind == "int8" and self.rows > 1:
            return form
        return self.in_blocks(form)

    def in_blocks(self, form: Form) -> Form:
        """A form with the largest block that divides the reduction; without one if none does."""
        fitting = [block for block in BLOCKS if self.depth % block == 0]
        return Form(form.kind, fitting[0] if fitting else 0)

    def refusal(self, form: Form, target: Target) -> str | None:
        """Why the layer cannot have a form, as the end of a sentence; None if it can."""
        form = self.form(form)
        if not np.isfinite(self.weights).all():
            return "has weights that are not finite"
        if form.kind == "bfloat16":
            rules = backend_of(target).precision
            if "bfloat16" in rules.fast_types(target):
                return None
            return f"would be slower in bfloat16, for which {target.model} has no instructions"
        if form.kind == "float8":
            return self._not_float8(form, target)
        if form.kind == "static":
            return "is a grouped convolution" if self.groups > 1 else None
        if form.kind == "sparse" and not self.two_of_four:
            return "has more than two weights of four that are not zero"
        return self._unpackable(form, target)

    def _not_float8(self, form: Form, target: Target) -> str | None:
        """The same for float8."""
        if not {*form.types} <= {*backend_of(target).precision.fast_types(target)}:
            return (
                f"would be slower in float8, for which {target.model} has no instructions; "
                "NVIDIA GPUs have them since compute capability 8.9"
            )
        return "is a grouped convolution" if self.groups > 1 else None

    def _unpackable(self, form: Form, target: Target) -> str | None:
        """The same for forms that are taken apart while weights are read."""
        if not self.is_matmul and self.matrix is None:
            return (
                "is a convolution of more than one pixel, whose weights stay as they are; quantise "
                "it with --compression_optimize_conf"
            )
        if self.rows > 1 and form.kind == "int8" and not form.block:
            return None
        if self.rows > 1 and form.kind == "sparse":
            return (
                f"has {self.rows} rows; two of four weights are for one row, whose time is that of "
                "reading them"
            )
        if not backend_of(target).cost.reads_packed(self.weights.size, target):
            return "has so few weights that they stay in the cache"
        divides = form.block > 0 and self.depth % form.block == 0
        even = form.kind != "int4" or form.block % 2 == 0
        if form.kind in ("int4", "int8") and not (divides and even):
            return f"sums over {self.depth} weights, which are no whole blocks ({form.text})"
        return None


def layers_of(model: onnx_ir.Model) -> Iterator[Layer]:
    """The layers of a prepared model, in order; not those inside loops and branches."""
    for node in model.graph:
        if node.domain or node.op_type not in ("MatMul", "Conv"):
            continue
        x = operand(node, 0)
        weights = _weights(node)
        if weights is None or x is None or not has_shape(x, node.outputs[0]) or x.dtype != _FLOAT:
            continue
        shape = shape_of(x)
        if weights.dtype != np.float32 or 0 in shape or not weights.size:
            continue
        if node.op_type == "MatMul":
            if weights.ndim != 2 or len(shape) < 2:
                continue
            rows = prod(shape[:-1])
        else:
            result = shape_of(node.outputs[0])
            rows = result[0] * prod(result[2:])
            bias = operand(node, 2)
            if bias is not None and constant_of(bias) is None:
                continue
        groups = integer(node, "group", 1) if node.op_type == "Conv" else 1
        origin = provenance_of(node)
        name = str(node.name)
        yield Layer(name, origin, node.op_type, str(x.name), shape, rows, weights, groups, node)


def _weights(node: onnx_ir.Node) -> np.ndarray | None:
    """The constant that a node multiplies by; of a matmul also one that is transposed."""
    value = operand(node, 1)
    found = constant_of(value)
    swapped = producer(value, "Transpose")
    if found is None and swapped is not None and node.op_type == "MatMul":
        source = constant_of(operand(swapped, 0))
        if source is not None and source.ndim == 2 and integers(swapped, "perm") in (None, (1, 0)):
            return source.T
    return found


def model_of(layer: Layer, version: int) -> onnx_ir.Model:
    """A model of one layer, `x` to `y`, with a node of the same name."""
    assert layer.node is not None
    x = onnx_ir.Value(name="x", shape=onnx_ir.Shape(layer.shape), type=onnx_ir.TensorType(_FLOAT))
    graph = onnx_ir.Graph([x], [], nodes=[], name="layer", opset_imports={"": version})
    inputs = [x, new_constant(graph, "w", np.asarray(layer.weights, order="C"))]
    bias = constant_of(operand(layer.node, 2))
    if bias is not None:
        inputs.append(new_constant(graph, "b", bias))
    attributes = list(layer.node.attributes.values())
    node = onnx_ir.Node("", layer.type, inputs, attributes, name=layer.name)
    output = node.outputs[0]
    output.name, output.dtype = "y", _FLOAT
    output.shape = onnx_ir.Shape(shape_of(layer.node.outputs[0]))
    graph.append(node)
    graph.outputs.append(output)
    return onnx_ir.Model(graph, ir_version=10)
