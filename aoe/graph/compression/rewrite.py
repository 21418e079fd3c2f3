"""Rewrites the layers of a prepared model for the forms of their weights.

A quantised layer is an integer matmul or convolution between QuantizeLinear and a scale, which
`aoe.graph.prepare.rules.quantized` makes one of uint8 by int8. A layer of float8 is a product of it
(`aoe.graph.prepare.rules.float8_products`). Layers that read the same value share what quantises
it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import onnx_ir

from aoe.backends.registry import backend_of
from aoe.graph.compression.forms import Form, by_output, in_blocks, two_of_four
from aoe.graph.compression.layers import Layer, layers_of
from aoe.graph.prepare.new_values import names_of
from aoe.graph.prepare.rewriting import Builder, constant_of, operand, replace_node, shape_of
from aoe.graph.prepare.rules import float8_products
from aoe.graph.prepare.rules.matmul import packed_row, packed_rows
from aoe.target import Target

_FLOAT, _INT32, _UINT8 = (
    onnx_ir.DataType.FLOAT,
    onnx_ir.DataType.INT32,
    onnx_ir.DataType.UINT8,
)
#: The zero point of inputs quantised by row, and the steps on either side of it.
_MIDDLE, _STEPS = 128, 127
#: The least scale of a row: rows of zeros stay zeros.
_LEAST_SCALE = 1e-30


@dataclass(frozen=True, slots=True)
class _Quantised:
    """A value as uint8 or int8.

    Attributes:
        value: The steps.
        zero_point: The step that stands for 0.
        scale: What a step is worth: a value for each row, or a number.
    """

    value: onnx_ir.Value
    zero_point: onnx_ir.Value
    scale: onnx_ir.Value


@dataclass
class _Rewriting:
    """A rewrite of one model.

    Attributes:
        quantised: Quantised values, by the value, step and zero point; 0 stands for "by row".
        in_float8: Values as float8 and their scales, by the value, whether it has rows, and the
            type.
    """

    quantised: dict[tuple[onnx_ir.Value, float, int], _Quantised] = field(default_factory=dict)
    in_float8: dict[tuple[onnx_ir.Value, bool, str], tuple[onnx_ir.Value, onnx_ir.Value]] = field(
        default_factory=dict
    )

    def result(self, layer: Layer, form: Form, build: Builder) -> onnx_ir.Value | None:
        """What computes the layer in a form; None if the form changes no node."""
        assert layer.node is not None
        x = operand(layer.node, 0)
        assert x is not None
        if form.kind == "static":
            key = (x, form.scale, form.zero_point)
            if key not in self.quantised:
                self.quantised[key] = _static(build, x, form)
            return _integer_layer(layer, form, build, self.quantised[key])
        if form.kind == "float8":
            place = (x, layer.is_matmul, form.types[0])
            if place not in self.in_float8:
                self.in_float8[place] = float8_products.scaled_value(build, *place)
            return _float8_layer(layer, form, build, *self.in_float8[place])
        if form.kind == "int8" and layer.rows > 1 and not form.block:
            if not layer.is_matmul:
                return None  # The form is for another shape of the model.
            key = (x, 0.0, 0)
            if key not in self.quantised:
                self.quantised[key] = _by_row(build, x)
            return _integer_layer(layer, form, build, self.quantised[key])
        return _packed(layer, form, build, x)


def rewrite(model: onnx_ir.Model, forms: Mapping[str, Form], target: Target | None) -> bool:
    """Gives layers the forms of their weights, in place.

    Args:
        model: A prepared model.
        forms: Forms by the name of the layer. Bfloat16 changes no node: operators get it later.
        target: The device.

    Returns:
        Whether any node changed.
    """
    rewriting, changed = _Rewriting(), False
    names, version = names_of(model.graph), model.opset_imports[""]
    for layer in list(layers_of(model)):
        form = forms.get(layer.name)
        if form is None:
            continue
        assert layer.node is not None
        builder = Builder(model.graph, layer.node, names, version, target)
        result = rewriting.result(layer, layer.form(form), builder)
        if result is not None:
            replace_node(model.graph, layer.node, builder, [result])
            changed = True
    return changed


def revision(forms: Mapping[str, Form], target: Target | None) -> Callable[[onnx_ir.Model], bool]:
    """`rewrite` as a step of preparation."""

    def revise(model: onnx_ir.Model) -> bool:
        return rewrite(model, forms, target)

    return revise


def _static(build: Builder, x: onnx_ir.Value, form: Form) -> _Quantised:
    """A value quantised with a range that is known."""
    scale = build.constant(np.asarray(form.scale, np.float32))
    zero = build.constant(np.asarray(form.zero_point, np.uint8))
    value = build.make("QuantizeLinear", [x, scale, zero], shape_of(x), _UINT8)
    return _Quantised(value, zero, scale)


def _by_row(build: Builder, x: onnx_ir.Value) -> _Quantised:
    """A value quantised with the range of each of its rows, symmetric about 0: as int8 where the
    device multiplies any bytes, else as uint8.
    """
    target, middle, dtype = build.target, _MIDDLE, _UINT8
    if target is not None and backend_of(target).cost.multiplies_any_bytes(target):
        middle, dtype = 0, onnx_ir.DataType.INT8
    shape = shape_of(x)
    row = (*shape[:-1], 1)
    last = build.integers([len(shape) - 1])
    largest = build.make("ReduceMax", [build.make("Abs", [x], shape), last], row, keepdims=1)
    step = build.make("Div", [largest, build.scalar(_STEPS, x)], row)
    scale = build.make("Max", [step, build.scalar(_LEAST_SCALE, x)], row)
    steps = build.make("Div", [x, scale], shape)
    zero = build.constant(np.asarray(middle, dtype.numpy()))
    value = build.make("QuantizeLinear", [steps, build.scalar(1, x), zero], shape, dtype)
    return _Quantised(value, zero, scale)


def _integer_layer(layer: Layer, form: Form, build: Builder, x: _Quantised) -> onnx_ir.Value:
    """The layer of quantised inputs and weights, as float32."""
    node = layer.node
    assert node is not None
    shape = shape_of(node.outputs[0])
    weights, scales = by_output(layer.weights, layer.output_axis, form.levels, form.by_channel)
    stored = build.constant(np.asarray(weights, order="C"))
    around: tuple[int, ...] = (-1,)
    if not layer.is_matmul:
        total = build.again(node, [x.value, stored, x.zero_point], shape, "ConvInteger", _INT32)
        around = (1, -1, *(1 for _ in shape[2:]))
    else:
        total = build.make("MatMulInteger", [x.value, stored, x.zero_point], shape, _INT32)
    known = constant_of(x.scale)
    factor = build.constant((scales if known is None else scales * known).reshape(around))
    result = build.make("Mul", [build.cast(total, _FLOAT), factor], shape)
    if known is None:
        result = build.make("Mul", [result, x.scale], shape)
    return _with_bias(layer, build, result)


def _float8_layer(
    layer: Layer, form: Form, build: Builder, x: onnx_ir.Value, scale: onnx_ir.Value
) -> onnx_ir.Value:
    """The layer of inputs and weights of float8, as float32."""
    node = layer.node
    assert node is not None
    shape = shape_of(node.outputs[0])
    weights, scales = float8_products.scaled_weights(
        layer.weights, layer.output_axis, form.types[1]
    )
    inputs = [x, build.constant(np.asarray(weights, order="C"))]
    total = build.again(node, inputs, shape, float8_products.OF_FLOAT8[layer.type], _FLOAT)
    around = (-1,) if layer.is_matmul else (1, -1, *(1 for _ in shape[2:]))
    result = build.make("Mul", [total, build.constant(scales.reshape(around))], shape)
    return _with_bias(layer, build, build.make("Mul", [result, scale], shape))


def _with_bias(layer: Layer, build: Builder, result: onnx_ir.Value) -> onnx_ir.Value:
    """The result of a convolution with its bias, if it has one."""
    assert layer.node is not None
    bias = operand(layer.node, 2)
    if layer.is_matmul or bias is None:
        return result
    shape = shape_of(result)
    around = (1, shape_of(bias)[0], *(1 for _ in shape[2:]))
    return build.make("Add", [result, build.reshape(bias, around)], shape)


def _packed(layer: Layer, form: Form, build: Builder, x: onnx_ir.Value) -> onnx_ir.Value | None:
    """The layer with weights that are taken apart as they are read."""
    matrix, node = layer.matrix, layer.node
    packed = form.kind in ("float24", "int4", "int8") or (form.kind == "sparse" and layer.rows == 1)
    if not packed or matrix is None or node is None:
        return None
    shape = shape_of(node.outputs[0])
    row = x if layer.is_matmul else build.reshape(x, (1, layer.depth))
    if form.kind == "float24":
        result = packed_rows.product_in_24_bits(build, row, matrix)
    elif form.kind == "sparse":
        result = packed_row.two_of_four(build, row, *two_of_four(matrix))
    else:
        bits = 4 if form.kind == "int4" else 8
        blocks = in_blocks(matrix, bits, form.block)
        zero = np.asarray(blocks.zero_point)
        result = packed_rows.packed(build, row, blocks.steps, blocks.scales, zero, bits)
    return _with_bias(layer, build, build.reshape(result, shape))
