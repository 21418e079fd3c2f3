"""`aoe run MODEL`: runs one inference, describes the outputs and writes them as .npy files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np

from aoe.application.model.inputs import missing_sentence, synthetic_arrays
from aoe.application.model.opening import opened_session
from aoe.application.request.values import checked_seed, named_files
from aoe.application.run.session_inputs import given_inputs
from aoe.application.tune.workspace import file_name
from aoe.atomic_file import replacing_file
from aoe.errors import AoeError, UsageError, not_written
from aoe.settings import read_settings, unusable_location


def run_command(
    model: str,
    inputs: Sequence[str],
    random: bool,
    seed: int,
    output: str | None,
    threads: int | None,
    profile: int = 1,
    input_shape: str | None = None,
    machine_code: bool = True,
) -> int:
    """Carries out `aoe run`. Returns the exit status."""
    files, seed = named_files(inputs), checked_seed(seed)
    folder = None if output is None else _writable_folder(Path(output))
    settings = read_settings()
    with opened_session(
        Path(model), threads, input_shape, settings, machine_code=machine_code
    ) as session:
        given, missing = given_inputs(session, files, profile, input_shape)
        if missing and not random:
            raise UsageError(missing_sentence(missing))
        arrays = session.run(None, {**synthetic_arrays(missing, seed), **given})
        names = [tensor.name for tensor in session.get_outputs()]
    for name, array in zip(names, arrays, strict=True):
        click.echo(described(name, array))
    if folder is not None:
        _write_arrays(folder, names, arrays)
    return 0


def described(name: str, array: np.ndarray) -> str:
    """An output in one line."""
    kind = "str" if array.dtype == object else array.dtype
    text = f"{name}: {kind} {list(array.shape)}"
    if array.size == 0 or array.dtype.kind not in "fiu":
        return text
    return f"{text} min {array.min():.6g} max {array.max():.6g} mean {array.mean():.6g}"


def _writable_folder(path: Path) -> Path:
    reason = unusable_location(path.absolute())
    if reason is not None:
        raise UsageError(f"--output {path}: cannot write there: {reason}")
    return path


def _write_arrays(folder: Path, names: Sequence[str], arrays: Sequence[np.ndarray]) -> None:
    taken: set[str] = set()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, (name, array) in enumerate(zip(names, arrays, strict=True)):
            stem = file_name(name)
            stem = f"{stem}_{number}" if stem in taken else stem
            taken.add(stem)
            with replacing_file(folder / f"{stem}.npy") as file:
                np.save(file, array.astype(str) if array.dtype == object else array)
    except OSError as error:
        raise AoeError(not_written(f"the outputs to {folder}", error)) from error
