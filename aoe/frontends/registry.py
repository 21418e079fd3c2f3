"""Finds the frontends, and chooses one for a model.

A frontend is a module or folder of this package that defines `FRONTEND`, or an entry point of the
group `open_aoe.frontends` of another package. A new one needs no edit elsewhere. `frontend.py` says
what it consists of.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

import onnx_ir

import aoe.frontends
from aoe.errors import ModelError, UsageError, quoted
from aoe.frontends.custom_operators.custom_operator import add_custom_operators
from aoe.frontends.frontend import HEAD_BYTES, Frontend, InputShapes, ModelOrigin
from aoe.frontends.source_file import require_fetched

#: Frontends of other packages.
GROUP = "open_aoe.frontends"
#: Suffixes that models of several formats have, so that they contradict no number.
SHARED = (".pb",)
#: Suffixes of files that have weights and no graph, of several frameworks.
WEIGHTS_ALONE = (".safetensors", ".ckpt", ".gguf", ".pdparams")

logger = logging.getLogger(__name__)


@cache
def frontends() -> tuple[Frontend, ...]:
    """All frontends: those with a number, ascending, then the others by name."""
    names = [info.name for info in pkgutil.iter_modules(aoe.frontends.__path__)]
    modules = [importlib.import_module(f"{aoe.frontends.__name__}.{name}") for name in names]
    found: list[Frontend] = [item.FRONTEND for item in modules if hasattr(item, "FRONTEND")]
    taken = {item.number for item in found if item.number is not None}
    for name, item in _of_other_packages():
        if item.number in taken:
            logger.warning("frontend %s is left out: another has the number %s", name, item.number)
        else:
            found.append(item)
    return tuple(sorted(found, key=lambda item: (item.number is None, item.number, item.name)))


def frontend_for(origin: ModelOrigin) -> Frontend:
    """The frontend that reads a model.

    A number decides, then the suffix, then the content. Content that certainly has another format
    than the number or the suffix says is refused.

    Raises:
        UsageError: No frontend reads the model, or the weights that are given.
    """
    path = origin.path
    chosen = _in_memory(origin.source) if path is None else _for_path(path, origin.framework)
    if chosen.takes_weight and chosen.needs_weight and origin.weight is None:
        raise UsageError(
            f"--weight is missing; {chosen.name} keeps the weights of {origin.label} in a file of "
            "their own"
        )
    if origin.weight is not None and not chosen.takes_weight:
        takers = " or ".join(item.name for item in frontends() if item.takes_weight)
        raise UsageError(
            f"--weight={origin.weight} belongs to {takers or 'no'} models; {origin.label} is a "
            f"model of {chosen.name}, leave --weight out"
        )
    if origin.example_inputs is not None and not chosen.takes_example_inputs:
        raise UsageError(
            f"example_inputs belongs to modules of PyTorch; {origin.label} is a model of "
            f"{chosen.name}, leave it out"
        )
    return chosen


def read_by(frontend: Frontend, origin: ModelOrigin, shapes: InputShapes) -> onnx_ir.Model:
    """What a frontend makes of a source, with the functions of the custom operators in it. Raises
    as `Frontend.read` does, and `ModelError` if a custom operator does not fit the model.
    """
    _require_content(frontend, origin.path)
    for path in (origin.path, origin.weight):
        if path is not None:
            require_fetched(_head(path), str(path))
    model = frontend.read(origin, shapes)
    add_custom_operators(model, origin.label)
    return model


def _require_content(frontend: Frontend, path: Path | None) -> None:
    """Raises `ModelError` for an empty file, such as a download leaves that failed."""
    if path is not None and path.is_file() and not path.stat().st_size:
        raise ModelError(f"{path} is empty; give the path of a model of {frontend.name}")


def frontend_of_number(number: int) -> Frontend:
    """The frontend of a number of `--framework`. Raises `UsageError` if there is none."""
    found = next((item for item in frontends() if item.number == number), None)
    if found is None:
        raise UsageError(f"--framework={number} is not available; use {numbered_formats()}")
    return found


def numbered_formats() -> str:
    """The numbers of `--framework` with their formats, for messages."""
    numbered = [item for item in frontends() if item.number is not None]
    *others, last = (f"{item.number} ({item.name})" for item in numbered)
    return f"{', '.join(others)} or {last}"


def image_format_of(origin: ModelOrigin) -> str:
    """The layout of images in a model, from its number or suffix; that of ONNX if they say nothing.
    The model need not be there.
    """
    suffix = "" if origin.path is None else origin.path.suffix.lower()
    for item in frontends():
        wanted = origin.framework
        if suffix in item.suffixes if wanted is None else item.number == wanted:
            return item.image_format
    held = None if origin.path is None else held_format(origin.path)
    return "NCHW" if held is None else held.image_format


def source_suffixes() -> frozenset[str]:
    """Suffixes of the files that frontends read, in lower case with the dot."""
    return frozenset(suffix for item in frontends() for suffix in item.suffixes)


def _in_memory(source: object) -> Frontend:
    for item in frontends():
        if item.takes(source):
            return item
    raise UsageError(
        f"model={quoted(repr(source))} must be a path, bytes, an onnx.ModelProto, an onnx_ir.Model "
        f"or a module of torch, not {type(source).__name__}"
    )


def _for_path(path: Path, number: int | None) -> Frontend:
    held = held_format(path)
    if number is not None:
        chosen = frontend_of_number(number)
        if held not in (None, chosen):
            assert held is not None
            raise UsageError(
                f"{path} holds a model of {held.name}, but --framework={number} is {chosen.name}; "
                f"{_remedy(held)}"
            )
        _require_suffix(path, chosen, known=held is not None)
        return chosen
    named = [item for item in frontends() if path.suffix.lower() in item.suffixes]
    if held is None and named:
        return named[0]
    if held is None and path.is_dir():
        raise UsageError(
            f"{path} is a folder, but not that of a SavedModel; name a file in it, or tune all "
            "models of the folder with --model_path"
        )
    if held is None:
        raise UsageError(_unrecognized(path))
    if named and held not in named:
        raise UsageError(
            f"{path} holds a model of {held.name}, but its suffix says {named[0].name}; "
            f"rename it to end in {held.suffixes[0]}"
        )
    return held


def _require_suffix(path: Path, chosen: Frontend, known: bool) -> None:
    """Raises `UsageError` for a file of another format than its number says, by its suffix alone:
    where the content tells nothing, and several formats do not have that suffix.
    """
    suffix = path.suffix.lower()
    named = [item for item in frontends() if suffix in item.suffixes]
    if known or suffix in SHARED or not named or chosen in named:
        return
    raise UsageError(
        f"{path} ends in {suffix} as models of {named[0].name} do, but "
        f"--framework={chosen.number} is {chosen.name}; {_remedy(named[0])}"
    )


def _unrecognized(path: Path) -> str:
    if path.suffix.lower() == ".om":
        return (
            f"{path} is an offline model, which is compiled already; give the model that it was "
            "made of"
        )
    for item in frontends():
        if item.weight_suffix and path.suffix.lower() == item.weight_suffix:
            network = path.with_suffix(item.suffixes[0]).name
            return (
                f"{path} holds weights of {item.name} alone; give its network as the model, such "
                f"as {network}: weights of its name are found beside it"
            )
    for item in frontends():
        if unread := item.unread_form(_head(path)):
            return f"{path} {unread}"
    if path.suffix.lower() in WEIGHTS_ALONE:
        return (
            f"{path} holds weights alone, without the graph of a model; export the model with its "
            f"framework, to one of {_listed()}"
        )
    return (
        f"neither the suffix {path.suffix!r} of {path} nor its content is that of a model; give "
        f"one of {_listed()}; under another suffix, aoe tune and aoe compile take it with "
        f"--framework={numbered_formats()}"
    )


def _listed() -> str:
    """The formats with their suffixes, for messages."""
    return ", ".join(f"{item.name} ({' '.join(item.read_suffixes)})" for item in frontends())


def held_format(path: Path) -> Frontend | None:
    """The frontend that knows the content of a path; None if none is certain."""
    head = _head(path)
    return next((item for item in frontends() if item.recognizes(path, head)), None)


def _head(path: Path) -> bytes:
    """The first bytes of a file; none of anything else, such as a pipe, and of what cannot be
    read.
    """
    if not path.is_file():
        return b""
    try:
        with path.open("rb") as file:
            return file.read(HEAD_BYTES)
    except OSError:
        return b""


def _remedy(held: Frontend) -> str:
    if held.number is None:
        return "leave --framework out"
    return f"give --framework={held.number}, or leave it out"


def _of_other_packages() -> Iterator[tuple[str, Frontend]]:
    for entry in entry_points(group=GROUP):
        try:
            item = entry.load()
        except Exception as error:  # whatever another package raises when it is imported
            logger.warning("frontend %s is left out: %s", entry.value, quoted(error))
            continue
        if isinstance(item, Frontend):
            yield entry.value, item
        else:
            logger.warning("frontend %s is left out: it is not a Frontend", entry.value)
