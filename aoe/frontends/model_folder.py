"""Which models a folder holds (`--model_path`).

A file is a model if a frontend has its suffix, and a folder if a frontend recognizes it, as that of
a SavedModel. A file of weights or of example inputs belongs to the model beside it with the same
stem. Other files are no models, offline models among them. Folders in the folder are not searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from aoe.errors import ModelError, UsageError, first_of
from aoe.frontends.frontend import Frontend, ModelOrigin
from aoe.frontends.registry import frontend_of_number, frontends, held_format

#: Suffixes that models have, and files of weights alone too, so that the content decides.
AMBIGUOUS = (".h5", ".hdf5", ".pt", ".pth")
#: Ending of the file beside a model that has example values of its inputs.
EXAMPLES = ".inputs.json"
#: Names in a message before it counts the rest.
LISTED = 8


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """What a folder holds.

    Attributes:
        folder: The folder.
        models: Where its models come from, in order of their names.
        skipped: Names of what is no model and belongs to none.
    """

    folder: Path
    models: tuple[ModelOrigin, ...]
    skipped: tuple[str, ...]


def read_model_folder(folder: Path, framework: int | None = None) -> ModelFolder:
    """Looks for models in a folder, or takes the folder as one model if it is one.

    Args:
        folder: The folder.
        framework: Number of the only framework whose models count; `None` for all.

    Raises:
        UsageError: If the folder cannot be read or holds no model.
    """
    if framework is not None:
        frontend_of_number(framework)
    try:
        entries = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise UsageError(
            f"--model_path={folder}: cannot read it: {error.strerror or error}"
        ) from error
    whole = held_format(folder)
    if whole is not None and framework in (None, whole.number):
        return ModelFolder(folder, (ModelOrigin(folder, framework),), ())
    models = {}
    for path in entries:
        frontend = frontend_of(path)
        if frontend is not None and framework in (None, frontend.number):
            models[path] = ModelOrigin(path, framework, _weight_of(path, frontend))
    belonging = {file for origin in models.values() for file in _belonging(origin)}
    skipped = tuple(path.name for path in entries if path not in models and path not in belonging)
    if not models:
        kinds = ", ".join(suffix for item in frontends() for suffix in item.read_suffixes)
        wanted = "" if framework is None else f" of --framework={framework}"
        found = f"; it has {first_of(skipped, LISTED)}" if skipped else "; it is empty"
        raise UsageError(
            f"{folder}: there is no model{wanted} in it{found}. Models are folders of "
            f"SavedModels and files that end in {kinds}"
        )
    return ModelFolder(folder, tuple(models.values()), skipped)


def examples_file(origin: ModelOrigin) -> Path | None:
    """Where example inputs of a model would be; `None` for a model in memory."""
    path = origin.path
    return None if path is None else path.with_name(f"{path.stem}{EXAMPLES}")


def require_weight(
    origin: ModelOrigin, otherwise: str = "tune this model alone with --model and --weight"
) -> None:
    """Raises `ModelError` for a model of a folder whose weights are not beside it.

    Args:
        origin: Where the model comes from.
        otherwise: What to do where they keep their name, for the message.
    """
    path = origin.path
    frontend = None if path is None else frontend_of(path)
    if path is None or frontend is None or origin.weight is not None:
        return
    if not (frontend.takes_weight and frontend.needs_weight):
        return
    wanted = path.with_suffix(frontend.weight_suffix).name
    raise ModelError(
        f"the weights of {path} are not beside it; call their file {wanted}, or {otherwise}"
    )


def found_origin(path: Path) -> ModelOrigin:
    """Where the model at a path comes from, for commands without `--weight`: weights are those
    beside it. Raises `ModelError` if it keeps weights apart and there are none.
    """
    origin = ModelOrigin(path, None, weight_beside(path))
    require_weight(origin, "compile this model with aoe compile and --weight")
    return origin


def weight_beside(path: Path, framework: int | None = None) -> Path | None:
    """The file of weights beside the model at a path, where no option says which it is.

    Args:
        path: The model.
        framework: AOE's number of its format; `None` to tell it from the file.

    Raises:
        UsageError: No format has this number.
    """
    frontend = frontend_of(path) if framework is None else frontend_of_number(framework)
    return None if frontend is None else _weight_of(path, frontend)


def unique_names(origins: Sequence[ModelOrigin]) -> tuple[str, ...]:
    """A name for each of some models in files, which may be the name of a file: the stem, with the
    suffix where several models have the same stem.
    """
    paths = [Path(str(origin.source)) for origin in origins]
    stems = [_safe(path.stem) for path in paths]
    names: list[str] = []
    for path, stem in zip(paths, stems, strict=True):
        name = stem if stems.count(stem) == 1 else f"{stem}{_safe(path.suffix.replace('.', '_'))}"
        names.append(next(item for item in _numbered(name) if item not in names))
    return tuple(names)


def _safe(text: str) -> str:
    return re.sub(r"[^\w.-]", "_", text)


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1


def frontend_of(path: Path) -> Frontend | None:
    """The frontend of what is a model by its name, or by its content where that is needed; `None`
    for anything else.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        return None  # such as a pipe, which nothing may ever write
    suffix = path.suffix.lower()
    if path.is_dir() or suffix in AMBIGUOUS:
        return held_format(path)
    named = [item for item in frontends() if suffix in item.suffixes]
    if not named:
        return None
    held = held_format(path)
    return held if held in named else named[0]


def _weight_of(path: Path, frontend: Frontend) -> Path | None:
    """The file of weights beside a model that keeps them apart."""
    if not frontend.takes_weight:
        return None
    weight = path.with_suffix(frontend.weight_suffix)
    return weight if weight.is_file() else None


def _belonging(origin: ModelOrigin) -> Iterator[Path]:
    """Files beside a model that belong to it."""
    if origin.weight is not None:
        yield origin.weight
    examples = examples_file(origin)
    if examples is not None:
        yield examples
