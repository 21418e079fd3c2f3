"""What a model says of the settings of `--insert_op_conf` that no error tells: keys without effect,
and too little room for images without settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import onnx_ir

from aoe.frontends.preprocessing.dynamic_settings import Place
from aoe.frontends.preprocessing.settings import DynamicImages, ImageSettings, Preprocessing

#: Shapes of inputs by name.
_Shapes: TypeAlias = Mapping[str, tuple[int, ...]]


def preprocessing_notices(
    model: onnx_ir.Model,
    wanted: Preprocessing,
    image_format: str,
    profiles: Sequence[_Shapes],
) -> list[str]:
    """Sentences about settings. What does not fit the model at all is told by `insertion.py`.

    Args:
        model: The model before preprocessing is put in.
        wanted: The settings.
        image_format: `NCHW` or `NHWC`.
        profiles: The shapes of its inputs that are given.
    """
    return [*_idle(model, wanted), *without_room(model, wanted, image_format, profiles)]


def _idle(model: onnx_ir.Model, wanted: Preprocessing) -> Iterator[str]:
    """Sentences about keys without effect."""
    for image in wanted.images:
        value = _input_of(model, image)
        if image.normalizing and value is not None and value.dtype == onnx_ir.DataType.UINT8:
            yield (
                f"{wanted.label}: block in line {image.line}: {image.normalizing} has no effect on "
                f"the input {value.name!r}, which holds uint8"
            )


def without_room(
    model: onnx_ir.Model,
    wanted: Preprocessing,
    image_format: str,
    profiles: Sequence[_Shapes],
) -> Iterator[str]:
    """Sentences about inputs that have no room for images without settings. Arguments are those of
    `preprocessing_notices`.
    """
    for block in wanted.dynamic:
        value = _input_of(model, block)
        if value is None:
            continue
        places = _places(value, block, image_format, profiles)
        tight = [place for place in places if place.needs_settings]
        if tight:
            place = max(tight, key=lambda item: item.least_bytes)
            yield (
                f"{wanted.label}: block in line {block.line}: max_src_image_size is "
                f"{place.most_bytes}, but settings that are all 0, which aoe bench and tuning use, "
                f"stand for {place.described}, as large as the input {value.name!r}; give settings "
                f"with each inference, or at least {place.least_bytes}"
            )


def _input_of(model: onnx_ir.Model, image: ImageSettings | DynamicImages) -> onnx_ir.Value | None:
    inputs = list(model.graph.inputs)
    if image.name:
        return next((value for value in inputs if value.name == image.name), None)
    return inputs[image.rank] if image.rank < len(inputs) else None


def _places(
    value: onnx_ir.Value,
    image: DynamicImages,
    image_format: str,
    profiles: Sequence[_Shapes],
) -> Iterator[Place]:
    """What images become in each profile, where that is known."""
    own = () if value.shape is None else tuple(value.shape)
    for profile in profiles or [{}]:
        shape = profile.get(str(value.name), own)
        known = [size for size in shape if isinstance(size, int) and size > 0]
        if len(known) == len(shape) == 4:
            batch, first, second, last = known
            sizes = (first, second, last) if image_format == "NCHW" else (last, first, second)
            yield Place(batch, *sizes, image.most_bytes)
