"""Carries out `aoe export`."""

from __future__ import annotations

from pathlib import Path

import click

from aoe.application.model.machine import this_machine
from aoe.application.model.program import recompiled_for
from aoe.application.request.host_environment import host_environment
from aoe.atomic_file import check_keeps
from aoe.backends.registry import DEFAULT, backend_of, target_from_json
from aoe.errors import UsageError
from aoe.frontends.registry import source_suffixes
from aoe.runtime.offline_model import (
    OfflineModel,
    offline_model_of,
    read_members,
    write_offline_model,
)
from aoe.runtime.open_model import OPEN_MEMBER
from aoe.settings import Settings, read_settings, unusable_location


def export_command(
    path: str,
    header: str | None,
    form: str,
    output: str,
    cpu: str | None,
    threads: int | None,
    linker: str | None,
) -> int:
    """Carries out `aoe export`. Returns the exit status."""
    settings = read_settings()
    working_directory = settings.working_directory
    written = working_directory / output
    described = _beside(written) if header is None else working_directory / header
    _check_output(written)
    if form == "offline_model":
        for option, value in (("HEADER", header), ("--linker", linker)):
            if value is not None:
                raise UsageError(f"{option} {value} is for a library; leave it out")
    else:
        _check_output(described)
        check_keeps(described, working_directory / path, written)
    check_keeps(written, working_directory / path)
    if threads is not None and cpu is None:
        raise UsageError(
            f"--threads={threads} is what a model is compiled for by --host_env_cpu; give both. "
            "Whoever opens a library chooses its threads"
        )
    model = _for_cpu(_read(working_directory / path), cpu, threads, settings)
    if form == "offline_model":
        write_offline_model(written, model)
        click.echo(f"{output}: for {model.manifest.target.soc_version}")
        return 0
    backend_of(model.manifest.target).write_library(model, written, described, linker)
    click.echo(f"{output}: for {model.manifest.target.model}")
    click.echo(
        str(
            described.relative_to(working_directory)
            if described.is_relative_to(working_directory)
            else described
        )
    )
    return 0


def _read(path: Path) -> OfflineModel:
    """The offline model in a file. Raises `UsageError` for one that cannot be exported."""
    if path.suffix.lower() in source_suffixes():
        raise UsageError(
            f"{path.name} is a source model, and offline models (.om) are exported; tune or "
            "compile it first"
        )
    manifest, members = read_members(path)
    if OPEN_MEMBER in members:
        raise UsageError(
            f"{path.name} has open shapes, for which it is compiled when they come; compile it "
            "for fixed shapes by --input_shape, or for several by --dynamic_batch_size, "
            "--dynamic_image_size or --dynamic_dims"
        )
    return offline_model_of(path, manifest, members, target_from_json)


def _for_cpu(
    model: OfflineModel, cpu: str | None, threads: int | None, settings: Settings
) -> OfflineModel:
    """The model compiled for a CPU: as it is if none is named."""
    if cpu is None:
        return model
    found = host_environment({"host_env_cpu": cpu}, DEFAULT, threads)
    assert found is not None, "a CPU is named"
    if model.graph is None:
        raise UsageError(
            f"{model.manifest.name} holds no graph to compile for --host_env_cpu={cpu}; make it "
            "again from its source model"
        )
    target = this_machine(found.threads, settings) if found.is_here else found.target
    return recompiled_for(model, target, settings)


def _beside(library: Path) -> Path:
    """Where the header of a library lies by default."""
    return library.with_name(f"{library.stem.removeprefix('lib') or library.stem}.h")


def _check_output(path: Path) -> None:
    reason = f"{path} is a folder" if path.is_dir() else unusable_location(path.parent)
    if reason is None and not path.parent.is_dir():
        reason = f"there is no folder {path.parent}"
    if reason is not None:
        raise UsageError(f"cannot write {path}: {reason}; name another file")
