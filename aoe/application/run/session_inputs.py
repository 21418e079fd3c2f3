"""The inputs of a session for `aoe run` and `aoe bench`, at one of the model's shapes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from aoe.application.model.inputs import load_arrays, profile_inputs
from aoe.application.model.overrides import compiled_in
from aoe.application.model.session import InferenceSession
from aoe.application.onnx_runtime.metadata import default_inputs_of
from aoe.application.request.shapes import static_shapes
from aoe.backends.session import NodeArg
from aoe.element_types import TYPE_NAMES
from aoe.errors import UsageError
from aoe.runtime.plan import TensorInfo

#: The shape in examples for an input whose number of dimensions is not known.
_IMAGE = (1, 3, 224, 224)


def given_inputs(
    session: InferenceSession, files: Mapping[str, Path], profile: int, shapes: str | None
) -> tuple[dict[str, np.ndarray], tuple[TensorInfo, ...]]:
    """What files hold, by input name, and the inputs that none does.

    Args:
        session: The session.
        files: The files, by input name, for default inputs too.
        profile: The number of the profile to use, of a model that has several.
        shapes: The text of `--input_shape`, for inputs with open dimensions that no file is for; of
            no use where the session has fixed shapes.

    Raises:
        UsageError: A file does not fit its input, or the shape of an input is not known.
    """
    defaults = tuple(_described(item) for item in session.get_overridable_initializers())
    manifest = session.manifest
    if constant := [name for name in default_inputs_of(manifest) if name in files and not defaults]:
        raise compiled_in(constant, manifest.name)
    if not session.is_open:
        wanted = profile_inputs(session.model, profile)
        given = load_arrays(files, (*wanted, *defaults))
        return given, _without(wanted, given)
    if profile != 1:
        raise UsageError(f"--profile={profile}: the model has open shapes; use --input_shape")
    declared = tuple(_described(item) for item in session.get_inputs())
    rankless = _rankless(session)
    given = load_arrays(files, (*declared, *defaults), rankless)
    wanted_shapes = static_shapes(shapes) if shapes else {}
    absent = wanted_shapes.keys() - {item.name for item in declared}
    if absent:
        raise UsageError(
            f"--input_shape names {', '.join(map(repr, sorted(absent)))}; the model's inputs: "
            f"{', '.join(item.name for item in declared)}"
        )
    return given, _shaped(_without(declared, given), wanted_shapes, rankless)


def _without(wanted: Sequence[TensorInfo], given: Mapping[str, object]) -> tuple[TensorInfo, ...]:
    return tuple(item for item in wanted if item.name not in given)


def _described(item: NodeArg) -> TensorInfo:
    own = {theirs: ours for ours, theirs in TYPE_NAMES.items()}
    name = item.type.removeprefix("tensor(").removesuffix(")")
    if name == "string":
        return TensorInfo(item.name, "int64", item.fixed_shape, is_text=True)
    return TensorInfo(item.name, own.get(name, name), item.fixed_shape)


def _rankless(session: InferenceSession) -> frozenset[str]:
    """The names of the inputs whose number of dimensions is not known."""
    return frozenset(item.name for item in session.get_inputs() if not item.has_rank)


def _shaped(
    missing: Sequence[TensorInfo],
    shapes: Mapping[str, tuple[int, ...]],
    rankless: Collection[str],
) -> tuple[TensorInfo, ...]:
    """The inputs at the shapes given for them. Raises `UsageError` where one stays open."""
    shaped = tuple(replace(item, shape=shapes.get(item.name, item.shape)) for item in missing)
    unknown = [
        item
        for item in shaped
        if -1 in item.shape or (item.name in rankless and item.name not in shapes)
    ]
    if unknown:
        example = _example(unknown, rankless)
        raise UsageError(
            f"the shape of {', '.join(item.name for item in unknown)} is open; give a file for "
            f'each input, or --input_shape="{example}"'
        )
    return shaped


def example_shapes(session: InferenceSession, asked: Mapping[str, Sequence[int]]) -> str | None:
    """A text for `--input_shape`; `None` if shapes are fixed, empty if only values decide them.

    Args:
        session: The model.
        asked: Shapes that the user named, by input. Other open dimensions are 1, and an input of
            unknown rank is taken as an image.
    """
    if not session.is_open:
        return None
    rankless = _rankless(session)
    known = {name: tuple(max(size, 1) for size in shape) for name, shape in asked.items()}
    declared = [
        replace(item, shape=known.get(item.name, item.shape))
        for item in map(_described, session.get_inputs())
        if -1 in item.shape or item.name in rankless
    ]
    return _example(declared, rankless - asked.keys())


def _example(inputs: Sequence[TensorInfo], rankless: Collection[str]) -> str:
    shapes = {item.name: _IMAGE if item.name in rankless else item.shape for item in inputs}
    return ";".join(
        f"{name}:{','.join(str(1 if size < 0 else size) for size in shape)}"
        for name, shape in shapes.items()
    )
