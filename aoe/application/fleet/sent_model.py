"""Models on their way to workers: read here, and compiled there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from aoe.application.model.open_shapes.left_open import left_open
from aoe.application.model.open_shapes.open_file import is_open
from aoe.application.model.source import ReadModel, Source, read_model
from aoe.application.request.dynamic_profiles import OPEN, Dynamic, dynamic_profiles
from aoe.application.request.shape_ranges import ShapeRanges
from aoe.application.request.shapes import check_input_format, checked_shapes
from aoe.errors import UsageError
from aoe.frontends.model_folder import found_origin
from aoe.frontends.stored_model import restored_model, stored_model
from aoe.graph.model_copy import copied_model
from aoe.settings import Settings

Shapes = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class SentModel:
    """A model that was read.

    Attributes:
        source: Where it comes from.
        data: The model without its large constants (`aoe.frontends.stored_model`).
        weights: Its large constants.
        profiles: Shapes of its inputs that it is tuned for.
        stays_open: Whether it is to take other shapes, too.
    """

    source: Source
    data: bytes
    weights: Mapping[str, np.ndarray]
    profiles: tuple[Shapes, ...]
    stays_open: bool = False

    def read(self) -> ReadModel:
        """The model, to be changed. Raises `OfflineModelError` if it is not sound."""
        name = self.source.name
        return ReadModel(self.source, restored_model(self.data, self.weights, name), name)


@dataclass(frozen=True, slots=True)
class ShapeOptions:
    """The shapes that options give to the inputs of models, by their names.

    Attributes:
        shapes: Sizes of inputs; -1 stands for one that profiles set.
        dynamic: Profiles or ranges; `None` for one shape.
    """

    shapes: Shapes
    dynamic: Dynamic | None

    @staticmethod
    def of(given: Mapping[str, str | None]) -> ShapeOptions:
        """Those of the options of `aoe fleet tune`, by name. Raises `UsageError`."""
        dynamic = dynamic_profiles(given)
        check_input_format(given.get("input_format"), dynamic)
        text = given.get("input_shape")
        return ShapeOptions({} if text is None else checked_shapes(text, dynamic), dynamic)

    def of_model(self, names: frozenset[str]) -> ShapeOptions:
        """Those that a model with inputs of these names has."""
        shapes = {name: shape for name, shape in self.shapes.items() if name in names}
        dynamic = self.dynamic
        if isinstance(dynamic, ShapeRanges):
            return ShapeOptions(shapes, dynamic.without(dynamic.ranges.keys() - names))
        opened = any(OPEN in shape for shape in shapes.values())
        return ShapeOptions(shapes, dynamic if opened else None)

    @property
    def profiles(self) -> tuple[Shapes, ...]:
        """The shapes to tune for. Raises `UsageError` if a -1 is not where the profiles need it."""
        return (self.shapes,) if self.dynamic is None else self.dynamic.profiles(self.shapes)

    @property
    def names(self) -> frozenset[str]:
        """The inputs that options name."""
        ranges = self.dynamic.ranges if isinstance(self.dynamic, ShapeRanges) else {}
        return frozenset({*self.shapes, *ranges})


def sent_models(
    paths: Sequence[str], options: ShapeOptions, settings: Settings
) -> tuple[SentModel, ...]:
    """Reads models for the workers.

    Raises:
        UsageError: There is no such file, no model has an input that options name, or the options
            leave shapes open that need not be.
        ModelError: A model cannot be read.
    """
    read = [(path, _read(path, options, settings)) for path in paths]
    known = {name for _, model in read for name in _inputs(model)}
    missing = sorted(options.names - known)
    if missing:
        raise UsageError(
            f"no model has an input {missing[0]!r}, which options give a shape; there are "
            f"{', '.join(map(repr, sorted(known)))}"
        )
    return tuple(_sent(path, model, options.of_model(_inputs(model))) for path, model in read)


def _read(path: str, options: ShapeOptions, settings: Settings) -> ReadModel:
    file = settings.working_directory / path
    if not file.exists():
        raise UsageError(f"{path}: there is no such file")
    return read_model(found_origin(Path(file)), shapes=options.profiles[0])


def _inputs(read: ReadModel) -> frozenset[str]:
    return frozenset(str(value.name) for value in read.model.graph.inputs)


def _sent(path: str, read: ReadModel, own: ShapeOptions) -> SentModel:
    """A model that fits the shapes to tune it for, with the options that are about it."""
    profiles, dynamic = own.profiles, own.dynamic
    if isinstance(dynamic, ShapeRanges):
        read = left_open(read, dynamic.ranges, profiles[0])
    if read.read_at is not None and len(profiles) > 1:
        raise UsageError(
            f"{path} is of a format whose models are read for given shapes; tune it for one shape, "
            "or on one machine by aoe tune"
        )
    if is_open(replace(read, model=copied_model(read.model)), profiles[0]):
        raise UsageError(
            f"{path} has open shapes; give them by --input_shape, or as ranges by "
            "--input_shape_range"
        )
    data, weights = stored_model(read.model)
    return SentModel(read.source, data, weights, profiles, isinstance(dynamic, ShapeRanges))
