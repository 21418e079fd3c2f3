"""Compression of a model: which layer gets which form of weights, and the check of its accuracy.

1. The model runs as it is, on the data of the user or on synthetic inputs (`observed_layers.py`).
2. A layer has the form that the user gives it, or the fastest of those that are faster than
   float32 when it is measured alone (`layer_times.py`).
3. The compressed model runs on the same data. If its outputs are not within the limits, the most
   harmful layers (`layer_harm.py`) get their next form or go back to float32, as few as suffice.

Another device may run the model in 1 and 3, as forms describe weights exactly, whoever reads them.
Where nothing can be measured on the device, layers get the smallest form instead.

Structured sparsity only changes the order of sums, so it needs no check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aoe.application.display.times import measured_text
from aoe.application.model.compression.calibration import static_form
from aoe.application.model.compression.layer_choice import LayerChoice, by_size
from aoe.application.model.compression.layer_harm import relative_variance
from aoe.application.model.compression.layer_times import Clock, LayerTimes, in_bfloat16
from aoe.application.model.compression.observed_layers import (
    Judge,
    Observed,
    Prepare,
    observe,
    unchanged,
)
from aoe.application.model.compression.report import Compression
from aoe.application.model.compression.unmet import (
    MOST_NAMES,
    refused_by_all,
    require_a_layer,
    unmatched,
)
from aoe.application.model.precision.precision import output_error, typical_error
from aoe.application.model.precision.precision_gate import LARGEST_ERROR, TYPICAL_ERROR
from aoe.application.model.request.compression_request import SPARSITY, CompressionRequest
from aoe.application.model.request.quantization_config import LayerConfig
from aoe.backends.registry import backend_of
from aoe.errors import UsageError, counted, first_of
from aoe.graph.compression.forms import Form
from aoe.graph.compression.layers import Layer
from aoe.graph.compression.rewrite import revision
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.mixed_precision import (
    MixedPrecision,
    contractions,
    names_of,
    reads_reduced,
)
from aoe.target import Target

#: The least speed-up of a layer for which its weights are compressed.
_LEAST_GAIN = 1.03
#: Forms that measurements choose from. float8, which no card has run, has to be asked for by name.
_CHOICE = (Form("int4"), Form("int8"), Form("bfloat16"), Form("float24"))
#: What becomes of a layer for which 24 bits are asked for, and that cannot store them.
_IN_24_BITS = "is read in 24 bits where that is faster, as by default"
#: Why a layer stays float32 where the budget ends early.
_NOT_MEASURED = "the budget left no time to measure it"
_NOT_CHECKED = "the budget left no time to find out which layers keep the model accurate"
#: Why a layer that is to be quantised has no range.
_NOT_FINITE = "its inputs are not finite for the calibration data"
_BFLOAT16 = "bfloat16"


#: A prepared model, and its largest and typical error; None where nothing is rounded.
Tried: TypeAlias = tuple[tuple[PreparedGraph, ...], tuple[float | None, float | None]]


@dataclass(frozen=True, slots=True)
class Compressed:
    """A compressed model.

    Attributes:
        profiles: The prepared model at each of its shapes.
        report: What was done to it.
    """

    profiles: tuple[PreparedGraph, ...]
    report: Compression


def compressed(
    prepare: Prepare,
    request: CompressionRequest,
    target: Target,
    judge: Judge,
    clock: Clock | None,
    warn: Callable[[str], None],
    late: Callable[[], bool] = lambda: False,
) -> Compressed:
    """Compresses a model as far as that is wanted, faster where measurements choose, and accurate.

    Args:
        prepare: Prepares the model.
        request: What is wanted.
        target: The device.
        judge: Runs the model to see how accurate it is.
        clock: Measures models on the device. None if nothing can be measured there: layers then
            have the smallest form.
        warn: Is called with a sentence for everything that cannot be had.
        late: Whether no time is left. Layers that are not measured then stay float32, and those
            whose accuracy is not known go back to it.

    Raises:
        UsageError: A layer cannot have the form that it is given, or data do not fit the model.
    """
    return _Compression(prepare, request, target, judge, clock, warn, late).made()


class _Compression:
    """The compression of one model; see `compressed`."""

    def __init__(
        self,
        prepare: Prepare,
        request: CompressionRequest,
        target: Target,
        judge: Judge,
        clock: Clock | None,
        warn: Callable[[str], None],
        late: Callable[[], bool],
    ) -> None:
        self.prepare, self.request, self.target = prepare, request, target
        self.judge, self.clock = judge, clock
        self.warn, self.late = warn, late

    def made(self) -> Compressed:
        """The compressed model."""
        observed = observe(self.prepare, self.request, self.judge)
        choices = self.choices(observed)
        profiles, errors = self.within_limits(choices, observed)
        self.note_unnarrowed(choices, profiles)
        times = self.times(choices, profiles)
        detailed = self.request.calibration is None or self.request.calibration.detailed
        report = Compression(
            tuple(choice.reported for choice in choices),
            *errors,
            self.limit,
            "the calibration data" if self.request.calibration else "synthetic inputs",
            detailed,
            times,
            None if self.clock is not None else self.target.soc_version,
        )
        return Compressed(profiles, report)

    def times(
        self, choices: Sequence[LayerChoice], profiles: Sequence[PreparedGraph]
    ) -> tuple[float, float] | None:
        """Milliseconds of the model as it is and compressed, under default policies; None if it is
        the same. Warns if it became slower.
        """
        changed = any(choice.form is not None for choice in choices)
        if not changed or self.clock is None or self.late():
            return None
        exact = self.prepare(unchanged, first_only=True)
        models = [self.clock.compiled([item[0].formed({})]) for item in (exact, profiles)]
        before, after = (1e3 * seconds for seconds in self.clock.in_turns(models, 0))
        if after > before:
            self.warn(
                f"--{next(iter(self.request.options))}: the compressed model is slower: "
                f"{measured_text(before, None)} before, {measured_text(after, None)} after"
            )
        return before, after

    def note_unnarrowed(
        self, choices: Sequence[LayerChoice], profiles: Sequence[PreparedGraph]
    ) -> None:
        """Notes which layers do not read bfloat16 though they may, because copies of what they read
        would cost too much.
        """
        reduced = {
            name
            for item in profiles
            for node in contractions(item.formed({}))
            if reads_reduced(node, _BFLOAT16)
            for name in names_of(node)
        }
        for choice in choices:
            form = choice.form
            if form is not None and form.kind == _BFLOAT16 and choice.layer.name not in reduced:
                choice.forms, choice.reason = [], "in this model bfloat16 gains too little"

    @property
    def limit(self) -> float:
        """The limit of the root mean square error of an output."""
        weights, calibration = self.request.weights, self.request.calibration
        given = [
            item.limit
            for item in (weights, calibration)
            if item is not None and item.limit is not None
        ]
        return min(given, default=TYPICAL_ERROR)

    def choices(self, observed: Observed) -> list[LayerChoice]:
        """The forms of each layer that is to be compressed."""
        require_a_layer(self.request, observed.layers)
        for text in unmatched(self.request, observed.layers):
            self.warn(text)
        found = []
        total = sum(layer.bytes for layer in observed.layers)
        cold = total > backend_of(self.target).cost.cold_bytes(self.target) * 2 // 3
        clock = self.clock
        times = None if clock is None else LayerTimes(self.target, clock, observed.version, cold)
        dense = []
        for layer in observed.layers:
            choice = self.choice(layer, observed, times)
            if choice is not None:
                found.append(choice)
            if self.request.sparsity and not layer.two_of_four:
                dense.append(layer.origin.name)
        outcome = [(choice.layer, choice.form, choice.reason) for choice in found]
        for text in refused_by_all(self.request, outcome):
            self.warn(text)
        if dense:
            self.warn(
                f"--{SPARSITY}=1: groups of four weights with more than two that are not zero keep "
                f"{len(dense)} of {counted(len(observed.layers), 'layer')} dense: "
                f"{first_of(dense, MOST_NAMES)}"
            )
        return found

    def choice(
        self, layer: Layer, observed: Observed, times: LayerTimes | None
    ) -> LayerChoice | None:
        """The forms of a layer; None if nothing is wanted of it."""
        wanted = None if self.request.weights is None else self.request.weights.wanted(layer)
        given = None if wanted is None else wanted[0]
        if given is not None:
            return self.given(layer, given)
        forms: list[Form] = list(_CHOICE) if wanted is not None else []
        if forms and layer.rows > 1 and layer.is_matmul:
            forms.append(layer.in_blocks(Form("int8")))
        sparse = self.request.sparsity and layer.two_of_four
        if sparse:
            forms.append(Form("sparse"))
        config = self.calibration_of(layer)
        if config is not None:
            calibrated = static_form(observed.samples[layer.input].values, config)
            if calibrated is not None:
                forms.append(calibrated)
        if not forms:
            return None if config is None else LayerChoice(layer, [], _NOT_FINITE)
        able = [layer.form(form) for form in forms if not layer.refusal(form, self.target)]
        if not able:
            return LayerChoice(layer, [], layer.refusal(forms[-1], self.target) or "")
        if times is None:
            return LayerChoice(layer, by_size(layer, able))
        if self.late():
            return LayerChoice(layer, [], _NOT_MEASURED)
        faster = times.fastest(layer, able, _LEAST_GAIN)
        reason = "" if faster else f"{_texts(able)} measured no faster"
        return LayerChoice(layer, faster, reason)

    def given(self, layer: Layer, form: Form) -> LayerChoice:
        """A layer with the form that the user gives it. For all layers, it is for those that can
        have it.
        """
        weights = self.request.weights
        assert weights is not None
        reason = layer.refusal(form, self.target)
        if reason is None:
            return LayerChoice(layer, [layer.form(form)])
        if form.kind == "float24":
            return LayerChoice(layer, [], f"{reason}; it {_IN_24_BITS}")
        if weights.names(layer) or not weights.can_be_had(form, self.target):
            raise UsageError(
                f"{weights.label}: {layer.origin.name} {reason}; give it another form or none"
            )
        return LayerChoice(layer, [], reason)

    def calibration_of(self, layer: Layer) -> LayerConfig | None:
        """How a layer is quantised with data of the user; None if it is not to be."""
        calibration = self.request.calibration
        return None if calibration is None or layer.groups > 1 else calibration.config(layer)

    def within_limits(self, choices: Sequence[LayerChoice], observed: Observed) -> Tried:
        """The model with forms that keep it accurate, and its largest and typical error. As many
        layers keep their form as a bisection finds, those with the least harm.
        """
        profiles, errors = self.tried(choices, observed)
        if self.part_of_limits(errors) <= 1:
            return profiles, errors
        lossy = [choice for choice in choices if choice.lossy]
        for choice in lossy:
            self.judge_alone(choice, observed)
        lossy.sort(key=lambda choice: choice.harm)
        first_forms = [choice.forms for choice in lossy]

        def keep(count: int) -> None:
            """Keeps the forms of the layers with the least harm; the others take their next."""
            for number, (choice, forms) in enumerate(zip(lossy, first_forms, strict=True)):
                choice.forms, choice.reason = forms, ""
                if number >= count:
                    choice.demote()

        best: tuple[int, Tried] | None = None
        low, high = 0, len(lossy) - 1
        while low <= high and not self.late():
            middle = (low + high + 1) // 2
            keep(middle)
            tried = self.tried(choices, observed)
            if self.part_of_limits(tried[1]) <= 1:
                best, low = (middle, tried), middle + 1
            else:
                high = middle - 1
        if best is not None:
            keep(best[0])
            return best[1]
        for choice in lossy:
            while choice.lossy:
                self.judge_alone(choice, observed)
                choice.demote()
            if self.late():
                choice.reason = _NOT_CHECKED
        return self.tried(choices, observed)

    def judge_alone(self, choice: LayerChoice, observed: Observed) -> None:
        """Notes what the form in use does to the layer's results."""
        assert choice.form is not None
        x = observed.first[choice.layer.input]
        choice.harm = relative_variance(choice.layer, choice.form, x)

    def part_of_limits(self, errors: tuple[float | None, float | None]) -> float:
        """The errors in parts of what is allowed, the one that is nearest to its limit."""
        largest, typical = errors
        scale = self.limit / TYPICAL_ERROR
        return max(
            (largest or 0.0) / (LARGEST_ERROR * scale), (typical or 0.0) / (TYPICAL_ERROR * scale)
        )

    def tried(self, choices: Sequence[LayerChoice], observed: Observed) -> Tried:
        """The model with the forms in use, and its largest and typical error."""
        forms = {c.layer.name: c.form for c in choices if c.form is not None}
        profiles = self.prepare(revision(forms, self.target))
        reduced = {name for name, form in forms.items() if form.kind == _BFLOAT16}
        if reduced:
            profiles = tuple(self.with_reduced_layers(item, reduced) for item in profiles)
        if not any(choice.lossy for choice in choices):
            return profiles, (None, None)
        model = self.judge.compiled([item.formed({}) for item in profiles])
        outputs = observed.outputs(model, self.judge)
        errors = output_error(outputs, observed.expected), typical_error(outputs, observed.expected)
        return profiles, errors

    def with_reduced_layers(self, prepared: PreparedGraph, names: set[str]) -> PreparedGraph:
        """A prepared model in which these layers read bfloat16."""
        others = (names_of(node) for node in contractions(prepared.default))
        kept = frozenset(name for found in others if not found & names for name in found)
        return in_bfloat16(prepared, MixedPrecision(kept_names=kept, alone=True), self.target)


def _texts(forms: Sequence[Form]) -> str:
    return " and ".join(form.text for form in forms)
