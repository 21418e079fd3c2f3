"""Scalers, encoders and what else prepares features: Scaler, Normalizer, Binarizer, Imputer,
LabelEncoder, OneHotEncoder, ArrayFeatureExtractor and FeatureVectorizer.

Texts are not computed. `aoe.frontends.zip_maps` is about ZipMap.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    integers,
    number,
    operand,
    shape_of,
    text,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.classical.forest import floats
from aoe.graph.prepare.rules.classical.scores import FLOAT

_INT64 = onnx_ir.DataType.INT64


@rule_for("Scaler")
def scaler(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Scaler: (x - offset) · scale."""
    x = operand(node, 0)
    if x is None or not has_shape(x):
        return None
    result = build.cast(x, FLOAT)
    for op_type, name in (("Sub", "offset"), ("Mul", "scale")):
        values = floats(node, name)
        if values.size:
            shaped = values.reshape(()) if values.size == 1 else values
            result = build.infer(op_type, result, build.constant(shaped.astype(np.float32)))
    return result


@rule_for("Normalizer")
def normalizer(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Normalizer: rows divided by their largest element, or by their 1- or 2-norm. Rows whose norm
    is zero stay as they are.
    """
    x = operand(node, 0)
    if x is None or not has_shape(x):
        return None
    values, kind = build.cast(x, FLOAT), text(node, "norm", "MAX").upper()
    axes = build.integers([len(shape_of(x)) - 1])
    operators = {"MAX": "ReduceMax", "L1": "ReduceL1", "L2": "ReduceL2"}
    if kind not in operators:
        return None
    norm = build.infer(operators[kind], values, axes, keepdims=1)
    zero = build.infer("Equal", norm, build.scalar(0.0, values))
    return build.infer("Div", values, build.infer("Where", zero, build.scalar(1.0, values), norm))


@rule_for("Binarizer")
def binarizer(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Binarizer: 1 above the threshold, else 0."""
    x = operand(node, 0)
    if x is None or not has_shape(x):
        return None
    values = build.cast(x, FLOAT) if x.dtype != FLOAT else x
    above = build.infer("Greater", values, build.scalar(number(node, "threshold", 0.0), values))
    assert x.dtype is not None
    return build.cast(above, x.dtype)


@rule_for("Imputer")
def imputer(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Imputer: one value, or what is not a number, is replaced, by column."""
    x = operand(node, 0)
    if x is None or not has_shape(x):
        return None
    assert x.dtype is not None
    whole = x.dtype.numpy().kind in "iu"
    if whole:
        given = integers(node, "imputed_value_int64s") or ()
        replaced: float = integer(node, "replaced_value_int64", 0)
    else:
        given = tuple(floats(node, "imputed_value_floats").tolist())
        replaced = number(node, "replaced_value_float", 0.0)
    if not given:
        return None
    missing = (
        build.infer("IsNaN", x)
        if replaced != replaced
        else build.infer("Equal", x, build.scalar(replaced, x))
    )
    new = np.asarray(given if len(given) > 1 else given[0], x.dtype.numpy())
    return build.infer("Where", missing, build.constant(new), x)


@rule_for("LabelEncoder")
def label_encoder(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """LabelEncoder of numbers: each key becomes its value, other numbers the default."""
    x = operand(node, 0)
    if x is None or not has_shape(x):
        return None
    keys, values, default = _given(node, "keys"), _given(node, "values"), _default(node)
    if keys is None or values is None or default is None or keys.size != values.size:
        return None
    assert x.dtype is not None
    result = build.constant(default)
    one_more = (*shape_of(x), 1)
    keys = keys.astype(x.dtype.numpy())
    found = build.infer("Equal", build.reshape(x, one_more), build.constant(keys))
    if keys.dtype.kind == "f" and np.isnan(keys).any():
        undefined = build.infer("IsNaN", build.reshape(x, one_more))
        also = build.infer("And", undefined, build.constant(np.isnan(keys)))
        found = build.infer("Or", found, also)
    places = build.infer("ArgMax", build.cast(found, onnx_ir.DataType.INT32), axis=-1, keepdims=0)
    any_found = build.infer(
        "ReduceMax", build.cast(found, onnx_ir.DataType.INT32), build.integers([-1]), keepdims=0
    )
    chosen = build.infer("Gather", build.constant(values), places, axis=0)
    return build.infer("Where", build.cast(any_found, onnx_ir.DataType.BOOL), chosen, result)


def _given(node: onnx_ir.Node, name: str) -> np.ndarray | None:
    """The keys or values of a LabelEncoder; None if they are texts."""
    if f"{name}_tensor" in node.attributes:
        array = np.asarray(node.attributes[f"{name}_tensor"].as_tensor().numpy()).reshape(-1)
        return None if array.dtype.kind in "OSU" else array
    numbers = integers(node, f"{name}_int64s")
    if numbers is not None:
        return np.asarray(numbers, np.int64)
    found = floats(node, f"{name}_floats")
    return found if found.size else None


def _default(node: onnx_ir.Node) -> np.ndarray | None:
    """The default of a LabelEncoder, of the type of its values."""
    if "default_tensor" in node.attributes:
        return np.asarray(node.attributes["default_tensor"].as_tensor().numpy()).reshape(())
    values = _given(node, "values")
    if values is None:
        return None
    if values.dtype.kind == "f":
        return np.asarray(number(node, "default_float", -0.0), values.dtype)
    return np.asarray(integer(node, "default_int64", -1), values.dtype)


@rule_for("OneHotEncoder")
def one_hot_encoder(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """OneHotEncoder of numbers. Without `zeros`, a category that is unknown is an error in ONNX
    Runtime; here it has no 1, too.
    """
    x, categories = operand(node, 0), integers(node, "cats_int64s")
    if x is None or not has_shape(x) or not categories:
        return None
    whole = build.cast(build.reshape(x, (*shape_of(x), 1)), _INT64)
    found = build.infer("Equal", whole, build.constant(np.asarray(categories, np.int64)))
    return build.cast(found, FLOAT)


@rule_for("ArrayFeatureExtractor")
def array_feature_extractor(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ArrayFeatureExtractor: elements of the last dimension."""
    x, places = operand(node, 0), operand(node, 1)
    if x is None or not has_shape(x, places):
        return None
    assert places is not None
    constant = constant_of(places)
    count = int(np.prod(shape_of(places)))
    if constant is not None:
        places = build.constant(constant.reshape(-1))
    else:
        places = build.reshape(places, (count,))
    result = build.infer("Gather", x, places, axis=-1)
    return build.reshape(result, (1, count)) if len(shape_of(x)) == 1 else result


@rule_for("FeatureVectorizer")
def feature_vectorizer(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """FeatureVectorizer: all inputs side by side, in float32."""
    if not node.inputs or not has_shape(*node.inputs):
        return None
    pieces = []
    for value in node.inputs:
        assert value is not None
        shape = shape_of(value)
        rows = shape[0] if len(shape) > 1 else 1
        width = int(np.prod(shape[1:])) if len(shape) > 1 else shape[0]
        pieces.append(build.cast(build.reshape(value, (rows, width)), FLOAT))
    return pieces[0] if len(pieces) == 1 else build.infer("Concat", *pieces, axis=1)


RULES: tuple[Rule, ...] = (
    scaler,
    normalizer,
    binarizer,
    imputer,
    label_encoder,
    one_hot_encoder,
    array_feature_extractor,
    feature_vectorizer,
)
