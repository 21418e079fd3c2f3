"""A model in the precision that was asked for (`precision_request.py`), and the error this causes:
the difference of its outputs from float32 on synthetic inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.application.model.request.precision_request import PrecisionRequest
from aoe.backends.registry import backend_of
from aoe.backends.session import InferenceSession
from aoe.element_types import is_floating
from aoe.frontends.customized_types import OPTION
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.mixed_precision import (
    contractions,
    reads_reduced,
)
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.precision.reduction_facts import ReductionFacts
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.target import Target

#: The mode of a model whose operators have types of their own in no other mode.
CUSTOMIZED = OPTION
#: The largest error of an output that mixed precision permits, relative to its largest value.
PERMITTED_ERROR = 0.1
#: How the manifest of an offline model has an infinite error, which JSON has no number for.
INFINITE = "infinite"
#: Seeds of the synthetic inputs. Several, because the error on one set may be small by chance.
_SEEDS = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class Precision:
    """What mixed precision made of a model.

    Attributes:
        mode: The mode that asked for it.
        type: The reduced type, or several, "bfloat16 or float16".
        reduced: Contractions that read 16 bits, at all shapes together.
        contractions: All convolutions, matmuls and recurrences, at all shapes together.
        output_error: Largest difference between an output and that of float32, relative to the
            largest value; `None` if not measured, infinite if a value is not finite and should be.
    """

    mode: str
    type: str
    reduced: int
    contractions: int
    output_error: float | None = None

    @staticmethod
    def of(mode: str, types: Sequence[str], graphs: Sequence[OperatorGraph]) -> Precision:
        """What a mode made of a model at each of its shapes. `types`: the reduced ones."""
        nodes = [node for graph in graphs for node in contractions(graph)]
        reading = sum(any(reads_reduced(node, item) for item in types) for node in nodes)
        return Precision(mode, " or ".join(types), reading, len(nodes))

    def to_json(self) -> dict[str, Any]:
        """The entry in the manifest of an offline model."""
        return {
            "mode": self.mode,
            "type": self.type,
            "narrow": self.reduced,
            "contractions": self.contractions,
            "output_error": INFINITE if self.output_error == inf else self.output_error,
        }

    @staticmethod
    def from_json(raw: Mapping[str, Any]) -> Precision:
        """What `to_json` gave."""
        counts, error = (raw["narrow"], raw["contractions"]), raw["output_error"]
        return Precision(raw["mode"], raw["type"], *counts, inf if error == INFINITE else error)

    def with_shapes_of(self, other: Mapping[str, Any]) -> Precision:
        """This with what `to_json` gave for other shapes, if it gave anything. An error that is
        infinite at some shapes is so for all; one that is not known at some is not known else.
        """
        if not other:
            return self
        before = Precision.from_json(other)
        errors = self.output_error, before.output_error
        known = [item for item in errors if item is not None]
        return replace(
            self,
            reduced=self.reduced + before.reduced,
            contractions=self.contractions + before.contractions,
            output_error=max(known) if len(known) == len(errors) or inf in known else None,
        )

    @property
    def sentence(self) -> str:
        """The sentence that a run ends with."""
        which = "convolutions, matmuls and recurrences"
        read = f"{self.reduced} of {self.contractions} {which} read {self.type}"
        if self.output_error is None:
            return f"{self.mode}: {read}"
        if self.output_error == inf:
            return (
                f"{self.mode}: {read}; some outputs are infinite or NaN and are finite in float32"
            )
        sentence = (
            f"{self.mode}: {read}; outputs differ from those of float32 by at most "
            f"{self.output_error:.2g} of the largest"
        )
        if self.mode == CUSTOMIZED and self.output_error > PERMITTED_ERROR:
            sentence += f", more than the {PERMITTED_ERROR} that allow_mix_precision permits"
        return sentence


def reduced_precision_of(
    profiles: Sequence[PreparedGraph],
    request: PrecisionRequest,
    target: Target,
    warn: Callable[[str], None],
) -> ReducedPrecision | None:
    """The reduced precision to apply to a model.

    Args:
        profiles: The model at each of its shapes.
        request: What is asked for.
        target: The device.
        warn: Is called with a sentence for everything that cannot be had.

    Returns:
        `None` if the request changes nothing.
    """
    wanted = request.wanted
    if wanted is None:
        return None
    rules = backend_of(target).precision
    dtype = wanted.reduced_type or rules.reduced_type(target)
    if not (wanted.always or dtype in rules.fast_types(target)):
        warn(
            f"--precision_mode={request.mode}: {target.model} has no instructions for "
            f"products of {dtype}; the model keeps its types"
        )
        return None
    made = [item.nodes_made_from(wanted.kept_names, wanted.kept_types) for item in profiles]
    kept = wanted.kept_names.union(*made)
    facts = ReductionFacts(target, wanted_type=wanted.reduced_type)
    return ReducedPrecision(replace(wanted, kept_names=kept), facts)


def outputs_of(
    model: OfflineModel, threads: int | None, names: Sequence[str] = (), sets: int = len(_SEEDS)
) -> list[np.ndarray]:
    """The outputs of a model on some sets of synthetic inputs, at each of its shapes. `names`
    selects outputs; all by default.
    """
    outputs: list[np.ndarray] = []
    for item in static_models(model):
        with closing(InferenceSession(item, threads)) as session:
            for seed in _SEEDS[:sets]:
                outputs += session.run(names, synthetic_arrays(item.plan.inputs, seed))
    return outputs


def output_error(found: Sequence[np.ndarray], expected: Sequence[np.ndarray]) -> float | None:
    """The largest error of a floating-point output, relative to its largest expected value; `None`
    if there is no such output.
    """
    return _worst(_error, found, expected)


def typical_error(found: Sequence[np.ndarray], expected: Sequence[np.ndarray]) -> float | None:
    """The root mean square error of the worst floating-point output, relative to the root mean
    square of its expected values; `None` if there is no such output.
    """
    return _worst(_relative_norm, found, expected)


def measured(
    model: OfflineModel,
    precision: Precision | None,
    expected: Sequence[np.ndarray],
    threads: int | None,
    running: OfflineModel | None = None,
) -> tuple[OfflineModel, Precision | None]:
    """Measures the error of a model and notes it in the manifest. `expected` are its outputs in
    float32, from `outputs_of`. `running`: the same model for a machine that runs it, by default the
    model itself.
    """
    if precision is None:
        return model, None
    found = outputs_of(model if running is None else running, threads)
    precision = replace(precision, output_error=output_error(found, expected))
    manifest = replace(model.manifest, precision=precision.to_json())
    return replace(model, manifest=manifest), precision


def _worst(
    error: Callable[[np.ndarray, np.ndarray], float],
    found: Sequence[np.ndarray],
    expected: Sequence[np.ndarray],
) -> float | None:
    """The largest error of any floating-point output; infinite where a value is not finite and
    should be.
    """
    errors = []
    for one, other in zip(found, expected, strict=True):
        if is_floating(other.dtype) and other.size and one.shape == other.shape:
            wide, exact = one.astype(np.float64), other.astype(np.float64)
            finite = np.isfinite(wide) & np.isfinite(exact)
            odd = wide[~finite], exact[~finite]
            same = np.array_equal(*odd, equal_nan=True)
            errors.append(error(wide[finite], exact[finite]) if same else inf)
    return max(errors, default=None)


def _error(found: np.ndarray, expected: np.ndarray) -> float:
    error = float(np.abs(found - expected).max(initial=0.0))
    largest = float(np.abs(expected).max(initial=0.0))
    return error / largest if largest else error


def _relative_norm(found: np.ndarray, expected: np.ndarray) -> float:
    error, size = float(np.linalg.norm(found - expected)), float(np.linalg.norm(expected))
    return error / size if size else error
