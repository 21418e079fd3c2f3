"""Files of gradient profiles: `<soc_version>_gradient_fusion.json`, an array of entries
(`aoe.repository.gradient_entry`).

A file lies where the graph repository lies. The first of these files that has a model's hash is
used: below TUNE_BANK_PATH, ASCEND_CACHE_PATH, HOME, and in the built-in repository. Writing goes to
the first of those places that is set.

`find_gradients` never fails: what it does not find or cannot use is a miss with a reason.
`store_gradients` changes a file under its lock and replaces it in one step. It keeps what it does
not understand.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from aoe.atomic_file import replace_file
from aoe.errors import RepositoryError, counted, first_of
from aoe.repository.gradient_entry import GradientEntry, NewerEntryError
from aoe.repository.location import builtin_graph_directory, custom_graph_directory, matching
from aoe.repository.shared_folder import NEWER_ADVICE, changing, file_mode, set_aside
from aoe.settings import Settings

SUFFIX = "_gradient_fusion.json"
#: An entry is told as similar if it shares this part of a model's gradients.
_SIMILAR = 0.8
#: A change of the entries of a file, as JSON.
_Change: TypeAlias = Callable[[list[Any]], None]


@dataclass(frozen=True, slots=True)
class GradientHit:
    """An entry that was found.

    Attributes:
        path: Its file.
        entry: The entry.
    """

    path: Path
    entry: GradientEntry


@dataclass(frozen=True, slots=True)
class GradientMiss:
    """No entry was found.

    Attributes:
        reason: Why, in one sentence.
    """

    reason: str


def gradient_path(directory: Path, soc_version: str) -> Path:
    """The file of one device model in a folder."""
    return directory / f"{soc_version}{SUFFIX}"


def writing_path(settings: Settings, soc_version: str) -> Path:
    """The file that tuning writes. It may not exist."""
    return gradient_path(custom_graph_directory(settings, soc_version), soc_version)


def reading_paths(settings: Settings, soc_version: str) -> tuple[Path, ...]:
    """The files that training reads, in this order. They may not exist."""
    home = settings.home / "Ascend/latest/data/aoe/custom/graph" / soc_version
    cache = None if settings.cache_path is None else settings.cache_path / "aoe_data"
    builtin = builtin_graph_directory(soc_version, settings.builtin_path)
    places = (settings.tune_bank_path, cache, home, builtin)
    return tuple(gradient_path(place, soc_version) for place in places if place is not None)


def gradient_files(root: Path) -> tuple[Path, ...]:
    """All files of gradient profiles of a repository, ordered by path."""
    found = {*matching(root, f"*{SUFFIX}"), *matching(root, f"graph/*/*{SUFFIX}")}
    return tuple(sorted(path for path in found if not path.name.startswith(".")))


def soc_version_of_gradients(path: Path) -> str:
    """The device model that a file is for."""
    return path.name.removesuffix(SUFFIX)


def read_gradients(path: Path) -> tuple[tuple[GradientEntry, ...], tuple[str, ...]]:
    """The entries of a file that can be used, and why others cannot. An absent file has none."""
    try:
        raw = _read(path)
    except RepositoryError as error:
        return (), (f"it {error}",)
    except OSError as error:
        return (), (f"it cannot be read: {error.strerror or error}",)
    read = [_entry_or_reason(data) for data in raw]
    return (
        tuple(entry for entry in read if isinstance(entry, GradientEntry)),
        tuple(
            f"entry {number} {text}" for number, text in enumerate(read) if isinstance(text, str)
        ),
    )


def find_gradients(
    paths: Sequence[Path], model: str, gradients: Sequence[tuple[str, int]]
) -> GradientHit | GradientMiss:
    """The entry of a model in the first file that has it.

    Args:
        paths: The files.
        model: The hash of the model's gradients.
        gradients: Element type and bytes of each, in the order of the parameters.
    """
    read, similar = [], ""
    for path in paths:
        entries, damage = read_gradients(path)
        for entry in entries:
            if entry.model == model:
                return _usable(path, entry, gradients)
        if path.exists():
            similar = similar or _similar(path, entries, gradients)
            read.append(f"{path} ({counted(len(entries), 'entry', 'entries')}{_spoilt(damage)})")
    head = f"no entry {model} for these {counted(len(gradients), 'gradient')}"
    if not read:
        return GradientMiss(f"{head}: there is no {first_of([*map(str, paths)], 4)}")
    return GradientMiss(f"{head} in {first_of(read, 3)}{similar}")


def store_gradients(path: Path, entry: GradientEntry) -> bool:
    """Writes the profile of a model. It replaces the one of the same model, whose plans for other
    links stay; else it fills a placeholder; else it is added.

    Returns:
        Whether the model had a profile before.

    Raises:
        RepositoryError: The file cannot be read or written, or a newer version wrote the profile of
            this model. It is then as it was.
    """
    known = False

    def change(raw: list[Any]) -> None:
        nonlocal known
        found = _position(raw, entry.model)
        before = None if found is None else _replaceable(path, raw[found])
        known = before is not None and not before.is_placeholder
        number = found if found is not None else _free_position(raw)
        data = joined_entries(before, entry).to_json()
        if number is None:
            raw.append(data)
        else:
            raw[number] = data

    _update(path, change)
    return known


def joined_entries(one: GradientEntry | None, other: GradientEntry) -> GradientEntry:
    """The entry that stays of two for the same model: the one with more to tell, else the later
    one, and `other` if they tell the same. Plans for links and fields of other tools are kept of
    both.
    """
    if one is None:
        return other
    kept = _telling(one, other)
    return replace(kept, others={**one.others, **other.others, **kept.others})


def _telling(one: GradientEntry, other: GradientEntry) -> GradientEntry:
    """The entry that tells more, with the plans of both."""
    if one.is_placeholder:
        return other
    if other.is_placeholder:
        return one
    if one.details is None or other.details is None:
        return one if other.details is None and one.details is not None else other
    later, earlier = (one, other) if one.details.date > other.details.date else (other, one)
    if later.details is None or earlier.details is None or later.sizes != earlier.sizes:
        return later
    if later.details.order != earlier.details.order:
        return later
    return replace(later, details=later.details.with_plans(earlier.details.plans))


def _usable(
    path: Path, entry: GradientEntry, gradients: Sequence[tuple[str, int]]
) -> GradientHit | GradientMiss:
    if entry.is_placeholder:
        return GradientMiss(f"{path} has a placeholder for {entry.model}; its tuning did not end")
    if entry.details is None:
        return GradientMiss(
            f"{path} has an entry {entry.model} of another tool, without the order of gradients"
        )
    wanted = [gradients[number] for number in entry.details.order if number < len(gradients)]
    if wanted != [*zip(entry.details.types, entry.sizes, strict=True)]:
        return GradientMiss(f"{path} has an entry {entry.model} of other gradients")
    return GradientHit(path, entry)


def _similar(
    path: Path, entries: Sequence[GradientEntry], gradients: Sequence[tuple[str, int]]
) -> str:
    """What is said of the entry of a file that has most of the gradients; empty if none has."""
    wanted = Counter(size for _, size in gradients)

    def shared(entry: GradientEntry) -> int:
        return (Counter(entry.sizes) & wanted).total()

    best = max(entries, key=shared, default=None)
    if best is None or shared(best) < _SIMILAR * max(len(best.sizes), len(gradients)):
        return ""
    return (
        f"; entry {best.model} of {path} has {shared(best)} of their sizes, so the model that was "
        "tuned differs in a layer, in frozen parameters, in an element type or in their order"
    )


def _spoilt(damage: Sequence[str]) -> str:
    return f"; {first_of(damage, 2)}" if damage else ""


def _read(path: Path) -> list[Any]:
    """The entries as JSON. Raises `RepositoryError` if there are none, and `OSError` if the file
    cannot be read.
    """
    try:
        raw = json.loads(path.read_bytes())
    except FileNotFoundError:
        return []
    except (ValueError, RecursionError) as error:
        raise RepositoryError(f"is not JSON: {error}") from error
    if not isinstance(raw, list):
        raise RepositoryError("is not a JSON array of entries")
    return raw


def _entry_or_reason(data: Any) -> GradientEntry | str:
    """An entry, or why it cannot be used."""
    try:
        return GradientEntry.from_json(data)
    except RepositoryError as error:
        return str(error)


def _entry_or_none(data: Any) -> GradientEntry | None:
    entry = _entry_or_reason(data)
    return entry if isinstance(entry, GradientEntry) else None


def _replaceable(path: Path, data: Any) -> GradientEntry | None:
    """The entry of a model that is to be replaced; None for a damaged one."""
    try:
        return GradientEntry.from_json(data)
    except NewerEntryError as error:
        raise RepositoryError(
            f"cannot write the repository file {path}: entry {data['modelhash']} {error}; it is "
            f"unchanged. {NEWER_ADVICE}"
        ) from error
    except RepositoryError:
        return None


def _position(raw: Sequence[Any], model: str) -> int | None:
    for number, data in enumerate(raw):
        if isinstance(data, dict) and str(data.get("modelhash")) == model:
            return number
    return None


def _free_position(raw: Sequence[Any]) -> int | None:
    """The number of a placeholder."""
    for number, data in enumerate(raw):
        entry = _entry_or_none(data)
        if entry is not None and entry.is_placeholder:
            return number
    return None


def _update(path: Path, change: _Change) -> None:
    with changing(path):
        try:
            raw = _read(path)
        except RepositoryError:
            set_aside(path)
            raw = []
        before = list(raw)
        change(raw)
        if raw != before:
            lines = ",\n ".join(json.dumps(data) for data in raw)
            text = f"[\n {lines}\n]\n" if raw else "[]\n"
            replace_file(path, text.encode(), file_mode(path.parent))
