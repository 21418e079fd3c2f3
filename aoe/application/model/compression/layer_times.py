"""Measures a single layer in each form of its weights, to choose the fastest.

Each form is compiled as a model of its own, under default policies. Equal layers are measured once.
In a model whose weights exceed the cache, each run finds the weights in memory, so the cache is
cleared before each run here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace

import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.backends.registry import backend_of
from aoe.backends.session import InferenceSession
from aoe.graph.compression.forms import Form
from aoe.graph.compression.layers import Layer, model_of
from aoe.graph.compression.rewrite import revision
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.precision.mixed_precision import MixedPrecision
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.precision.reduction_facts import ReductionFacts
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.target import Target

#: Runs of a model. The lower quartile counts: other programs can only make a run longer.
_RUNS, _COUNTING = 12, 0.25

#: Compiles a model at each of its shapes, under default policies.
Compile = Callable[[Sequence[OperatorGraph]], OfflineModel]


#: The seconds of one inference of each model, measured in turns; with how many bytes are written
#: before each run, so that a cache holds nothing else.
InTurns = Callable[[Sequence[OfflineModel], int], list[float]]


@dataclass(frozen=True, slots=True)
class Clock:
    """How models are measured on a device.

    Attributes:
        compiled: Compiles a model for the device.
        in_turns: Measures models there.
    """

    compiled: Compile
    in_turns: InTurns


def clock_here(compiled: Compile, target: Target) -> Clock:
    """The clock of a device of this machine."""
    return Clock(compiled, lambda models, cleared: in_turns(models, target.threads, cleared))


@dataclass
class LayerTimes:
    """Times of layers.

    Attributes:
        target: The device.
        clock: Measures models on it.
        version: The operator set of the model.
        cold: Whether weights come from memory.
        known: Seconds by layer and form.
    """

    target: Target
    clock: Clock
    version: int
    cold: bool
    known: dict[tuple[object, ...], float] = field(default_factory=dict)

    def fastest(self, layer: Layer, forms: Sequence[Form], least_gain: float) -> list[Form]:
        """The forms in which a layer is that much faster than in float32, the fastest first."""
        before = self.seconds(layer, None)
        times = [(self.seconds(layer, form), number) for number, form in enumerate(forms)]
        return [forms[number] for time, number in sorted(times) if time * least_gain < before]

    def seconds(self, layer: Layer, form: Form | None) -> float:
        """The time of a layer in a form; None is float32."""
        assert layer.node is not None
        what = None if form is None else (form.kind, form.block)
        attributes = repr(sorted(layer.node.attributes.items(), key=lambda item: item[0]))
        key = (layer.type, layer.shape, layer.weights.shape, attributes, what)
        if key not in self.known:
            self.known[key] = self._measured(layer, form)
        return self.known[key]

    def _measured(self, layer: Layer, form: Form | None) -> float:
        revise = None if form is None else revision({layer.name: form}, self.target)
        prepared = prepared_graph(
            model_of(layer, self.version), "layer", self.target, revise=revise
        )
        if form is not None and form.kind == "bfloat16":
            prepared = in_bfloat16(prepared, MixedPrecision(alone=True), self.target)
        model = self.clock.compiled([prepared.formed({})])
        room = backend_of(self.target).cost.cold_bytes(self.target) if self.cold else 0
        return self.clock.in_turns([model], room)[0]


def in_turns(models: Sequence[OfflineModel], threads: int, cleared: int = 0) -> list[float]:
    """The seconds of one inference of each model, measured in turns on synthetic inputs.

    Args:
        models: The models, at their first shapes.
        threads: Threads to run them with.
        cleared: Bytes that are written before each run, so that a cache holds nothing else.
    """
    other = np.zeros(cleared // 8)
    times: list[list[float]] = [[] for _ in models]
    with ExitStack() as stack:
        sessions = [
            stack.enter_context(closing(InferenceSession(static_models(item)[0], threads)))
            for item in models
        ]
        feeds = [synthetic_arrays(static_models(item)[0].plan.inputs, 0) for item in models]
        for session, feed in zip(sessions, feeds, strict=True):
            session.run(None, feed)
        for _ in range(_RUNS):
            for session, feed, found in zip(sessions, feeds, times, strict=True):
                other += 1.0
                found += session.time_runs(feed, 1)
    return [float(np.quantile(found, _COUNTING)) for found in times]


def in_bfloat16(prepared: PreparedGraph, wanted: MixedPrecision, target: Target) -> PreparedGraph:
    """A prepared model whose contractions read bfloat16 as far as that is wanted."""
    exact = ReducedPrecision(wanted, ReductionFacts(target))
    return replace(prepared, reduced_precision=exact.of_type("bfloat16"))
