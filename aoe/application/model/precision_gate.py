"""The accuracy gate of whole models in mixed precision: how far their outputs may be from those of
float32, and which contractions go back to float32 where they are farther. What counts is the root
mean square; the largest error of a set of inputs is the luck of one number, and has a wide limit.

A layer's own error (`aoe.graph.precision.layer_error`) says little of what becomes of it in the
layers behind it. So the model is run on made-up inputs, and if its outputs are too far off, it is
run in float32 with the constant of one contraction after the other rounded: the errors that each
makes by itself add up about as variances do. Those that harm most for what they gain go back first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from aoe.application.model.exact_contractions import with_exact_contractions
from aoe.application.model.observed_inputs import mean_inputs, observed, shown_outputs
from aoe.application.model.precision import (
    Precision,
    narrowing_of,
    output_error,
    outputs_of,
    typical_error,
)
from aoe.application.model.precision_request import EXACT, PrecisionRequest
from aoe.element_types import is_floating
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.mixed_precision import contractions, is_narrow
from aoe.graph.precision.own_operands import base_of, views_of
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.precision.reduction_facts import ReductionFacts
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.target import Target

#: Root mean square difference of an output from that of float32, in parts of its root mean square.
TYPICAL_ERROR = 0.04
#: Largest difference of an output from that of float32, in parts of the largest.
LARGEST_ERROR = 0.1
#: What is aimed at, in parts of that, in one attempt after the other; 0 takes all back.
_AIMS = (0.9, 0.7, 0.5, 0.0)

#: Compiles a model, given at each of its shapes.
Compile = Callable[[Sequence[OperatorGraph]], OfflineModel]


@dataclass(frozen=True, slots=True)
class Gated:
    """A model, prepared for the precision asked for, at each of its shapes. `mode`: that asked for
    it, and `expected`: its outputs in float32, where that changes anything.
    """

    profiles: tuple[PreparedGraph, ...]
    mode: str | None = None
    expected: Sequence[np.ndarray] = field(default=())

    def precision(self, graphs: Sequence[OperatorGraph]) -> Precision | None:
        """What it came to, in the operators that were formed of `profiles`."""
        return None if self.mode is None else Precision.of(self.mode, graphs)


def gated_profiles(
    profiles: Sequence[PreparedGraph],
    request: PrecisionRequest,
    target: Target,
    warn: Callable[[str], None],
    compiled: Compile,
) -> Gated:
    """A model, given at each of its shapes, prepared for the precision asked for: weights rounded
    for what they are multiplied by in it, and contractions taken back until its outputs are right
    to `TYPICAL_ERROR` and `LARGEST_ERROR`, unless narrow numbers are wanted always. That is decided
    for the default grouping of its operators, so that it is the same for all; others round
    elsewhere, and may be off by a little more. A model in float32 keeps that precision
    (`exact_contractions`). `warn`: see `narrowing_of`.
    """
    narrowing = narrowing_of(profiles, request, target, warn)
    if narrowing is None:
        every = request.mode == EXACT
        return Gated(with_exact_contractions(profiles, target, every))
    exact = [item.default for item in profiles]
    before = compiled((observed(exact[0]), *exact[1:]))
    expected = outputs_of(before, target.threads, shown_outputs(exact[0]))
    means = mean_inputs(static_models(before)[0], exact[0], target.threads)
    narrowing = narrowing.with_means(means)
    if narrowing.wanted.always:
        return Gated(_with(profiles, narrowing), request.mode, expected)

    def part_of_limits(narrowing: ReducedPrecision) -> float:
        model = compiled([item.formed({}) for item in _with(profiles, narrowing)])
        return _part_of_limits(outputs_of(model, target.threads), expected)

    first = part_of_limits(narrowing)
    if first > 1:
        mixed = narrowing.narrowed(exact[0])
        harm = _harm(before, exact[0], mixed, expected, narrowing.facts)
        for aim in _AIMS:
            narrowing = narrowing.without(_most_harmful(harm, (aim / first) ** 2))
            if part_of_limits(narrowing) <= 1:
                break
    return Gated(_with(profiles, narrowing), request.mode, expected)


def _with(
    profiles: Sequence[PreparedGraph], narrowing: ReducedPrecision
) -> tuple[PreparedGraph, ...]:
    return tuple(replace(item, narrowing=narrowing) for item in profiles)


def _part_of_limits(found: Sequence[np.ndarray], expected: Sequence[np.ndarray]) -> float:
    """The errors of outputs in parts of what is allowed, the one that is nearest to its limit."""
    largest, typical = output_error(found, expected), typical_error(found, expected)
    return max((largest or 0.0) / LARGEST_ERROR, (typical or 0.0) / TYPICAL_ERROR)


@dataclass(frozen=True, slots=True)
class _Harm:
    """What a contraction does to the outputs: about the `variance` of their error, for a `gain` of
    so many seconds.
    """

    variance: float
    gain: float

    @property
    def rank(self) -> float:
        """High for those that are to be taken back first."""
        return self.variance / max(self.gain, 1e-9)


def _most_harmful(harm: Mapping[str, _Harm], left: float) -> frozenset[str]:
    """The names of contractions to take back so that this part of the variance is left."""
    total = sum(item.variance for item in harm.values())
    taken: set[str] = set()
    rest = total
    for name in sorted(harm, key=lambda name: -harm[name].rank):
        if rest <= left * total and left > 0:
            break
        taken.add(name)
        rest -= harm[name].variance
    return frozenset(taken)


def _harm(
    before: OfflineModel,
    exact: OperatorGraph,
    mixed: OperatorGraph,
    expected: Sequence[np.ndarray],
    facts: ReductionFacts,
) -> dict[str, _Harm]:
    """What each contraction that reads narrow numbers does, by its name, for one set of inputs.
    `before`: the compiled model in float32, of which `exact` is the graph; `expected`: its outputs.
    """
    alone = static_models(before)[0]
    nodes = {node.name: node for node in contractions(exact)}
    found = {}
    for node in filter(is_narrow, contractions(mixed)):
        changed = _with_rounded_constant(alone, exact, nodes[node.name], mixed, node)
        variance = 0.0
        if changed is not None:
            outputs = outputs_of(changed, facts.target.threads, shown_outputs(exact), sets=1)
            variance = _variance(outputs, expected[: len(outputs)])
        gain = facts.estimate(nodes[node.name].operator) - facts.estimate(node.operator)
        found[node.name] = _Harm(variance, gain)
    return found


def _with_rounded_constant(
    model: OfflineModel,
    exact: OperatorGraph,
    node: OperatorNode,
    mixed: OperatorGraph,
    narrow: OperatorNode,
) -> OfflineModel | None:
    """The model in float32 with the constant that a contraction multiplies by as `mixed` has it;
    None where it is none.
    """
    name = base_of(node.inputs[1], views_of(exact))
    rounded = mixed.constants.get(base_of(narrow.inputs[1], views_of(mixed)))
    if rounded is None or name not in model.constants:
        return None
    changed = replace(model, constant_data=model.constant_data.copy())
    changed.constants[name][...] = rounded.astype(np.float32)
    return changed


def _variance(found: Sequence[np.ndarray], expected: Sequence[np.ndarray]) -> float:
    """The sum of squared errors of the outputs, each relative to its squares."""
    total = 0.0
    for one, other in zip(found, expected, strict=True):
        if is_floating(other.dtype) and other.size and one.shape == other.shape:
            wide = other.astype(np.float64)
            with np.errstate(invalid="ignore"):
                error = np.nan_to_num(one.astype(np.float64) - wide)
            total += float((error**2).sum() / (np.nan_to_num(wide**2).sum() or 1.0))
    return total
