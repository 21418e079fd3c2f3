"""The machine that a model is compiled and tuned for, with its speed, which is measured the first
time and kept beside the compile cache.
"""

from __future__ import annotations

from pathlib import Path

from aoe.backends.cpu.target.host import host_target
from aoe.backends.cpu.target.stored_speed import with_known_speed, with_renewed_speed
from aoe.settings import Settings
from aoe.target import Target


def this_machine(threads: int | None, settings: Settings) -> Target:
    """This machine with a number of threads, by default all of its cores."""
    return with_known_speed(host_target(threads), speed_folder(settings))


def machine_to_tune(threads: int | None, settings: Settings) -> Target:
    """As `this_machine`; its speed is measured again while it is not sure to be right."""
    return with_renewed_speed(host_target(threads), speed_folder(settings))


def speed_folder(settings: Settings) -> Path:
    """Where the speed of this machine is kept: below ASCEND_CACHE_PATH or the user's home."""
    return (settings.cache_path or settings.home / "atc_data") / "device_speed"
