"""Operators of ONNX in descriptions: the node as it is described, checked by ONNX's schema.

Their tensors have no formats: ND or NCHW. An input without a name has that of the schema.
"""

from __future__ import annotations

import re

import onnx
import onnx_ir

from aoe.errors import ModelError, counted, quoted
from aoe.frontends.onnx import read_onnx
from aoe.frontends.single_operator.description import (
    Attribute,
    OperatorDescription,
    TensorDescription,
)
from aoe.frontends.single_operator.enumerations import DTYPES, ENUMERATORS
from aoe.graph.prepare.opset import CANONICAL_OPSET

#: Formats of tensors whose dimensions are in ONNX's order.
_FORMATS = ("ND", "NCHW", "NCDHW")
_IR_VERSION = 10
#: What an error of the library has besides the reason: its kind, and the operator, which is known.
_BESIDES = re.compile(
    r"\A.*\[\w+Error\] |\(op_type:[^)]*\): | in node \S+ \([^)]*\)|\.\s*\Z", re.DOTALL
)
#: As many inputs or outputs as the library allows where it sets no limit.
_NO_LIMIT = (1 << 31) - 1
_VARIADIC = onnx.defs.OpSchema.FormalParameterOption.Variadic


def is_known(op: str) -> bool:
    """Whether ONNX has an operator of this name."""
    return bool(onnx.defs.has(op, CANONICAL_OPSET, ""))


def onnx_model(description: OperatorDescription) -> onnx_ir.Model:
    """The model of an operator of ONNX.

    Raises:
        ModelError: It is none, or ONNX refuses its inputs or attributes.
    """
    proto = _model_proto(description)
    try:
        inferred = onnx.shape_inference.infer_shapes(proto, check_type=True, strict_mode=True)
        return read_onnx(inferred)
    except ModelError as error:
        raise ModelError(f"{description.label}: {error}") from error
    except Exception as error:  # the library raises all kinds of errors
        reason = quoted(_BESIDES.sub("", str(error)))
        inputs = description.inputs_text(proto.graph.node[0].input)
        raise ModelError(f"{description.label} is refused by ONNX: {reason}{inputs}") from error


def _model_proto(description: OperatorDescription) -> onnx.ModelProto:
    label, domain = description.label, description.domain or ""
    version = description.opset or (CANONICAL_OPSET if domain == "" else 1)
    wrong = next(
        (
            item.format
            for item in (*description.inputs, *description.outputs)
            if item.format not in _FORMATS
        ),
        None,
    )
    if wrong is not None:
        raise ModelError(
            f"{label} is an operator of ONNX, whose tensors are in ND or NCHW, not {wrong}"
        )
    try:
        schema = onnx.defs.get_schema(description.op, version, domain)
    except (onnx.defs.SchemaError, RuntimeError, TypeError, ValueError):
        schema = None
    if schema is None and domain == "":
        raise ModelError(f"{label} is no operator of ONNX in operator set {version}")
    if schema is not None:
        _check_counts(description, schema)
    inputs = _names(description.inputs, [] if schema is None else list(schema.inputs), "x")
    outputs = _names(description.outputs, [] if schema is None else list(schema.outputs), "y")
    names = [name for name in (*inputs, *outputs) if name]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ModelError(f"{label}: two of its tensors are called {twice!r}; rename one")
    node = onnx.helper.make_node(
        description.op, inputs, outputs, name=description.op, domain=domain
    )
    for name, attribute in description.attributes.items():
        node.attribute.append(_attribute(name, attribute, label))
    given = list(zip(inputs, description.inputs, strict=True))
    graph = onnx.helper.make_graph(
        [node],
        description.op,
        [_info(name, item) for name, item in given if name and item.constant is None],
        _results(description, outputs, domain),
        [
            onnx_ir.to_proto(onnx_ir.Tensor(item.constant, name=name))
            for name, item in given
            if item.constant is not None
        ],
    )
    imports = [onnx.helper.make_opsetid(domain, version)]
    if domain:
        imports.append(onnx.helper.make_opsetid("", CANONICAL_OPSET))
    return onnx.helper.make_model(graph, opset_imports=imports, ir_version=_IR_VERSION)


def _check_counts(description: OperatorDescription, schema: onnx.defs.OpSchema) -> None:
    for kind, given, verb, least, most in (
        ("input", len(description.inputs), "takes", schema.min_input, schema.max_input),
        ("output", len(description.outputs), "gives", schema.min_output, schema.max_output),
    ):
        if not least <= given <= most:
            known = str(least) if least == most else f"{least} to {most}"
            known = f"{least} or more" if most == _NO_LIMIT else known
            raise ModelError(
                f"{description.label} has {counted(given, kind)}, but {verb} {known}; correct "
                f"{kind}_desc"
            )


def _names(
    items: tuple[TensorDescription, ...],
    formal: list[onnx.defs.OpSchema.FormalParameter],
    stem: str,
) -> list[str]:
    """The names of tensors; empty for inputs that are left out."""
    found = []
    for number, item in enumerate(items):
        name = f"{stem}{number}"
        if formal:
            parameter = formal[min(number, len(formal) - 1)]
            behind = number - len(formal) + 1
            many = parameter.option == _VARIADIC or behind > 0
            name = f"{parameter.name}_{max(behind, 0)}" if many else str(parameter.name)
        found.append("" if item.dtype is None else item.name or name)
    return found


def _results(
    description: OperatorDescription, names: list[str], domain: str
) -> list[onnx.ValueInfoProto]:
    """The outputs. ONNX infers the types of its own operators; those of others are as described."""
    if domain == "":
        return [onnx.ValueInfoProto(name=name) for name in names]
    pairs = zip(names, description.outputs, strict=True)
    return [_info(name, item) for name, item in pairs]


def _info(name: str, item: TensorDescription) -> onnx.ValueInfoProto:
    return onnx.helper.make_tensor_value_info(name, _element_type(item.dtype), list(item.shape))


def _element_type(dtype: str | None) -> int:
    names = {"float32": "FLOAT", "float64": "DOUBLE"}
    text = str(dtype)
    return int(onnx_ir.DataType[names.get(text, text.upper())])


def _attribute(name: str, attribute: Attribute, label: str) -> onnx.AttributeProto:
    value = attribute.value
    if attribute.kind == "data_type":
        if value not in DTYPES:
            raise ModelError(
                f"{label}: its attribute {name!r} is no type that is computed; use one of "
                f"{', '.join(ENUMERATORS)}"
            )
        value = _element_type(DTYPES[int(value)])  # type: ignore[arg-type]
    elif attribute.kind == "bool":
        value = int(bool(value))
    elif attribute.kind == "list_bool":
        value = tuple(int(bool(item)) for item in value)  # type: ignore[union-attr]
    elif attribute.kind == "list_list_int":
        raise ModelError(f"{label}: its attribute {name!r} is a list of lists, which ONNX has not")
    kinds = {
        "list_int": onnx.AttributeProto.INTS,
        "list_bool": onnx.AttributeProto.INTS,
        "list_float": onnx.AttributeProto.FLOATS,
        "list_string": onnx.AttributeProto.STRINGS,
    }
    made: onnx.AttributeProto = onnx.helper.make_attribute(
        name, value, attr_type=kinds.get(attribute.kind)
    )
    return made
