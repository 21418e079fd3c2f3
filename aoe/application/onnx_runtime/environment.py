"""ONNX Runtime's functions that tell of the installation, and set how much it logs."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from aoe.backends.registry import DEFAULT, backend_named
from aoe.errors import AoeError

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


def backend_for(providers: Sequence[object] | None) -> str:
    """The backend to compile for: that of the first provider that is available. Others give a
    warning, as in ONNX Runtime.

    Args:
        providers: Names, or pairs of a name and options.
    """
    available = get_available_providers()
    for given in providers or ():
        name = given[0] if isinstance(given, tuple | list) and given else given
        if name in available:
            return PROVIDERS[str(name)]
        logger.warning(
            "the provider %s is not available; available are %s", name, ", ".join(available)
        )
    return DEFAULT


def _has_device(backend: str) -> bool:
    """Whether a backend is installed and this machine has a device of it."""
    try:
        backend_named(backend).machine.target()
    except AoeError:
        return False
    return True
