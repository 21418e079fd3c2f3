"""The options of the compile cache: `--op_compiler_cache_mode`, `--op_compiler_cache_dir`, and
`--op_debug_level`, which turns the cache off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from aoe.backends.compile_cache import (
    CacheLimits,
    CacheMode,
    CompileCache,
    cache_folder,
)
from aoe.errors import UsageError
from aoe.settings import Settings, unusable_location
from aoe.target import Target

MODES: Mapping[str, CacheMode] = {"enable": "enable", "force": "force", "disable": "disable"}
DEBUG_LEVELS = ("0", "1", "2", "3", "4")


@dataclass(frozen=True, slots=True)
class CacheRequest:
    """How to use the compile cache.

    Attributes:
        mode: Use it ("enable"), renew its entries ("force") or leave it ("disable").
        directory: Its folder; `None` for the default one.
        warnings: Sentences about what was given and has no effect.
    """

    mode: CacheMode = "enable"
    directory: Path | None = None
    warnings: tuple[str, ...] = field(default=(), compare=False)


def cache_request(given: Mapping[str, str | None], settings: Settings) -> CacheRequest:
    """The request in the options, by parameter. Raises `UsageError` for a value that cannot be
    used.
    """
    mode = given.get("op_compiler_cache_mode") or "enable"
    if mode not in MODES:
        raise UsageError(f"--op_compiler_cache_mode={mode}: must be enable, force or disable")
    level = given.get("op_debug_level") or "0"
    if level not in DEBUG_LEVELS:
        raise UsageError(f"--op_debug_level={level}: must be a whole number from 0 to 4")
    directory = given.get("op_compiler_cache_dir")
    path = None if directory is None else settings.working_directory / directory
    reason = None if path is None else unusable_location(path)
    if reason is not None:
        raise UsageError(
            f"--op_compiler_cache_dir={directory}: {reason}; name a directory this user can write"
        )
    used = "disable" if level != "0" else MODES[mode]
    return CacheRequest(used, path, tuple(_warnings(given, used)))


def _warnings(given: Mapping[str, str | None], used: CacheMode) -> Iterator[str]:
    """Sentences about options that a cache which is not used leaves without effect."""
    mode, directory = given.get("op_compiler_cache_mode"), given.get("op_compiler_cache_dir")
    if used != "disable":
        return
    if mode not in (None, used):
        yield (
            f"--op_compiler_cache_mode={mode} has no effect: --op_debug_level="
            f"{given.get('op_debug_level')} compiles without the cache"
        )
    if directory is not None:
        yield (f"--op_compiler_cache_dir={directory} has no effect: the compile cache is not used")


def opened_cache(request: CacheRequest, settings: Settings, target: Target) -> CompileCache:
    """The compile cache for the code of a device."""
    folder = cache_folder(settings, target.soc_version, request.directory)
    limits = CacheLimits(settings.cache_megabytes, settings.cache_remaining_percent)
    return CompileCache(folder, request.mode, limits)
