"""The speed of this machine as it is kept in a file, so that it is not measured in every run and
default policies are the same from run to run.

A machine that is busy when it is measured looks slower than it is, and a virtual one may be in a
state that it is rarely in; all that follows from that would be wrong for good. So tuning measures
again (`renewed_speed`) until there are enough measurements, of which the middle one counts.
What is measured, and how, is in `aoe.backends.cpu.calibration.speed`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from aoe.atomic_file import replace_file
from aoe.backends.cpu.calibration.speed import is_plausible, measure_speed, rounded
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.backends.cpu.target.fingerprint import fingerprint

logger = logging.getLogger(__name__)

#: Raised when figures are measured in another way, so that kept ones are measured again.
METHOD = 3
#: Measurements after which there are no more.
ENOUGH = 5
#: Times by which a figure must be off to be corrected: less than that is noise.
FAR = 1.2


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the file says: the speed in use, and all that was `measured`."""

    speed: Speed
    measured: tuple[Speed, ...]


def known_speed(target: CpuTarget, folder: Path) -> Speed:
    """This machine's speed, measured once and then read from a file in `folder`.

    What is implausible, for instance because the machine was busy, is replaced by what is common,
    with a notice, and not kept. A folder that cannot be written costs a measurement in every run.
    """
    kept = _read(_path(target, folder), fingerprint(target))
    return _first(target, folder) if kept is None else kept.speed


def renewed_speed(target: CpuTarget, folder: Path) -> Speed:
    """As `known_speed`, but measured again, which takes a second, unless there are `ENOUGH`
    measurements; figures that are far from the middle one are corrected.
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
    """The device with `known_speed`."""
    return replace(target, speed=known_speed(target, folder))


def with_renewed_speed(target: CpuTarget, folder: Path) -> CpuTarget:
    """The device with `renewed_speed`."""
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
    """The kept speed with the middle one of what was measured where that is far from it, of two
    the better one: most of what disturbs makes slower.
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
    """What is kept in a file; None where there is none, or it is another machine's, was measured in
    another way or is damaged.
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
