"""The functions that read primitives, by subject, and all of them by name.

Every module of this package, and of packages in it, that defines `PRIMITIVES` takes part.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aoe.frontends.mindspore.table import Handler, Table
from aoe.operators.registry import modules_below

_SUBJECTS = [
    module.PRIMITIVES for module in modules_below(__name__) if hasattr(module, "PRIMITIVES")
]
HANDLERS: Mapping[str, Handler] = MappingProxyType(
    {name: handler for subject in _SUBJECTS for name, handler in subject.handlers.items()}
)
TABLE = Table(
    HANDLERS,
    {name: handler for subject in _SUBJECTS for name, handler in subject.rows.items()},
    frozenset(name for subject in _SUBJECTS for name in subject.changing),
    frozenset(name for subject in _SUBJECTS for name in subject.steps),
)
