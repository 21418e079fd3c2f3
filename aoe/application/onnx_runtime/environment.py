"""ONNX Runtime's functions that tell of the installation, and set how much it logs."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType

from aoe.backends.registry import DEFAULT, backend_named
from aoe.errors import AoeError, UsageError

logger = logging.getLogger(__name__)

#: Backends by the name that ONNX Runtime's execution provider for such a device has.
PROVIDERS: Mapping[str, str] = MappingProxyType(
    {"CUDAExecutionProvider": "cuda", "CPUExecutionProvider": "cpu"}
)
#: Levels of Python's logging by ONNX Runtime's number.
_LEVELS = (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL)


def provider_of(backend: str) -> str:
    """The execution provider that corresponds to a backend; its own name if there is none."""
    return next((name for name, own in PROVIDERS.items() if own == backend), backend)


def get_available_providers() -> list[str]:
    """The execution providers that correspond to the devices of this machine."""
    return [name for name, backend in PROVIDERS.items() if _has_device(backend)]


def get_all_providers() -> list[str]:
    """The execution providers that correspond to backends that there may be."""
    return list(PROVIDERS)


def get_device() -> str:
    """The kind of device that models are compiled for by default: `CPU`."""
    return DEFAULT.upper()


def set_default_logger_severity(severity: int) -> None:
    """Sets from which level on messages of open-aoe are logged: 0 all, 1 information, 2 warnings, 3
    errors, 4 fatal errors.
    """
    logging.getLogger("aoe").setLevel(_LEVELS[severity])


def disable_telemetry_events() -> None:
    """No effect: open-aoe sends nothing anywhere."""


def enable_telemetry_events() -> None:
    """No effect, as `disable_telemetry_events`."""


def device_for(
    providers: Sequence[object] | None, provider_options: Sequence[object] | None = None
) -> str:
    """The device to compile for: that of the first provider that is available. Others give a
    warning, as in ONNX Runtime.

    Args:
        providers: Names, or pairs of a name and options.
        provider_options: The options of each, where they are not in pairs. `device_id` chooses one
            of several devices; others have no effect.
    """
    available = get_available_providers()
    for name, options in _with_options(providers, provider_options):
        if name in available:
            number = _number_in(options)
            return f"{PROVIDERS[str(name)]}:{number}" if number else PROVIDERS[str(name)]
        logger.warning(
            "the provider %s is not available; available are %s", name, ", ".join(available)
        )
    return DEFAULT


def device_number(
    backend: str,
    providers: Sequence[object] | None,
    provider_options: Sequence[object] | None = None,
) -> int:
    """Which device of a backend providers ask for; see `device_for`. The first one by default."""
    pairs = _with_options(providers, provider_options)
    return next(
        (_number_in(item) for name, item in pairs if PROVIDERS.get(str(name)) == backend), 0
    )


def _with_options(
    providers: Sequence[object] | None, provider_options: Sequence[object] | None
) -> Iterator[tuple[object, object]]:
    for given, options in zip_longest(providers or (), provider_options or ()):
        if isinstance(given, tuple | list) and given:
            yield given[0], given[1] if len(given) > 1 else None
        elif given is not None:
            yield given, options


def _number_in(options: object) -> int:
    """The number of a device in the options of a provider."""
    found = options.get("device_id", 0) if isinstance(options, Mapping) else 0
    if not (str(found).isascii() and str(found).isdigit()):
        raise UsageError(f"device_id={found!r}: the number of a device is a whole number from 0")
    return int(str(found))


def _has_device(backend: str) -> bool:
    """Whether a backend is installed and this machine has a device of it."""
    try:
        backend_named(backend).machine.target()
    except AoeError:
        return False
    return True
