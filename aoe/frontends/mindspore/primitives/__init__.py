"""The functions that read primitives, by subject, and all of them by name.

Every module of this package that defines `PRIMITIVES` takes part.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

from aoe.frontends.mindspore.table import Handler, Table

_MODULES = [
    importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__)
]
_SUBJECTS = [module.PRIMITIVES for module in _MODULES if hasattr(module, "PRIMITIVES")]
HANDLERS: Mapping[str, Handler] = MappingProxyType(
    {name: handler for subject in _SUBJECTS for name, handler in subject.handlers.items()}
)
TABLE = Table(
    HANDLERS,
    frozenset(name for subject in _SUBJECTS for name in subject.changing),
    frozenset(name for subject in _SUBJECTS for name in subject.steps),
)
