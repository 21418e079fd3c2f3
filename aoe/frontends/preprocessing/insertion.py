"""Puts preprocessing in front of the inputs of a model.

An input then takes the bytes of images, under its own name, with the batch size that it had.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

import onnx_ir

from aoe.errors import UsageError, counted
from aoe.frontends.inserted_nodes import InsertedNodes
from aoe.frontends.preprocessing.dynamic_checks import CheckNodes
from aoe.frontends.preprocessing.dynamic_images import DynamicNodes
from aoe.frontends.preprocessing.dynamic_settings import Place, SettingNodes
from aoe.frontends.preprocessing.image_nodes import Geometry, ImageNodes, source_shape
from aoe.frontends.preprocessing.keys import FORMATS, GRAY, SEMI_PLANAR
from aoe.frontends.preprocessing.parameter_checks import MOST_BATCH
from aoe.frontends.preprocessing.parameters import EACH, HEAD, NAME
from aoe.frontends.preprocessing.settings import DynamicImages, ImageSettings, Preprocessing
from aoe.graph.prepare.requirements import require_all

AnyImages: TypeAlias = ImageSettings | DynamicImages
#: The element types of inputs that can be made of images.
_TYPES = (onnx_ir.DataType.FLOAT, onnx_ir.DataType.FLOAT16, onnx_ir.DataType.UINT8)


def insert_preprocessing(
    model: onnx_ir.Model,
    wanted: Preprocessing,
    image_format: str,
    path: str,
    float16_inputs: Collection[str] = (),
) -> None:
    """Lets inputs of `model` take images, in place.

    Args:
        model: The model, with inputs of known height and width.
        wanted: What to do.
        image_format: `NCHW` or `NHWC`, the layout of the inputs.
        path: What messages call the model.
        float16_inputs: Inputs that are given as float16, and so cannot be images.

    Raises:
        UsageError: The settings do not fit the model.
    """
    chosen: dict[str, tuple[onnx_ir.Value, AnyImages]] = {}
    ranks = {id(value): number for number, value in enumerate(model.graph.inputs)}
    blocks: list[AnyImages] = [*wanted.images, *wanted.dynamic]
    for image in blocks:
        value = _input_of(model, image, wanted.label, path)
        name = str(value.name)
        if name in chosen:
            raise _wrong(
                wanted,
                image,
                f"{name!r} is the input of the block in line {chosen[name][1].line} too; choose "
                "another with related_input_rank",
            )
        if name in float16_inputs:
            raise _wrong(
                wanted,
                image,
                f"{name!r} takes images, but --input_fp16_nodes names it too; leave it out there",
            )
        chosen[name] = (value, image)
    for value, image in chosen.values():
        if isinstance(image, DynamicImages):
            _insert_dynamic(model, value, image, wanted, image_format, path, ranks[id(value)])
        else:
            _insert(model, value, image, wanted, image_format, path)


def _insert_dynamic(
    model: onnx_ir.Model,
    value: onnx_ir.Value,
    image: DynamicImages,
    wanted: Preprocessing,
    image_format: str,
    path: str,
    rank: int,
) -> None:
    """Lets an input take images of any size, with settings in a further input of the model."""
    last = image_format == "NHWC"
    batch, channels, height, width = _sizes(value, image, wanted, last, path)
    if not isinstance(batch, int) or channels not in (1, 3):
        raise _wrong(
            wanted,
            image,
            f"the input {value.name!r} of {path} has the shape {_text(_shape(value))}; with "
            "aipp_mode: dynamic its batch must be known, and it has 1 or 3 channels",
        )
    if batch > MOST_BATCH:
        raise _wrong(
            wanted,
            image,
            f"the input {value.name!r} of {path} takes {batch} images; with aipp_mode: dynamic "
            f"they are at most {MOST_BATCH}, because batchNum of AIPP's settings is one byte; give "
            "a smaller batch, and run several inferences",
        )
    dtype = _element_type(value, image, wanted, path)
    if value in model.graph.outputs:
        raise _wrong(
            wanted, image, f"{value.name!r} is an output of the model, too; leave it out there"
        )
    place = Place(batch, channels, height, width, image.most_bytes)
    nodes = InsertedNodes(model, f"{value.name}_aipp")
    value.type = onnx_ir.TensorType(onnx_ir.DataType.UINT8)
    value.shape = onnx_ir.Shape([image.most_bytes])
    settings = onnx_ir.Value(
        name=NAME if rank == 0 else f"{NAME}_{rank}",
        type=onnx_ir.TensorType(onnx_ir.DataType.UINT8),
        shape=onnx_ir.Shape([HEAD + EACH * batch]),
    )
    read = SettingNodes(nodes, settings, place)
    result = DynamicNodes(nodes, value, read).images(dtype, last)
    checks = CheckNodes(nodes, read).checks()
    nodes.put_before(value, result)
    model.graph.inputs.append(settings)
    messages = [f"{settings.name}: {message}" for message in checks.messages]
    require_all(model.graph, checks.met, checks.details, messages)


def _shape(value: onnx_ir.Value) -> onnx_ir.Shape:
    assert value.shape is not None, "its sizes are known"
    return value.shape


def _element_type(
    value: onnx_ir.Value, image: AnyImages, wanted: Preprocessing, path: str
) -> onnx_ir.DataType:
    dtype = value.dtype
    if dtype is None or dtype not in _TYPES:
        raise _wrong(
            wanted,
            image,
            f"the input {value.name!r} of {path} holds {dtype}; images become float32, float16 or "
            "uint8, so insert a Cast in the model",
        )
    return dtype


def _input_of(model: onnx_ir.Model, image: AnyImages, label: str, path: str) -> onnx_ir.Value:
    inputs = list(model.graph.inputs)
    listed = ", ".join(repr(str(value.name)) for value in inputs) or "none"
    if image.name:
        found = next((value for value in inputs if value.name == image.name), None)
        if found is None:
            raise UsageError(
                f"{label}: line {image.line}: related_input_name is {image.name!r}, but the inputs "
                f"of {path} are {listed}; name one of them, or count it with related_input_rank, "
                "which also fits models whose inputs have other names"
            )
        return found
    if image.rank >= len(inputs):
        raise UsageError(
            f"{label}: line {image.line}: related_input_rank is {image.rank}, but the inputs of "
            f"{path}, counted from 0, are {listed}"
        )
    return inputs[image.rank]


def _insert(
    model: onnx_ir.Model,
    value: onnx_ir.Value,
    image: ImageSettings,
    wanted: Preprocessing,
    image_format: str,
    path: str,
) -> None:
    last = image_format == "NHWC"
    batch, channels, height, width = _sizes(value, image, wanted, last, path)
    _check_channels(value, image, wanted, channels, image_format)
    place = _geometry(value, image, wanted, height, width)
    dtype = _element_type(value, image, wanted, path)
    border = 0.0 if image.padding is None else image.padding.value
    if dtype == onnx_ir.DataType.UINT8 and not (border.is_integer() and 0 <= border <= 255):
        raise _wrong(
            wanted,
            image,
            f"padding_value is {border:g}, but {value.name!r} holds uint8; give a whole number "
            "from 0 to 255",
        )
    if value in model.graph.outputs:
        raise _wrong(
            wanted, image, f"{value.name!r} is an output of the model, too; leave it out there"
        )
    nodes = InsertedNodes(model, f"{value.name}_aipp")
    lines, columns, source_channels = source_shape(image.image_format, place.lines, place.columns)
    value.type = onnx_ir.TensorType(onnx_ir.DataType.UINT8)
    value.shape = onnx_ir.Shape([batch, lines, columns, source_channels])
    result = ImageNodes(nodes, image, place, channels).made(value, dtype, last)
    nodes.put_before(value, result)


def _sizes(
    value: onnx_ir.Value, image: AnyImages, wanted: Preprocessing, last: bool, path: str
) -> tuple[int | onnx_ir.SymbolicDim, int, int, int]:
    """Batch, channels, height and width of an input."""
    shape = value.shape
    if shape is None or len(shape) != 4:
        rank = "unknown shape" if shape is None else f"shape {_text(shape)}"
        raise _wrong(
            wanted,
            image,
            f"the input {value.name!r} of {path} has the {rank}, but images have four dimensions; "
            "choose another input with related_input_rank",
        )
    batch, *sizes = shape
    fixed = [size for size in sizes if isinstance(size, int)]
    if len(fixed) < 3:
        raise _wrong(
            wanted,
            image,
            f"the input {value.name!r} of {path} has the shape {_text(shape)}; its height, width "
            "and channels must be known, so give --input_shape",
        )
    if last:
        height, width, channels = fixed
    else:
        channels, height, width = fixed
    return batch, channels, height, width


def _check_channels(
    value: onnx_ir.Value,
    image: ImageSettings,
    wanted: Preprocessing,
    channels: int,
    image_format: str,
) -> None:
    """Refuses an input whose number of channels an image does not become."""
    if image.image_format == GRAY:
        able: tuple[int, ...] = (1,)
    elif image.image_format == SEMI_PLANAR or image.colors is not None:
        able = (1, 3)
    else:
        able = (3,)
    if channels in able:
        return
    raise _wrong(
        wanted,
        image,
        f"the input {value.name!r} has {counted(channels, 'channel')}, shape "
        f"{_text(_shape(value))} as {image_format}, but {image.image_format} becomes "
        f"{' or '.join(map(str, able))}; "
        f"{_channel_advice(_shape(value), able, channels, image_format)}",
    )


def _channel_advice(
    shape: onnx_ir.Shape, able: tuple[int, ...], channels: int, image_format: str
) -> str:
    """What to do about an input that has not as many channels as images become, `able`."""
    other, place = ("NHWC", 3) if image_format == "NCHW" else ("NCHW", 1)
    if shape[place] in able:
        return f"give --input_format={other} if that is the layout of the model"
    if channels == 3:
        colored = ", ".join(name for name in FORMATS if name != GRAY)
        return f"give images with colors: write {colored} as input_format"
    if channels == 1:
        return (
            f"convert colors to gray with csc_switch and a matrix, or write {GRAY} as input_format "
            "and give gray images"
        )
    return "images become 1 or 3 channels, so choose another input with related_input_rank"


def _geometry(
    value: onnx_ir.Value, image: ImageSettings, wanted: Preprocessing, height: int, width: int
) -> Geometry:
    """Where the pixels of an input come from. Raises `UsageError` if sizes do not fit."""
    crop, padding, resizing = image.crop, image.padding, image.resizing
    if (crop or padding or resizing) and not (image.width and image.height):
        raise _wrong(
            wanted,
            image,
            "crop, resize and padding need the size of the images; give src_image_size_w and "
            "src_image_size_h",
        )
    lines, columns = image.height or height, image.width or width
    _check_source(image, wanted, lines, columns)
    taken = _taken(image, wanted, lines, columns, height, width)
    border = (0, 0)
    if padding is not None:
        border = (padding.top + padding.bottom, padding.left + padding.right)
    resized = taken
    if resizing is not None:
        resized = resizing.height or height - border[0], resizing.width or width - border[1]
        if min(*resized, *taken) < 1:
            raise _wrong(
                wanted,
                image,
                f"resizes images of {taken[0]}x{taken[1]} to nothing, because padding fills the "
                "input; correct padding or resize_output",
            )
    made_height, made_width = resized[0] + border[0], resized[1] + border[1]
    if (made_height, made_width) != (height, width):
        steps = {"padding": padding, "resize_output": resizing, "crop_size": crop}
        keys = [name for name, step in steps.items() if step]
        advice = f"correct {keys[0]}" if keys else "correct src_image_size, or set crop or resize"
        raise _wrong(
            wanted,
            image,
            f"gives images of {made_height}x{made_width} (height x width), but {value.name!r} "
            f"takes {height}x{width}; {advice}",
        )
    top, left = (crop.top, crop.left) if crop else (0, 0)
    return Geometry(lines, columns, top, left, *taken, resized)


def _check_source(image: ImageSettings, wanted: Preprocessing, lines: int, columns: int) -> None:
    if image.image_format == SEMI_PLANAR and (lines % 2 or columns % 2):
        raise _wrong(
            wanted,
            image,
            f"images of {SEMI_PLANAR} have an even height and width, not {lines}x{columns}; "
            "correct src_image_size, and crop to an odd size",
        )


def _taken(
    image: ImageSettings, wanted: Preprocessing, lines: int, columns: int, height: int, width: int
) -> tuple[int, int]:
    """Height and width of what is cut out of an image."""
    crop = image.crop
    if crop is None:
        return lines, columns
    if (image.padding or image.resizing) and not (crop.width and crop.height):
        step = "padding" if image.padding else "resize"
        raise _wrong(
            wanted, image, f"crop with {step} needs a size; give crop_size_w and crop_size_h"
        )
    taken = crop.height or height, crop.width or width
    for name, start, size, most in (
        ("h", crop.top, taken[0], lines),
        ("w", crop.left, taken[1], columns),
    ):
        if start + size > most:
            raise _wrong(
                wanted,
                image,
                f"load_start_pos_{name} {start} and the crop size {size} end at {start + size}, "
                f"but src_image_size_{name} is {most}",
            )
    return taken


def _text(shape: onnx_ir.Shape) -> str:
    return ",".join(str(size) if isinstance(size, int) else size.value or "?" for size in shape)


def _wrong(wanted: Preprocessing, image: AnyImages, fault: str) -> UsageError:
    return UsageError(f"{wanted.label}: block in line {image.line}: {fault}")
