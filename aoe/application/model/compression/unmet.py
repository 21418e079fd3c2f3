"""What is told where files ask for what a model cannot have: names that no layer has, and forms
that none can have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aoe.application.model.request.compression_files import ALL
from aoe.application.model.request.compression_request import (
    CompressionRequest,
    OtherModelError,
)
from aoe.application.model.request.operator_types import no_such_type
from aoe.application.model.request.quantization_config import OPTION
from aoe.errors import counted, first_of, quoted
from aoe.graph.compression.forms import Form
from aoe.graph.compression.layers import Layer

#: Most names in a message.
MOST_NAMES = 8


def unmatched(request: CompressionRequest, layers: Sequence[Layer]) -> Iterator[str]:
    """A sentence for each name in the files that no layer has."""
    weights, optimize = request.weights, request.optimize
    found = [] if weights is None else [(weights.label, name) for name in weights.unmatched(layers)]
    if optimize is not None and optimize.calibration is not None:
        label = f"--{OPTION}={optimize.file}"
        found += [(label, name) for name in optimize.calibration.unmatched(layers)]
        for kind in optimize.calibration.unknown_types:
            yield f"{label}: {no_such_type(kind)}"
    for label, name in found:
        yield (
            f"{label}: no matmul or convolution of the model with constant weights is called "
            f"{name!r}"
        )


def require_a_layer(request: CompressionRequest, layers: Sequence[Layer]) -> None:
    """Raises `OtherModelError` if a file names layers to compress, and the model has none of
    them.
    """
    weights = request.weights
    if weights is None or not weights.names_none(layers):
        return
    missing = first_of([repr(quoted(name)) for name, _ in weights.entries], MOST_NAMES)
    known = first_of([layer.origin.name for layer in layers], MOST_NAMES) or "none"
    raise OtherModelError(
        weights.option,
        f"{weights.label}: no matmul or convolution of the model with constant weights is called "
        f"{missing}; it has {known}",
    )


def refused_by_all(
    request: CompressionRequest, outcome: Sequence[tuple[Layer, Form | None, str]]
) -> Iterator[str]:
    """A sentence where a form that all layers are to have is for none of them.

    Args:
        request: What is wanted.
        outcome: The layers, their forms, and why each has not the form that was wanted.
    """
    weights = request.weights
    form = None if weights is None else dict(weights.entries).get(ALL)
    if weights is None or form is None:
        return
    asked = [item for item in outcome if not weights.names(item[0])]
    if any(got is not None for _, got, _ in asked):
        return
    label = f"{weights.label}: {ALL}: {form.text} compresses nothing"
    firsts = {reason: layer.origin.name for layer, _, reason in reversed(asked)}
    told = [f"{name} {reason}" for reason, name in reversed(firsts.items())]
    if told:
        yield f"{label} of {counted(len(asked), 'layer')}: {first_of(told, MOST_NAMES)}"
    else:
        yield f"{label}: the model has no other matmul or convolution of constant weights"
