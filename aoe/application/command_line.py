"""The command `aoe`. `aoe tune MODEL` tunes a model, and so does AOE's form,
`aoe --model=… --job_type=2 …`; `aoe run` and `aoe bench` use the result.

The options of AOE come from the table in `aoe.application.options`. How a command ends is in
`aoe.application.exit_status`.
"""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator, Sequence

import click
import cloup

from aoe import __version__
from aoe.application.accepted_options import accepted_options
from aoe.application.bank.command import bank
from aoe.application.commands.arguments import EngineNames, ModelPath, table_option
from aoe.application.commands.compile import compile_model
from aoe.application.commands.completion import completion
from aoe.application.commands.misuse import (
    command_meant,
    reached,
    refuse_short_forms,
    refuse_swallowed_options,
)
from aoe.application.commands.pages import WIDTH, AoeCommand, AoeGroup, help_all_option
from aoe.application.commands.tune import tune
from aoe.application.exit_status import DONE, MISUSE, run_guarded
from aoe.application.export.command import export
from aoe.application.fleet.command import fleet
from aoe.application.options import OPTIONS, SECTIONS
from aoe.application.signing.commands import sign, verify
from aoe.errors import UsageError
from aoe.near_names import hint

WITHOUT_EFFECT = tuple(f"--{option.name}" for option in OPTIONS if option.support != "works")
#: The end of the page that `aoe` alone prints.
MORE = "aoe COMMAND --help tells more of a command, and aoe --help lists the options of AOE."


class Root(AoeGroup):
    """The command with the options of AOE's table, and its subcommands."""

    command_class = AoeCommand

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuses what click would accept and AOE does not, then parses."""
        command = reached(self, ctx, args)
        refuse_short_forms(command, args)
        refuse_swallowed_options(command, args)
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        repeated = [item for number, item in enumerate(order) if item in order[:number]]
        if repeated:
            raise UsageError(f"{repeated[0].opts[0]} is given twice; give it once")
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuses a first argument that is not a subcommand. It may be a misspelt one, or a
        model.
        """
        if self.get_command(ctx, args[0]) is None:
            word = shlex.quote(args[0])
            if any(value is not None for value in ctx.params.values()):
                raise UsageError(f"{word} is neither an option nor the value of one; leave it out")
            raise UsageError(f"there is no command {word}; {command_meant(self, ctx, args[0])}")
        return super().resolve_command(ctx, args)

    def short_page(self, context: click.Context) -> str:
        """What `aoe` alone prints: its commands, without options."""
        formatter = context.make_formatter()
        self.format_usage(context, formatter)
        self.format_help_text(context, formatter)
        self.format_commands(context, formatter)
        formatter.write(f"\n{MORE}\n")
        return formatter.getvalue().rstrip("\n")


#: The sections of commands on the page that `aoe` alone prints; any other is below them.
MAKE = cloup.Section("Make a model faster")
USE = cloup.Section("Use and examine models")
HERE = cloup.Section("This machine and its repository")


def _root_options() -> Iterator[click.Option]:
    """AOE's options, in their sections; those without effect are rare."""
    for title, options in SECTIONS.items():
        group = cloup.OptionGroup(title)
        for option in options:
            yield table_option(option, group, rare=option.support != "works")
    yield help_all_option()


@cloup.group(
    "aoe",
    cls=Root,
    sections=(MAKE, USE, HERE),
    params=list(_root_options()),
    invoke_without_command=True,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": WIDTH,
    },
    epilog=f"Accepted for scripts, without effect here: {', '.join(WITHOUT_EFFECT)}; --help-all "
    "explains them.\n\nEnvironment: ASCEND_DEVICE_ID, TUNE_BANK_PATH, ASCEND_CACHE_PATH, "
    "ASCEND_WORK_PATH, TE_PARALLEL_COMPILER, REPEAT_TUNE, ASCEND_SLOG_PRINT_TO_STDOUT.",
)
@click.version_option(__version__, prog_name="open-aoe", message="%(prog)s %(version)s")
@click.pass_context
def aoe(context: click.Context, /, **given: str | None) -> int:
    """Makes a model faster on this machine: tunes its operators by compiling and measuring.

    \b
      aoe tune resnet50.onnx
      aoe bench resnet50.om --compare onnxruntime

    Scripts written for AOE give options instead of a command: aoe --model=… --job_type=2 …
    """
    if context.invoked_subcommand is not None:
        wrong = [name for name, value in given.items() if value is not None]
        if wrong:
            raise UsageError(
                f"--{wrong[0]} does not belong to aoe {context.invoked_subcommand}; leave it out"
            )
        return DONE
    if all(value is None for value in given.values()):
        command = context.command
        assert isinstance(command, Root)
        click.echo(command.short_page(context), err=True)
        return MISUSE
    given, sentences = accepted_options(given)
    for sentence in sentences:
        click.echo(f"notice: {sentence}", err=True)
    start = time.monotonic()  # the budget includes the time of the import
    from aoe.application.tune.command import tune_command

    return tune_command(given, start)


_SHAPES = click.option(
    "--input_shape", metavar="SHAPES", help='Shapes of open inputs, "name1:1,3,224,224".'
)


@aoe.command("help", hidden=True)
@click.argument("commands", nargs=-1)
@click.pass_context
def help_command(context: click.Context, commands: Sequence[str]) -> int:
    """Shows what --help shows, of aoe or of a command."""
    shown = context.find_root()
    for name in commands:
        group = shown.command
        command = group.get_command(shown, name) if isinstance(group, click.Group) else None
        if command is None:
            known = group.list_commands(shown) if isinstance(group, click.Group) else []
            meant = hint(name, known, f"see {shown.command_path} --help")
            raise UsageError(f"{shown.command_path} has no command {name}; {meant}")
        shown = command.context_class(command, info_name=name, parent=shown)
    click.echo(shown.get_help())
    return DONE


@aoe.command("run", section=USE, short_help="Run a model once.")
@click.argument("model", metavar="MODEL", type=ModelPath())
@click.option("--input", "inputs", multiple=True, metavar="NAME=FILE.npy", help="An input's value.")
@click.option("--random", is_flag=True, help="Use random values for inputs that are not given.")
@click.option("--seed", default=0, help="Seed of random inputs. Default: 0.")
@click.option("--output", metavar="DIR", help="Write each output to DIR/<name>.npy.")
@click.option("--threads", type=int, help="Threads to use. Default: all cores.")
@click.option("--profile", default=1, metavar="N", help="Number of the profile to use. Default: 1.")
@click.option(
    "--no_machine_code",
    is_flag=True,
    help="Ignore the machine code in an .om, and compile its graph again.",
)
@_SHAPES
def run(
    model: str,
    inputs: Sequence[str],
    random: bool,
    seed: int,
    output: str | None,
    threads: int | None,
    profile: int,
    no_machine_code: bool,
    input_shape: str | None,
) -> int:
    """Runs a model once and describes its outputs. The model is an .om, or a source model such as
    an .onnx, which is compiled first with the policies that the repository knows. Weights of Caffe
    lie beside the network, under its name.
    """
    from aoe.application.run.command import run_command

    return run_command(
        model, inputs, random, seed, output, threads, profile, input_shape, not no_machine_code
    )


@aoe.command("bench", section=USE, short_help="Measure a model, beside other engines.")
@click.argument("model", metavar="MODEL", type=ModelPath())
@click.option("--threads", type=int, help="Threads to use. Default: all cores.")
@click.option(
    "--compare",
    type=EngineNames(),
    default=(),
    metavar="ENGINES",
    help="Also measure the source model in other engines: onnxruntime,openvino,torch.",
)
@click.option("--input", "inputs", multiple=True, metavar="NAME=FILE.npy", help="An input's value.")
@click.option("--seconds", default=5.0, help="How long to measure. Default: 5.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--profile", default=1, metavar="N", help="Number of the profile to use. Default: 1.")
@_SHAPES
def bench(
    model: str,
    threads: int | None,
    compare: tuple[str, ...],
    inputs: Sequence[str],
    seconds: float,
    as_json: bool,
    profile: int,
    input_shape: str | None,
) -> int:
    """Measures a model, on random inputs where none are given. The model is an .om, or a source
    model such as an .onnx, which is compiled first with the policies that the repository knows.
    """
    from aoe.application.run.bench_command import bench_command

    return bench_command(model, threads, compare, inputs, seconds, as_json, profile, input_shape)


@aoe.command("explain", section=USE, short_help="Explain the most expensive operators.")
@click.argument("subject", metavar="MODEL|KEY", type=ModelPath())
@click.option("--threads", type=int, help="Threads to use. Default: all cores.")
@click.option("--subgraphs", is_flag=True, help="Explain subgraphs instead of operators.")
@click.option("--top", default=5, metavar="N", help="How many. Default: 5.")
@_SHAPES
@click.option("--trial_log", metavar="FILE", help="Trial log to read. Default: those of all jobs.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def explain(
    subject: str,
    threads: int | None,
    subgraphs: bool,
    top: int,
    input_shape: str | None,
    trial_log: str | None,
    as_json: bool,
) -> int:
    """Explains the most expensive operators of a model (an .om or a source model), or an operator
    of the repository.

    For each operator: its policy and the origin of it, the measured share of the model's time, how
    close it is to its roofline, and the candidates that lost.
    """
    from aoe.application.explain.command import explain_command

    return explain_command(subject, threads, top, input_shape, trial_log, as_json, subgraphs)


@aoe.command("report", section=USE, short_help="Write a page about a model or a job.")
@click.argument("subject", metavar="[MODEL|JOB|RESULT]", required=False)
@click.option("-o", "--output", metavar="FILE", help="The page. Default: NAME_report.html.")
@click.option("--against", metavar="MODEL|PAGE", help="Show what differs from this one.")
@click.option("--threads", type=int, help="Threads to use. Default: all cores.")
@_SHAPES
@click.option("--serve", is_flag=True, help="Show the page on this machine until Ctrl-C.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port of --serve. Default: a free one.")
def report(
    subject: str | None,
    output: str | None,
    against: str | None,
    threads: int | None,
    input_shape: str | None,
    serve: bool,
    port: int | None,
) -> int:
    """Writes a page about a model (an .om or a source model), a tuning job or a result file of
    gradients. Without any, about the latest job.

    The page is one HTML file that needs no network: the graph with the time and the policy of each
    operator, the timeline of an inference, its memory, what tuning tried and gained, and where all
    that comes from. --serve watches a running job.
    """
    from aoe.application.report.command import report_command, serve_command

    if serve:
        return serve_command(subject, output, against, threads, input_shape, port)
    if port is not None:
        raise UsageError("--port belongs to --serve; add that, or leave --port out")
    return report_command(subject, output, against, threads, input_shape)


@aoe.command("clean", section=HERE, short_help="Remove old jobs from aoe_workspace.")
@click.option("--keep", default=0, metavar="N", help="Keep the latest N jobs. Default: 0.")
@click.option("--results", is_flag=True, help="Remove offline models in the workspace, too.")
def clean(keep: int, results: bool) -> int:
    """Removes old jobs from aoe_workspace, without running jobs and offline models."""
    from aoe.application.tune.clean import clean_command

    return clean_command(keep, results)


@aoe.command("doctor", section=HERE, short_help="Check whether this machine is fit for tuning.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
def doctor(as_json: bool) -> int:
    """Checks whether this machine is ready for tuning, and suggests remedies."""
    from aoe.application.tune.doctor import doctor_command

    return doctor_command(as_json)


@aoe.command("simulate-gradients", short_help="Simulate gradients on another cluster.")
@click.argument("profile", required=False, metavar="[KEY|FILE]")
@click.option("--workers", required=True, type=int, help="How many workers, in a ring.")
@click.option(
    "--link",
    required=True,
    metavar="RATE,LATENCY",
    help="Of each worker's connection each way, and of a message: 10gbit,50us.",
)
@click.option(
    "--updates",
    metavar="TIME",
    help="A step of the optimizer, 5ms: also simulate updates behind segments.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate_gradients(
    profile: str | None, workers: int, link: str, updates: str | None, as_json: bool
) -> int:
    """Simulates how plans of gradients would do on another cluster.

    The profile was measured here by a training with AOE_MODE=4. It is given by its key in the
    repository or by a file; by default it is the only one. Nothing is measured on that cluster.
    """
    from aoe.application.simulate_gradients import simulate_gradients_command

    return simulate_gradients_command(profile, workers, link, updates, as_json)


@aoe.command("device-server", short_help="Let another machine measure on this one.")
@click.option(
    "--ip", default="127.0.0.1", metavar="ADDRESS", help="Where to listen. Default: 127.0.0.1."
)
@click.option(
    "--port",
    default=8000,
    type=click.IntRange(6000, 10000),
    help="Port, 6000 to 10000. Default: 8000.",
)
@click.option("--certificate", metavar="FILE", help="Certificate for TLS, PEM.")
@click.option("--key", metavar="FILE", help="Key of the certificate, PEM.")
@click.option(
    "--disable_sec_cert",
    is_flag=True,
    help="Allow connections from other machines without TLS.",
)
def device_server(
    ip: str, port: int, certificate: str | None, key: str | None, disable_sec_cert: bool
) -> int:
    """Lets aoe --ip on another machine measure on this machine's CPU. Both sides have
    AOE_DEVICE_TOKEN in their environment; without it, the server makes a token and prints it.
    """
    from aoe.application.serve.command import device_server_command

    return device_server_command(ip, port, certificate, key, disable_sec_cert)


aoe.add_command(tune, section=MAKE)
aoe.add_command(compile_model, section=MAKE)
aoe.add_command(fleet, section=MAKE)
aoe.add_command(export, section=USE)
aoe.add_command(sign, section=USE)
aoe.add_command(verify, section=USE)
aoe.add_command(bank, section=HERE)
aoe.add_command(completion, section=HERE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    writes = given[:1] in (["tune"], ["compile"]) or "".join(given[:1]).startswith("-")
    before = " before a model was written" if writes else ""
    return run_guarded(aoe, given, f"interrupted{before}")
