"""`aoe tune MODEL`: the documented way to tune. AOE's form, `aoe --model=… --job_type=…`, is for
scripts, and `aoe tune` takes the rest of its options, too.
"""

from __future__ import annotations

import time

import click
import cloup

from aoe.application.checked_command import OneOf
from aoe.application.commands.arguments import ModelCommand, model_argument, table_options
from aoe.application.commands.pages import help_all_option
from aoe.application.scopes import SCOPES

#: Parameters of AOE's table that `aoe tune` has in another form, or that name no model.
OTHERWISE = (
    "model",
    "model_path",
    "job_type",
    "output",
    "budget",
    "threads",
    "input_shape",
    "singleop",
    "op_tune_mode",
    "op_tune_file",
    "op_tune_kernel_path",
)


@cloup.command(
    "tune",
    cls=ModelCommand,
    short_help="Tune a model on this machine.",
    params=[
        model_argument(),
        cloup.Option(
            ["-o", "--output"],
            metavar="PATH",
            help="Write the tuned model to PATH, with .om appended. Default: the model's name, in "
            "this directory. For a folder of models: the folder to write to.",
        ),
        cloup.Option(
            ["--budget"],
            metavar="TIME",
            help="Time for all of it: 90s, 5m, 1h. Default: 15s for a small model, else 5m.",
        ),
        cloup.Option(
            ["--scope"],
            type=OneOf(tuple(SCOPES)),
            help="What to tune: how operators are computed, how the model is cut into them, or "
            "all. Default: operators.",
        ),
        cloup.Option(
            ["--threads"], metavar="N", help="Threads of the tuned model. Default: all cores."
        ),
        cloup.Option(
            ["--input_shape"],
            metavar="SHAPES",
            help='Shapes of open inputs, "name1:1,3,224,224;name2:8".',
        ),
        *table_options(left_out=OTHERWISE),
        help_all_option(),
    ],
)
def tune(model: str, scope: str | None, **given: str | None) -> int:
    """Tunes a model on this machine and writes the tuned model, an .om.

    MODEL is a file of ONNX or another format, the folder of a SavedModel, or a folder of models.
    Ctrl-C ends the search early; the best so far is kept.

    \b
      aoe tune resnet50.onnx
      aoe tune resnet50.onnx -o fast --budget 5m --scope all
    """
    from aoe.application.accepted_options import accepted_options

    start = time.monotonic()  # the budget includes the time of the imports
    job_type = None if scope is None else SCOPES[scope]
    accepted, sentences = accepted_options({**given, "job_type": job_type})
    for sentence in sentences:
        click.echo(f"notice: {sentence}", err=True)
    from aoe.application.tune_model.command import tune_model_command

    return tune_model_command(model, accepted, start)
