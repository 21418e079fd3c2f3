"""The forms that one layer may still have while a model is compressed, the one in use first.

`compression.py` fills them and takes the first away where the model would not be accurate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType

from aoe.application.model.compression.report import FLOAT, CompressedLayer
from aoe.graph.compression.forms import Form
from aoe.graph.compression.layers import Layer

#: How accurate forms are, among those of one layer.
_ACCURACY: Mapping[str, int] = MappingProxyType(
    {
        **{"int4": 0, "float8": 1, "static": 2, "int8": 3},
        **{"bfloat16": 5, "float24": 6, "sparse": 7},
    }
)


@dataclass
class LayerChoice:
    """The forms that a layer may still have.

    Attributes:
        layer: The layer.
        forms: The forms, the one in use first; empty for float32.
        reason: Why the layer has not the form that was wanted.
        harm: The variance that the form in use adds, relative to the layer's results.
    """

    layer: Layer
    forms: list[Form]
    reason: str = ""
    harm: float = 0.0

    @property
    def form(self) -> Form | None:
        """The form in use; None for float32."""
        return self.forms[0] if self.forms else None

    @property
    def lossy(self) -> bool:
        """Whether the form in use changes results."""
        return self.form is not None and not self.form.exact

    def demote(self) -> None:
        """Takes the next form."""
        assert self.form is not None
        self.reason = (
            f"{self.form.text} is beyond the limit of accuracy: it puts the layer's own results "
            f"off by {sqrt(self.harm):.2g}, root mean square"
        )
        better = _accuracy(self.form)
        self.forms = [form for form in self.forms[1:] if _accuracy(form) > better]

    @property
    def reported(self) -> CompressedLayer:
        """The layer in the report."""
        layer, form = self.layer, self.form
        after = layer.bytes if form is None else form.stored_bytes(layer.depth, layer.columns)
        text = FLOAT if form is None else form.text
        return CompressedLayer(layer.origin.name, text, layer.bytes, after, self.reason)


def _accuracy(form: Form) -> int:
    """The accuracy of a form; of 8 bits in blocks, which leave the inputs, it is better."""
    return _ACCURACY[form.kind] + (form.kind == "int8" and form.block > 0)


def by_size(layer: Layer, forms: Sequence[Form]) -> list[Form]:
    """The forms in which weights of a layer take fewer bytes than float32, the smallest first. Of
    equal ones, the more accurate.
    """
    sizes = [(form.stored_bytes(layer.depth, layer.columns), form) for form in forms]
    smaller = [(size, form) for size, form in sizes if size < layer.bytes]
    return [form for _, form in sorted(smaller, key=lambda item: (item[0], -_accuracy(item[1])))]
