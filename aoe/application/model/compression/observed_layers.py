"""A model as it is, run on the data that its compressed form is checked with.

The inputs of its layers are further outputs, so that the ranges of values are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import onnx_ir

from aoe.application.model.compression.calibration import Samples, read_batches
from aoe.application.model.compression.layer_times import Compile
from aoe.application.model.inputs import synthetic_arrays
from aoe.application.model.request.compression_request import CompressionRequest
from aoe.application.model.request.quantization_config import OPTION
from aoe.backends.session import InferenceSession
from aoe.errors import UsageError
from aoe.graph.compression.layers import Layer, layers_of
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.prepare.prepare import Revise
from aoe.graph.prepare.requirements import requirements_of
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.target import Target

#: Seeds of the synthetic inputs.
_SEEDS = (0, 1, 2)
#: Most inferences of the user's data that the accuracy is checked with.
_MOST_CHECKS = 8


class Prepare(Protocol):
    """Reads and prepares the model again."""

    def __call__(self, revise: Revise, first_only: bool = False) -> tuple[PreparedGraph, ...]:
        """The model at each of its shapes, or at the first."""


@dataclass(frozen=True, slots=True)
class Judge:
    """What runs a model to see how accurate it is.

    Attributes:
        target: The device that runs it.
        compiled: Compiles a model for that device, under default policies.
    """

    target: Target
    compiled: Compile


@dataclass
class Observed:
    """A model as it is, run on the data that it is checked with.

    Attributes:
        layers: The layers of the first shape.
        version: The operator set.
        feeds: Inputs to check the accuracy with, and the number of the profile that takes them.
        expected: The outputs for these.
        samples: Values of each input of a layer, by its name.
        first: Those of the first inference, whole.
    """

    layers: list[Layer] = field(default_factory=list)
    version: int = 0
    feeds: list[tuple[int, dict[str, np.ndarray]]] = field(default_factory=list)
    expected: list[np.ndarray] = field(default_factory=list)
    samples: dict[str, Samples] = field(default_factory=dict)
    first: dict[str, np.ndarray] = field(default_factory=dict)

    def outputs(self, model: OfflineModel, judge: Judge) -> list[np.ndarray]:
        """The outputs of a model for the same inputs."""
        found: list[np.ndarray] = []
        for number, item in enumerate(static_models(model)):
            with closing(InferenceSession(item, judge.target.threads)) as session:
                for profile, feed in self.feeds:
                    if profile == number:
                        found += session.run(None, feed)
        return found

    def see(self, values: Mapping[str, np.ndarray]) -> None:
        """Notes the values of an inference."""
        for name, value in values.items():
            self.first.setdefault(name, value)
            self.samples.setdefault(name, Samples()).add(value)


def observe(prepare: Prepare, request: CompressionRequest, judge: Judge) -> Observed:
    """Runs a model as it is, with the inputs of its layers as further outputs.

    Raises:
        UsageError: Sizes of its outputs depend on data, or data of the user do not fit it.
    """
    found, positions = Observed(), dict[str, int]()

    def revise(model: onnx_ir.Model) -> bool:
        found.layers += layers_of(model)
        found.version = model.opset_imports[""]
        outputs = model.graph.outputs
        place = len(outputs) - _hidden(model.graph)  # Sessions take what is hidden as the last.
        for layer in found.layers:
            assert layer.node is not None
            value = layer.node.inputs[0]
            assert value is not None
            if layer.input not in positions and not value.is_graph_input():
                positions[layer.input] = place
                outputs.insert(place, value)
                place += 1
        return False

    (first,) = prepare(revise, first_only=True)
    if first.default.data_dependent_sizes:
        raise UsageError(
            f"--{next(iter(request.options))}: the sizes of the model's outputs depend on data; "
            "leave it out for this model"
        )
    others = prepare(unchanged)[1:]
    model = judge.compiled([first.formed({}), *(item.formed({}) for item in others)])
    shown = len(first.default.shown) - len(positions)
    names = {layer.input for layer in found.layers}
    for number, item in enumerate(static_models(model)):
        feeds = _feeds(request, item, number)
        checked = range(0, len(feeds), -(-len(feeds) // _MOST_CHECKS))
        with closing(InferenceSession(item, judge.target.threads)) as session:
            for place, feed in enumerate(feeds):
                outputs = session.run(None, feed)
                if place in checked:
                    found.feeds.append((number, feed))
                    found.expected += outputs[:shown]
                if number == 0:
                    values = {name: outputs[positions[name]] for name in names & positions.keys()}
                    found.see(values | {name: feed[name] for name in names - positions.keys()})
    return found


def _hidden(graph: onnx_ir.Graph) -> int:
    """How many outputs are there for requirements, which users do not see."""
    met = requirements_of(graph)
    return len({item.output for item in met} | {item.details for item in met if item.details})


def _feeds(
    request: CompressionRequest, model: OfflineModel, number: int
) -> list[dict[str, np.ndarray]]:
    """Inputs of a profile: the data of the user for the first one, else synthetic ones."""
    if request.calibration is None or number:
        return [synthetic_arrays(model.plan.inputs, seed) for seed in _SEEDS]
    assert request.optimize is not None
    label = f"--{OPTION}={request.optimize.file}"
    return read_batches(request.calibration, model.plan.inputs, label)


def unchanged(model: onnx_ir.Model) -> bool:
    """A revision that changes nothing."""
    return False
