"""What compression made of a model, for the user and for the manifest of the offline model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from aoe.application.display.times import measured_text
from aoe.errors import counted
from aoe.runtime.offline_model import OfflineModel

#: Bytes of a megabyte.
_MB = 1e6
#: The form of what is not compressed.
FLOAT = "float32"


@dataclass(frozen=True, slots=True)
class CompressedLayer:
    """A layer that was to be compressed.

    Attributes:
        name: The name of its node in the model.
        form: The form of its weights; "float32" if they stay.
        before: Bytes of its weights in float32.
        after: Bytes in this form.
        reason: Why it has not the form that was asked for, or stays as it is; may be empty.
    """

    name: str
    form: str
    before: int
    after: int
    reason: str = ""

    @property
    def sentence(self) -> str:
        """The layer in a line."""
        why = f" ({self.reason})" if self.reason else ""
        if self.form == FLOAT:
            return f"{self.name} stays float32{why}"
        return f"{self.name}: {self.form}, {self.before} bytes become {self.after}{why}"


@dataclass(frozen=True, slots=True)
class Compression:
    """What compression made of a model.

    Attributes:
        layers: The layers that were to be compressed.
        output_error: Largest difference between an output and that of the float model, relative to
            the largest value, on the data that the model was checked with.
        typical_error: Root mean square error of the worst output, relative to its values.
        limit: The limit of `typical_error`.
        checked_with: What data these were.
        detailed: Whether the sentences list each layer.
        times: Milliseconds of one inference before and after, both under default policies; None if
            nothing changed or nothing was measured.
        unmeasured: The device whose speed was not measured, as this machine has it not; None where
            times chose.
    """

    layers: tuple[CompressedLayer, ...]
    output_error: float | None
    typical_error: float | None
    limit: float
    checked_with: str
    detailed: bool = True
    times: tuple[float, float] | None = None
    unmeasured: str | None = None

    @property
    def changed(self) -> Sequence[CompressedLayer]:
        """The layers that were compressed."""
        return [layer for layer in self.layers if layer.form != FLOAT]

    @property
    def sentences(self) -> list[str]:
        """What a run ends with."""
        changed = self.changed
        before, after = (sum(getattr(x, name) for x in changed) for name in ("before", "after"))
        found = [
            f"compressed weights: {len(changed)} of {counted(len(self.layers), 'layer')}, "
            f"{before / _MB:.2f} MB become {after / _MB:.2f} MB"
        ]
        if changed and self.typical_error is not None:
            found[0] += (
                f"; on {self.checked_with} outputs differ from those of float32 by "
                f"{self.typical_error:.2g} (root mean square; limit {self.limit:g}), at most by "
                f"{self.output_error:.2g} of the largest"
            )
        if self.times is not None:
            found.append(
                f"before tuning, one inference takes {measured_text(self.times[0], None)} with "
                f"float32 and {measured_text(self.times[1], None)} with compressed weights"
            )
        if self.unmeasured is not None:
            found.append(
                f"the speed on {self.unmeasured} was not measured: a layer that was given no form "
                "has the smallest one that is accurate enough"
            )
        return found + [f"  {layer.sentence}" for layer in self.layers if self.detailed]

    def to_json(self) -> dict[str, Any]:
        """The entry in the manifest of an offline model."""
        return {
            "layers": [
                {
                    "name": layer.name,
                    "form": layer.form,
                    "bytes_before": layer.before,
                    "bytes_after": layer.after,
                    **({"reason": layer.reason} if layer.reason else {}),
                }
                for layer in self.layers
            ],
            "output_error": self.output_error,
            "typical_error": self.typical_error,
            "limit": self.limit,
            "checked_with": self.checked_with,
            "milliseconds": None if self.times is None else list(self.times),
            **({} if self.unmeasured is None else {"chosen_by": "size"}),
        }


def with_report(model: OfflineModel, report: Compression) -> OfflineModel:
    """The model with what compression made of it in its manifest."""
    return replace(model, manifest=replace(model.manifest, compression=report.to_json()))
