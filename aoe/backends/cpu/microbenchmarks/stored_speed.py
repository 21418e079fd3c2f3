"""The machine's speed as stored in a file.

It is not measured in every run, and default policies are the same from run to run.

A busy machine looks slower than it is, and a virtual one may be in a rare state. A single wrong
measurement would affect all later results. So tuning measures again (`renewed_speed`) until there
are enough measurements, and the median counts. `aoe.backends.cpu.microbenchmarks.speed` makes the
measurements.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from aoe.atomic_file import replace_file
from aoe.backends.cpu.microbenchmarks.speed import is_plausible, measure_speed, rounded
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.backends.cpu.target.fingerprint import fingerprint

logger = logging.getLogger(__name__)

#: The version of the measuring method. Measurements of another version are repeated.
METHOD = 3
#: The number of measurements after which no more are made.
ENOUGH = 5
#: The factor by which a figure must differ to be corrected; less is noise.
FAR = 1.2


@dataclass(frozen=True, slots=True)
class _Kept:
    """The content of the file.

    Attributes:
        speed: The speed in use.
        measured: All measurements.
    """

    speed: Speed
    measured: tuple[Speed, ...]


def known_speed(target: CpuTarget, folder: Path) -> Speed:
    """Returns this machine's speed, measured once and then read from a file in `folder`.

    An implausible measurement, for example of a busy machine, is replaced by common figures with a
    notice, and not stored. If the folder cannot be written, every run measures.
    """
    kept = _read(_path(target, folder), fingerprint(target))
    return _first(target, folder) if kept is None else kept.speed


def renewed_speed(target: CpuTarget, folder: Path) -> Speed:
    """Returns `known_speed` after one more measurement, which takes a second.

    Figures that differ much from the median are corrected. After `ENOUGH` measurements the stored
    speed is returned.
    """
    kept = _read(_path(target, folder), fingerprint(target))
    if kept is None:
        return _first(target, folder)
    if len(kept.measured) >= ENOUGH:
        return kept.speed
    speed = rounded(measure_speed(target))
    if not is_plausible(speed):
        return kept.speed
    measured = (*kept.measured, speed)
    return _keep(target, folder, _Kept(_corrected(kept.speed, measured), measured))


def with_known_speed(target: CpuTarget, folder: Path) -> CpuTarget:
    """Returns the target with `known_speed`."""
    return replace(target, speed=known_speed(target, folder))


def with_renewed_speed(target: CpuTarget, folder: Path) -> CpuTarget:
    """Returns the target with `renewed_speed`."""
    return replace(target, speed=renewed_speed(target, folder))


def _first(target: CpuTarget, folder: Path) -> Speed:
    speed = rounded(measure_speed(target))
    if is_plausible(speed):
        return _keep(target, folder, _Kept(speed, (speed,)))
    logger.warning(
        "this machine's speed could not be measured, it may be busy; using common figures"
    )
    return Speed()


def _corrected(kept: Speed, measured: Sequence[Speed]) -> Speed:
    """Replaces figures of the stored speed that differ much from the median of the measurements.

    Of two middle values the better one counts, because most disturbances slow the machine down.
    """
    figures = asdict(kept)
    for name, value in figures.items():
        better = min if name == "fork_join" else max
        found = sorted((asdict(speed)[name] for speed in measured), reverse=better is max)
        middle = found[(len(found) - 1) // 2]
        if max(middle, value) > FAR * min(middle, value):
            figures[name] = middle
    return Speed(**figures)


def _path(target: CpuTarget, folder: Path) -> Path:
    return folder / f"speed_{target.soc_version}.json"


def _keep(target: CpuTarget, folder: Path, kept: _Kept) -> Speed:
    data = {"machine": fingerprint(target), "method": METHOD, **asdict(kept)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(data, indent=1, sort_keys=True)
        replace_file(_path(target, folder), f"{text}\n".encode())
    except OSError as error:
        logger.info("the machine's speed is not kept in %s: %s", folder, error)
    return kept.speed


def _read(path: Path, machine: dict[str, str]) -> _Kept | None:
    """Returns the content of a file.

    Returns None if there is none, or if it is damaged, of another machine or of another method.
    """
    try:
        data = json.loads(path.read_bytes())
        if data["machine"] != machine or data["method"] != METHOD:
            return None
        speed = _speed(data["speed"])
        kept = _Kept(speed, tuple(map(_speed, data.get("measured", [data["speed"]]))))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return kept if all(map(is_plausible, (kept.speed, *kept.measured))) else None


def _speed(data: Mapping[str, Any]) -> Speed:
    return Speed(**{name: float(value) for name, value in data.items()})
