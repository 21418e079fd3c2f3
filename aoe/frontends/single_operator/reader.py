"""Makes a model of one operator from each description."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import onnx_ir

from aoe.element_types import numpy_type
from aoe.errors import MALFORMED, ModelError, counted, fault_text
from aoe.frontends.graph_builder import (
    GraphBuilder,
    Operand,
    UnsupportedNodeError,
    dtype_of,
    shape_of,
)
from aoe.frontends.single_operator.call import CHANNELS_LAST, Call, Tensor
from aoe.frontends.single_operator.description import (
    OPEN,
    OperatorDescription,
    TensorDescription,
)
from aoe.frontends.single_operator.onnx_operators import is_known, onnx_model
from aoe.frontends.single_operator.open_sizes import with_open_sizes
from aoe.frontends.single_operator.operators.registry import OPERATOR_TYPES
from aoe.frontends.single_operator.refused import REFUSED
from aoe.frontends.single_operator.table import OperatorType, arguments, input_names
from aoe.near_names import hint


def operator_model(description: OperatorDescription) -> onnx_ir.Model:
    """The model of one operator. Its graph is called as the offline model. Sizes that the
    description leaves open are open in the model.

    Raises:
        ModelError: The operator is not known, or its description does not fit it.
    """
    if description.is_open:
        return with_open_sizes(description, operator_model)
    kind = OPERATOR_TYPES.get(description.op) if description.domain is None else None
    if kind is not None:
        model = _ascend_model(description, kind)
    elif description.domain is None and description.op in REFUSED:
        raise ModelError(f"{description.label} is refused: {REFUSED[description.op]}")
    elif description.domain is not None or is_known(description.op):
        model = onnx_model(description)
    else:
        meant = hint(description.op, OPERATOR_TYPES, "see the list in the documentation")
        raise ModelError(
            f"{description.label} is an operator that is neither read from Ascend IR nor one of "
            f"ONNX; {meant}"
        )
    _check_outputs(model, description)
    model.graph.name = description.file_name
    return model


def _ascend_model(description: OperatorDescription, kind: OperatorType) -> onnx_ir.Model:
    builder = GraphBuilder(description.file_name)
    call = Call(description.op, builder, description.outputs)
    try:
        if not kind.mixes_formats:
            _require_one_format(description)
        names = input_names(kind, description.inputs)
        given = {
            name: _tensor(builder, name, item)
            for name, item in zip(names, description.inputs, strict=True)
        }
        positional, named = arguments(kind, given, description.attributes)
        with builder.layer(description.op), _naming_inputs(description, names):
            made = kind.function(call, *positional, **named)
            results = [made] if isinstance(made, onnx_ir.Value | np.ndarray) else list(made)
        if len(description.outputs) > len(results):
            raise UnsupportedNodeError(
                f"it has {counted(len(description.outputs), 'output')} in output_desc, but gives "
                f"{len(results)}"
            )
        with builder.layer(description.op):
            return builder.model(_named(builder, kind, results, description.outputs))
    except UnsupportedNodeError as error:
        raise ModelError(f"{description.label} cannot be computed: {error}") from None
    except ModelError as error:
        raise ModelError(f"{description.label}: {error}") from error
    except MALFORMED as error:
        raise ModelError(
            f"{description.label} does not fit the operator: {fault_text(error)}"
        ) from error
    except MemoryError:
        raise ModelError(
            f"{description.label} needs more memory than there is; describe smaller tensors"
        ) from None


@contextmanager
def _naming_inputs(description: OperatorDescription, names: Sequence[str]) -> Iterator[None]:
    """Errors from within tell the types and shapes of the inputs, which do not fit each other."""
    try:
        yield
    except UnsupportedNodeError as error:
        raise UnsupportedNodeError(f"{error}{description.inputs_text(names)}") from error
    except ModelError as error:
        raise ModelError(f"{error}{description.inputs_text(names)}") from error
    except MALFORMED as error:
        reason = f"it does not fit the operator: {fault_text(error)}"
        raise ModelError(f"{reason}{description.inputs_text(names)}") from error


def _tensor(builder: GraphBuilder, name: str, item: TensorDescription) -> Tensor | None:
    if item.dtype is None:
        return None
    if item.constant is not None:
        return Tensor(name, item.constant, item.format)
    value = builder.input(item.name or name, numpy_type(item.dtype), item.shape)
    return Tensor(name, value, item.format)


def _named(
    builder: GraphBuilder,
    kind: OperatorType,
    results: Sequence[Operand],
    outputs: Sequence[TensorDescription],
) -> list[onnx_ir.Value]:
    found = []
    taken = {value.name for value in builder.inputs}
    for number, item in enumerate(outputs):
        if number < len(kind.results) and (len(kind.results) > 1 or len(outputs) == 1):
            name = kind.results[number]
        else:
            name = f"{kind.results[0]}{number}"
        wanted = item.name or name
        if wanted in taken:
            raise UnsupportedNodeError(f"two of its tensors are called {wanted!r}; rename one")
        taken.add(wanted)
        found.append(builder.named(results[number], wanted))
    return found


def _require_one_format(description: OperatorDescription) -> None:
    """Refuses images with the channels first beside images with the channels last."""
    images = [
        item
        for item in (*description.inputs, *description.outputs)
        if item.dtype is not None and len(item.shape) >= 3 and item.format != "ND"
    ]
    formats = sorted({item.format for item in images})
    if len({item in CHANNELS_LAST for item in formats}) > 1 or (
        "HWCN" in formats and len(formats) > 1
    ):
        raise UnsupportedNodeError(f"its tensors have the formats {' and '.join(formats)}; use one")


def _check_outputs(model: onnx_ir.Model, description: OperatorDescription) -> None:
    """Raises `ModelError` if the operator gives other outputs than those described."""
    wrong = []
    for number, (value, item) in enumerate(
        zip(model.graph.outputs, description.outputs, strict=True)
    ):
        if value.shape is None or value.dtype is None or not value.shape.is_static():
            raise ModelError(f"{description.label}: the shape of output {number} depends on data")
        found = f"{dtype_of(value)}{list(shape_of(value))}"
        sizes = zip(item.shape, shape_of(value), strict=False)
        same = len(item.shape) == len(shape_of(value)) and all(
            size in (OPEN, made) for size, made in sizes
        )
        if str(dtype_of(value)) != item.dtype or not same:
            wrong.append(f"output {number} is described as {item.text}, but is {found}")
    if wrong:
        raise ModelError(f"{description.label}: {'; '.join(wrong)}; correct output_desc")
