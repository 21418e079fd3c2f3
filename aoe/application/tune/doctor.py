"""`aoe doctor`: shows what tuning finds on this machine, and what to do about each problem."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from aoe import __version__
from aoe.application.model.machine import machine_to_tune, speed_folder
from aoe.application.tune.device_lock import device_holder, lock_path
from aoe.application.tune.preconditions import Condition, preconditions
from aoe.application.tune.workspace import workspace_of
from aoe.backends.compile_cache import cache_folder, folder_bytes, unsafe_folder
from aoe.backends.registry import (
    DEFAULT,
    backend_named,
    backend_names,
    backend_of,
    default_backend,
)
from aoe.errors import AoeError, UsageError, counted
from aoe.repository.bank_file import read_bank
from aoe.repository.location import (
    bank_paths,
    builtin_directory,
    custom_directory,
    custom_graph_directory,
)
from aoe.settings import Settings, read_settings, unusable_location
from aoe.target import Target

PACKAGES = ("numpy", "onnx", "onnx-ir", "onnxscript", "llvmlite")
_OTHER_BANK = "set TUNE_BANK_PATH to a folder you can write"


def doctor_command(as_json: bool) -> int:
    """Carries out `aoe doctor`. Returns the exit status: 1 if a tuning run would be refused."""
    conditions = [*machine()]
    possible = True
    try:
        settings = read_settings()
    except AoeError as error:
        conditions.append(Condition("environment", "cannot be used", str(error)))
        possible = False
    else:
        conditions += examined(settings)
        named = settings.tune_bank_path or settings.cache_path
        possible = named is None or unusable_location(named) is None
    if as_json:
        click.echo(json.dumps([asdict(item) for item in conditions], indent=1))
        return 0 if possible else 1
    for item in conditions:
        mark = "warning" if item.remedy else "ok"
        click.echo(f"{mark:8}{item.name}: {item.found}{item.remedy and f'; {item.remedy}'}")
    return 0 if possible else 1


def machine() -> Iterator[Condition]:
    """Versions and hardware."""
    installed = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    backend = default_backend()
    yield Condition("version", f"open-aoe {__version__}, code generator {backend.version}")
    yield Condition("backends", ", ".join(backend_names()))
    yield Condition("python", f"{platform.python_version()}, {installed}")
    target = backend.machine.target()
    for name, value in backend.machine.fingerprint(target).items():
        yield Condition(name.replace("_", " "), value or "none")
    yield Condition("device model", target.soc_version)


def other_devices(settings: Settings) -> Iterator[Condition]:
    """The devices of the backends that `--device` names, with their speed."""
    for name in backend_names():
        try:
            count = backend_named(name).machine.count()
        except UsageError as error:
            yield Condition(f"device {name}", f"none: {error}")
            continue
        for number in range(count):
            yield from _other_device(name, number, settings)


def _other_device(name: str, number: int, settings: Settings) -> Iterator[Condition]:
    try:
        target = backend_named(f"{name}:{number}").machine.target()
        if target.backend == DEFAULT:
            return
        described = backend_of(target).machine.fingerprint(target)
        shown = f"device {target.device}"
        yield Condition(shown, f"{described['device']}, {target.soc_version}")
        for fact, found in speed_of(target, settings).items():
            yield Condition(f"{shown}, {fact}", found)
    except UsageError as error:
        yield Condition(f"device {name}", f"none: {error}")


def speed_of(target: Target, settings: Settings) -> Mapping[str, str]:
    """The speed of a device, measured now or before."""
    machine = backend_of(target).machine
    known = machine.measured(target, speed_folder(settings), renew=False)
    return dict(machine.speed_report(known))


def examined(settings: Settings) -> Iterator[Condition]:
    """Conditions that depend on settings."""
    target = machine_to_tune(None, settings)
    soc_version = target.soc_version
    yield from speed(target)
    yield from other_devices(settings)
    yield from preconditions(settings, soc_version)
    for field in fields(Settings):
        value = getattr(settings, field.name)
        told = str(value) if field.repr else "set"  # a report of a fault must not tell secrets
        yield Condition(f"setting {field.name}", "unset" if value is None else told)
    yield _repository(settings, soc_version)
    yield from _written_folders(settings, soc_version)
    builtin = builtin_directory(soc_version, settings.builtin_path)
    yield Condition("built-in repository", _entries(builtin))
    yield _cache(settings, soc_version)
    yield _lock(settings)


def speed(target: Target) -> Iterator[Condition]:
    """The speed of the machine, measured now or before."""
    for name, found in backend_of(target).machine.speed_report(target).items():
        yield Condition(name, found)


def _repository(settings: Settings, soc_version: str) -> Condition:
    folder = custom_directory(settings, soc_version)
    reason = unusable_location(folder)
    remedy = "" if reason is None else f"{reason}: {_OTHER_BANK}"
    return Condition("repository", f"{_entries(folder)} ({folder})", remedy)


def _written_folders(settings: Settings, soc_version: str) -> Iterator[Condition]:
    """The other folders that a job writes into; it is refused where it cannot."""
    elsewhere = "run aoe in a directory that this user can write"
    if settings.tuning_directory != settings.working_directory:
        elsewhere = "set WORK_PATH in aoe.ini to a folder you can write"
    results = elsewhere if settings.work_path is None else "set ASCEND_WORK_PATH to such a folder"
    for name, folder, remedy in (
        ("graph repository", custom_graph_directory(settings, soc_version), _OTHER_BANK),
        ("workspace", workspace_of(settings), elsewhere),
        ("result files", settings.result_directory, results),
    ):
        reason = unusable_location(folder)
        yield Condition(name, str(folder), "" if reason is None else f"{reason}: {remedy}")


def _entries(folder: Path) -> str:
    paths = bank_paths(folder)
    return counted(sum(len(read_bank(path).entries) for path in paths), "entry", "entries")


def _cache(settings: Settings, soc_version: str) -> Condition:
    folder = cache_folder(settings, soc_version)
    found = f"{folder_bytes(folder) / 1e6:.1f} of {settings.cache_megabytes} MB ({folder})"
    reason = unsafe_folder(folder) if os.path.exists(folder) else unusable_location(folder)
    remedy = "" if reason is None else f"{reason}: choose another with --op_compiler_cache_dir"
    return Condition("compile cache", found, remedy)


def _lock(settings: Settings) -> Condition:
    path = lock_path(settings.device_id, settings.lock_path)
    try:
        holder = device_holder(path)
    except AoeError as error:
        return Condition("device lock", "cannot be used", str(error))
    if holder is None:
        return Condition("device lock", f"free ({path})")
    return Condition("device lock", f"held by {holder}", "wait until that tuning run has ended")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"
