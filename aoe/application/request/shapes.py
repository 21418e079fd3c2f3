"""The options `--input_shape` and `--input_format`: shapes by input name, as text or as a mapping.

`aoe.frontends.inputs.input_shapes` parses the text. -1 stands for a size that profiles set
(`dynamic_profiles.py`).
"""

from __future__ import annotations

import operator
import platform
import re
from collections.abc import Mapping, Sequence

from aoe.application.request.dynamic_profiles import Dynamic, DynamicProfiles
from aoe.application.request.host_environment import HostEnvironment
from aoe.errors import UsageError
from aoe.frontends.inputs.input_shapes import parse_input_shapes

#: Formats of inputs whose dimensions are ordered as in ONNX.
ONNX_FORMATS = ("NCHW", "NCDHW", "ND")
CHANNELS_LAST = ("NHWC", "NDHWC")


def checked_shapes(text: str, dynamic: Dynamic | None) -> dict[str, tuple[int, ...]]:
    """Shapes by input name. -1 stands for a size that profiles set and is refused without
    profiles.
    """
    if not isinstance(dynamic, DynamicProfiles) or "~" in text:
        return static_shapes(text)
    return parse_input_shapes(text)


def check_input_format(
    text: str | None,
    dynamic: Dynamic | None,
    image_format: str = "NCHW",
    images: bool = False,
) -> None:
    """Refuses a format that would change the inputs of the model.

    Args:
        text: The value of the option.
        dynamic: The shapes of a model with several.
        image_format: The layout of images in models of its kind; channels may be last if they are
            there.
        images: Whether other options ask where height and width are.

    Raises:
        UsageError: The format is refused.
    """
    image = images or (dynamic is not None and dynamic.option == "dynamic_image_size")
    if image_format == "NHWC" and text in CHANNELS_LAST:
        return
    if text is not None and text not in (*ONNX_FORMATS, *(("NHWC",) if image else ())):
        raise UsageError(
            f"--input_format={text}: inputs are taken as the model has them; use "
            f"{', '.join(ONNX_FORMATS[:-1])} or {ONNX_FORMATS[-1]}, or leave it out (NHWC only "
            "tells --dynamic_image_size, --insert_op_conf and --is_input_adjust_hw_layout where "
            "height and width are)"
        )


def platform_ending(dynamic: Dynamic | None, host: HostEnvironment | None = None) -> str:
    """The ending that AOE adds to the name of an offline model with profiles, and of one for a
    machine that options name: system and architecture.
    """
    if host is not None:
        return host.name_ending
    if dynamic is None:
        return ""
    return f"_{platform.system().lower()}_{platform.machine()}"


def static_shapes(text: str) -> dict[str, tuple[int, ...]]:
    """Shapes by input name from `"name1:1,3,224,224;name2:8"`. All sizes must be fixed."""
    if "~" in text or re.search(r"[:,]\s*-1\s*(,|;|$)", text):
        raise UsageError(
            f'--input_shape="{text}": give each dimension a number, '
            "-1 with --dynamic_batch_size, --dynamic_image_size or --dynamic_dims, or ranges with "
            "--input_shape_range"
        )
    return parse_input_shapes(text)


def shapes_by_input(
    shapes: Mapping[str, Sequence[int]] | str | None, dynamic: Dynamic | None = None
) -> dict[str, tuple[int, ...]]:
    """Shapes by input name from a mapping, or from text of `--input_shape`."""
    if shapes is None or isinstance(shapes, str):
        return {} if shapes is None else checked_shapes(shapes, dynamic)
    try:
        return {
            name: tuple(operator.index(size) for size in shape) for name, shape in shapes.items()
        }
    except (AttributeError, TypeError):
        raise UsageError(
            f"input_shape={shapes!r}: must map names of inputs to whole numbers, "
            'e.g. {"image": (1, 3, 224, 224)}'
        ) from None


def shapes_text(shapes: Mapping[str, Sequence[int]]) -> str:
    """Shapes by input name as text of `--input_shape`."""
    return ";".join(f"{name}:{','.join(map(str, shape))}" for name, shape in shapes.items())
