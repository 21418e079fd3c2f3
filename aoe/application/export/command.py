"""`aoe export`: the options. `exporting.py` carries it out and is imported when it runs, so that
`aoe --help` starts quickly.
"""

from __future__ import annotations

import click

from aoe.application.checked_command import CheckedCommand, OneOf

#: What a model can be exported as.
TARGETS = ("shared_library", "offline_model")


@click.command("export", cls=CheckedCommand, short_help="Make a library for C of a model.")
@click.argument("model", metavar="MODEL.om")
@click.argument("header", metavar="[HEADER.h]", required=False)
@click.option(
    "--target",
    "form",
    type=OneOf(TARGETS),
    default=TARGETS[0],
    help="What to make: a library for C programs, which is the default, or an offline model.",
)
@click.option("-o", "--output", metavar="FILE", required=True, help="The file to write.")
@click.option(
    "--host_env_cpu",
    "cpu",
    metavar="CPU",
    help="Compile again for this CPU: aarch64, x86_64, or a name such as x86-64-v3.",
)
@click.option(
    "--threads", type=int, metavar="N", help="With --host_env_cpu, threads to compile for."
)
@click.option("--linker", metavar="PROGRAM", help="The linker, or a C compiler that links.")
def export(
    model: str,
    header: str | None,
    form: str,
    output: str,
    cpu: str | None,
    threads: int | None,
    linker: str | None,
) -> int:
    """Makes a shared library of an offline model, and a header.

    C programs link the library; they need neither Python nor open-aoe. The names in the header
    begin with the name of its file. By default it lies beside the library, libmodel.so with
    model.h.

    \b
    aoe export model.om -o libmodel.so model.h
    """
    from aoe.application.export.exporting import export_command

    return export_command(model, header, form, output, cpu, threads, linker)
