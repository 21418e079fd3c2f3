"""The accuracy gate of mixed precision: contractions go back to float32 until the outputs of the
whole model are within limits.

The root mean square of the error decides. The largest error of a set of inputs is one value and
partly chance, so its limit is wide. The error of a single layer (`aoe.graph.precision.layer_error`)
says little about its effect on the layers behind it. So the model runs on synthetic inputs. If its
outputs are too far off, it runs in float32 with the constant of one contraction rounded at a time.
The squares of these errors add up about as variances do. The contractions with the most error for
their gain go back first.

Float16 has three bits more than bfloat16, and no number beyond 65504. Where a device's reduced type
is float16 and the outputs are not finite in it, the model gets bfloat16 instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

import numpy as np

from aoe.application.model.precision.contraction_precision import (
    Judgement,
    with_contraction_precision,
)
from aoe.application.model.precision.observed_inputs import mean_inputs, observed, shown_outputs
from aoe.application.model.precision.precision import (
    CUSTOMIZED,
    PERMITTED_ERROR,
    Precision,
    output_error,
    outputs_of,
    reduced_precision_of,
    typical_error,
)
from aoe.application.model.request.precision_request import STRICT_FLOAT32, PrecisionRequest
from aoe.element_types import is_floating
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.mixed_precision import contractions, reads_reduced
from aoe.graph.precision.own_operands import base_of, views_of
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.precision.reduction_facts import ReductionFacts
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.target import Target

#: Limit of the root mean square error of an output, relative to the root mean square of float32.
TYPICAL_ERROR = 0.04
#: Limit of the largest error of an output, relative to its largest value in float32.
LARGEST_ERROR = PERMITTED_ERROR
#: Goals of successive attempts, as shares of the limits; 0 takes back all contractions.
_AIMS = (0.9, 0.7, 0.5, 0.0)

#: Compiles a model at each of its shapes.
Compile = Callable[[Sequence[OperatorGraph]], OfflineModel]


@dataclass(frozen=True, slots=True)
class Gated:
    """A model in the precision asked for.

    Attributes:
        profiles: The prepared model at each of its shapes.
        mode: The mode that changed it; `None` if nothing changed.
        types: The reduced types, if it changed.
        expected: Its outputs in float32, or in the types of the model, if it changed.
        notices: Sentences about what was decided otherwise than asked for.
    """

    profiles: tuple[PreparedGraph, ...]
    mode: str | None = None
    types: tuple[str, ...] = ()
    expected: Sequence[np.ndarray] = field(default=())
    notices: tuple[str, ...] = ()

    def precision(self, graphs: Sequence[OperatorGraph]) -> Precision | None:
        """What mixed precision made of the operators that were formed of `profiles`."""
        return None if self.mode is None else Precision.of(self.mode, self.types, graphs)


def gated_profiles(
    profiles: Sequence[PreparedGraph],
    request: PrecisionRequest,
    target: Target,
    warn: Callable[[str], None],
    compiled: Compile,
    judgement: Judgement | None = None,
    reference: Sequence[PreparedGraph] = (),
    threads: int | None = None,
) -> Gated:
    """Prepares a model for the precision asked for. Rounds weights with regard to what they are
    multiplied by, and takes contractions back until `TYPICAL_ERROR` and `LARGEST_ERROR` hold,
    unless the mode is unconditional.

    The default grouping of operators decides, so that the result is the same for all groupings.
    Other groupings round elsewhere and may be slightly further off. A float32 model keeps its
    precision (`contraction_precision.py`).

    Args:
        profiles: The prepared model at each of its shapes.
        request: The precision asked for.
        target: The device.
        warn: See `reduced_precision_of`.
        compiled: Compiles the model under default policies, for a machine that runs it.
        judgement: See `with_contraction_precision`.
        reference: The model before operators got types of their own, at each of its shapes; empty
            if none got fewer bits.
        threads: Threads to run the model with; by default those of the device.
    """
    threads = target.threads if threads is None else threads
    reduced_precision = reduced_precision_of(profiles, request, target, warn)
    before_types: Sequence[np.ndarray] = ()
    if reference:
        plain = compiled([item.default for item in reference])
        before_types = outputs_of(plain, threads)
    types = request.customized.reduced if reference else ()
    if reduced_precision is None:
        every = request.mode == STRICT_FLOAT32
        kept = with_contraction_precision(profiles, target, every, judgement)
        return Gated(kept, CUSTOMIZED if reference else None, types, before_types)
    exact = [item.default for item in profiles]
    before = compiled((observed(exact[0]), *exact[1:]))
    expected = outputs_of(before, threads, shown_outputs(exact[0]))
    means = mean_inputs(static_models(before)[0], exact[0], threads)
    reduced_precision = reduced_precision.with_means(means)

    def part_of_limits(reduced_precision: ReducedPrecision) -> float:
        model = compiled([item.formed({}) for item in _with(profiles, reduced_precision)])
        return _part_of_limits(outputs_of(model, threads), expected)

    given = reduced_precision.facts.reduced_type
    reduced_precision, first = _in_fitting_type(reduced_precision, part_of_limits)
    used = reduced_precision.facts.reduced_type
    notices = () if used == given else (_other_type(request, given, used),)
    types = tuple(sorted({*types, used}))
    if first > 1:
        mixed = reduced_precision.applied_to(exact[0])
        harm = _harm(before, exact[0], mixed, expected, reduced_precision.facts, threads)
        for aim in _AIMS:
            reduced_precision = reduced_precision.without(_most_harmful(harm, (aim / first) ** 2))
            if part_of_limits(reduced_precision) <= 1:
                break
    made = _with(profiles, reduced_precision)
    return Gated(made, request.mode, types, before_types or expected, notices)


def _other_type(request: PrecisionRequest, given: str, used: str) -> str:
    return (
        f"--precision_mode={request.mode}: outputs are infinite or NaN in {given} and finite in "
        f"float32; {used} is used instead"
    )


def _in_fitting_type(
    reduced_precision: ReducedPrecision, part_of_limits: Callable[[ReducedPrecision], float]
) -> tuple[ReducedPrecision, float]:
    """The precision in bfloat16 instead of float16 where the outputs are not finite in that, unless
    the user asks for float16, and its error in parts of the limits; 0 if it has none.
    """
    always = reduced_precision.wanted.always
    given = reduced_precision.wanted.reduced_type is not None
    may_overflow = not given and reduced_precision.facts.reduced_type == "float16"
    if always and not may_overflow:
        return reduced_precision, 0.0
    part = part_of_limits(reduced_precision)
    if part == inf and may_overflow:
        reduced_precision = reduced_precision.of_type("bfloat16")
        part = 0.0 if always else part_of_limits(reduced_precision)
    return reduced_precision, 0.0 if always else part


def _with(
    profiles: Sequence[PreparedGraph], reduced_precision: ReducedPrecision
) -> tuple[PreparedGraph, ...]:
    return tuple(replace(item, reduced_precision=reduced_precision) for item in profiles)


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
    threads: int,
) -> dict[str, _Harm]:
    """What each contraction that reads reduced numbers does, by its name, for one set of inputs.
    `before`: the compiled model in float32, of which `exact` is the graph; `expected`: its outputs.
    """
    alone = static_models(before)[0]
    nodes = {node.name: node for node in contractions(exact)}
    found = {}
    for node in contractions(mixed):
        if not reads_reduced(node, facts.reduced_type):
            continue
        changed = _with_rounded_constant(alone, exact, nodes[node.name], mixed, node)
        variance = 0.0
        if changed is not None:
            outputs = outputs_of(changed, threads, shown_outputs(exact), sets=1)
            variance = _variance(outputs, expected[: len(outputs)])
        gain = facts.estimate(nodes[node.name].operator) - facts.estimate(node.operator)
        found[node.name] = _Harm(variance, gain)
    return found


def _with_rounded_constant(
    model: OfflineModel,
    exact: OperatorGraph,
    node: OperatorNode,
    mixed: OperatorGraph,
    reduced: OperatorNode,
) -> OfflineModel | None:
    """The model in float32 with the constant that a contraction multiplies by as `mixed` has it;
    None where it is none.
    """
    name = base_of(node.inputs[1], views_of(exact))
    rounded = mixed.constants.get(base_of(reduced.inputs[1], views_of(mixed)))
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
