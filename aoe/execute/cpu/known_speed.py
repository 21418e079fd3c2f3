"""The speed of this machine as it is kept in a file, so that it is not measured in every run and
default policies are the same from run to run.

A machine that is busy when it is measured looks slower than it is, and all that follows from that
would be wrong for good. So tuning measures again (`renewed_speed`) until several measurements in a
row have found nothing faster. What is measured, and how, is in `aoe.execute.cpu.speed`.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from aoe.atomic_file import replace_file
from aoe.device import Device, Speed
from aoe.execute.cpu.fingerprint import fingerprint
from aoe.execute.cpu.speed import is_plausible, measure_speed, rounded

logger = logging.getLogger(__name__)

#: Raised when figures are measured in another way, so that kept ones are measured again.
METHOD = 2
#: Measurements in a row that found nothing faster, after which a speed is taken to be right.
SETTLED = 3
#: Times as fast as what is kept that a figure must be to count: less than that is noise.
FASTER = 1.2


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the file says. `agreed`: the measurements since that found nothing faster."""

    speed: Speed
    agreed: int


def known_speed(device: Device, folder: Path) -> Speed:
    """This machine's speed, measured once and then read from a file in `folder`.

    What is implausible, for instance because the machine was busy, is replaced by what is common,
    with a notice, and not kept. A folder that cannot be written costs a measurement in every run.
    """
    kept = _read(_path(device, folder), fingerprint(device))
    return _first(device, folder) if kept is None else kept.speed


def renewed_speed(device: Device, folder: Path) -> Speed:
    """As `known_speed`, but measured again, which takes a second, until `SETTLED` measurements in a
    row have found no figure that is `FASTER` times as good.
    """
    kept = _read(_path(device, folder), fingerprint(device))
    if kept is None:
        return _first(device, folder)
    if kept.agreed >= SETTLED:
        return kept.speed
    measured = rounded(measure_speed(device))
    if is_plausible(measured) and _is_faster(measured, kept.speed):
        logger.info("this machine is faster than it was measured to be")
        return _keep(device, folder, _Kept(_best(measured, kept.speed), 0))
    return _keep(device, folder, replace(kept, agreed=kept.agreed + 1))


def with_known_speed(device: Device, folder: Path) -> Device:
    """The device with `known_speed`."""
    return replace(device, speed=known_speed(device, folder))


def with_renewed_speed(device: Device, folder: Path) -> Device:
    """The device with `renewed_speed`."""
    return replace(device, speed=renewed_speed(device, folder))


def _first(device: Device, folder: Path) -> Speed:
    speed = rounded(measure_speed(device))
    if is_plausible(speed):
        return _keep(device, folder, _Kept(speed, 0))
    logger.warning(
        "this machine's speed could not be measured, it may be busy; using common figures"
    )
    return Speed()


def _is_faster(measured: Speed, kept: Speed) -> bool:
    new, old = asdict(measured), asdict(kept)
    rates = any(new[name] > FASTER * old[name] for name in new if name != "fork_join")
    return rates or FASTER * measured.fork_join < kept.fork_join


def _best(one: Speed, other: Speed) -> Speed:
    """Of each figure the better one: whatever disturbs makes slower."""
    first, second = asdict(one), asdict(other)
    rates = {name: max(first[name], second[name]) for name in first}
    return Speed(**{**rates, "fork_join": min(one.fork_join, other.fork_join)})


def _path(device: Device, folder: Path) -> Path:
    return folder / f"speed_{device.soc_version}.json"


def _keep(device: Device, folder: Path, kept: _Kept) -> Speed:
    data = {"machine": fingerprint(device), "method": METHOD, **asdict(kept)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(data, indent=1, sort_keys=True)
        replace_file(_path(device, folder), f"{text}\n".encode())
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
        speed = Speed(**{name: float(value) for name, value in data["speed"].items()})
        kept = _Kept(speed, _count(data))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return kept if is_plausible(speed) else None


def _count(data: dict[str, Any]) -> int:
    """Files of earlier versions do not say."""
    return max(0, int(data.get("agreed", 0)))
