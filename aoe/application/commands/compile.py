"""`aoe compile MODEL`: an offline model without a search. It takes the options of AOE that say what
to compile and how, and none of the search.
"""

from __future__ import annotations

import click
import cloup

from aoe.application.commands.arguments import ModelCommand, model_argument, table_options
from aoe.application.commands.pages import help_all_option
from aoe.application.commands.tune import OTHERWISE

#: Parameters of AOE's table that say how to search, or where.
OF_SEARCH = (
    "reload",
    "progress_bar",
    "ip",
    "port",
    "log",
    "tune_ops_file",
    "tune_optimization_level",
    "fdeeper_opat",
    "fnonhomo_split",
    "fop_format",
    "seed",
    "trial_log",
)


@cloup.command(
    "compile",
    cls=ModelCommand,
    short_help="Compile a model without a search.",
    params=[
        model_argument(),
        cloup.Option(
            ["-o", "--output"],
            metavar="PATH",
            help="Write the compiled model to PATH, with .om appended. Default: the model's name, "
            "in this directory.",
        ),
        cloup.Option(
            ["--threads"], metavar="N", help="Threads of an inference. Default: all cores."
        ),
        cloup.Option(
            ["--input_shape"],
            metavar="SHAPES",
            help='Shapes of open inputs, "name1:1,3,224,224;name2:8". Without them, the compiled '
            "model takes any shape.",
        ),
        *table_options(left_out=(*OTHERWISE, *OF_SEARCH)),
        help_all_option(),
    ],
)
def compile_model(model: str, **given: str | None) -> int:
    """Compiles a model with the policies that the repository knows and default ones, and writes it.

    Nothing is searched or measured, so it takes seconds.

    \b
      aoe compile resnet50.onnx
    """
    from aoe.application.accepted_options import accepted_options

    accepted, sentences = accepted_options(given)
    for sentence in sentences:
        click.echo(f"notice: {sentence}", err=True)
    from aoe.application.compile_model import compile_command

    return compile_command(model, accepted)
