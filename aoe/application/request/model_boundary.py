"""The options that change inputs and outputs of a model; `aoe.frontends.boundary` applies them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from aoe.application.request.dynamic_profiles import Dynamic
from aoe.application.request.shape_ranges import ShapeRanges
from aoe.errors import UsageError
from aoe.frontends.boundary import Boundary, boundary
from aoe.frontends.hardware_layout import INPUT, OUTPUT, parse_switches
from aoe.frontends.out_nodes import parse_names
from aoe.frontends.preprocessing.settings import Preprocessing, read_preprocessing

#: Options that need fixed heights and widths.
IMAGE_OPTIONS = ("insert_op_conf", INPUT, OUTPUT)
_LAYOUTS = ("NCHW", "NHWC")


def model_boundary(
    given: Mapping[str, str | None],
    dynamic: Dynamic | None,
    image_format: str,
    working_directory: Path,
) -> Boundary:
    """The boundary that options ask for.

    Args:
        given: Values of the options, by parameter.
        dynamic: The shapes of a model with several.
        image_format: Layout of images in models of its kind, where `--input_format` does not say.
        working_directory: What relative paths start from.

    Raises:
        UsageError: A value cannot be used, or two options exclude each other.
    """
    preprocessing = read_preprocessing(given.get("insert_op_conf"), working_directory)
    _check_shapes(preprocessing, dynamic)
    chosen = given.get("input_format")
    made = boundary(
        parse_names("out_nodes", given.get("out_nodes")),
        given.get("output_type"),
        parse_names("input_fp16_nodes", given.get("input_fp16_nodes")),
        parse_switches(INPUT, given.get(INPUT)),
        parse_switches(OUTPUT, given.get(OUTPUT)),
        preprocessing,
        chosen if chosen in _LAYOUTS else image_format,
    )
    if isinstance(dynamic, ShapeRanges) and made.holds_images:
        option = next(name for name in IMAGE_OPTIONS if given.get(name) is not None)
        raise UsageError(
            f"--{option} needs images of fixed sizes, but --input_shape_range leaves shapes open; "
            "give --input_shape, with --dynamic_batch_size or --dynamic_image_size for several"
        )
    return made


def boundary_options(wanted: Boundary) -> dict[str, object]:
    """The options, by parameter, that ask for a boundary."""
    return {
        "out_nodes": ";".join(wanted.out_nodes) or None,
        "output_type": wanted.output_type_text,
        "input_fp16_nodes": ";".join(wanted.input_fp16_nodes) or None,
        "insert_op_conf": wanted.preprocessing.file,
        INPUT: switches_text(wanted.input_hw_layouts),
        OUTPUT: switches_text(wanted.output_hw_layouts),
    }


def switches_text(switches: str | Sequence[bool] | None) -> str | None:
    """Switches as text of an option, `"true,false"`; None for none."""
    if isinstance(switches, str):
        return switches
    if not switches:
        return None
    return ",".join("true" if switch else "false" for switch in switches)


def _check_shapes(preprocessing: Preprocessing, dynamic: Dynamic | None) -> None:
    """Refuses images of fixed size for a model that takes several sizes."""
    if dynamic is None or dynamic.option != "dynamic_image_size":
        return
    if preprocessing.dynamic:
        line = preprocessing.dynamic[0].line
        raise UsageError(
            f"{preprocessing.label}: block in line {line}: with aipp_mode: dynamic, "
            "inputs have one size for all images, which does not tell the sizes of "
            "--dynamic_image_size apart; leave one of them out"
        )
    for image in preprocessing.images:
        if image.crop or image.padding or image.width or image.height:
            raise UsageError(
                f"{preprocessing.label}: block in line {image.line}: with --dynamic_image_size the "
                "size of images varies; set crop and padding to false and leave src_image_size_w "
                "and src_image_size_h out"
            )
