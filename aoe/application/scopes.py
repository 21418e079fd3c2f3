"""What `--scope` of `aoe tune` takes, for the numbers of AOE's `--job_type`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: The values of `--job_type` by those of `--scope`.
SCOPES: Mapping[str, str] = MappingProxyType({"operators": "2", "subgraphs": "1", "all": "1,2"})


def scope_of(job_type: str) -> str | None:
    """The scope of a value of `--job_type`; None if it is none."""
    return next((scope for scope, value in SCOPES.items() if value == job_type), None)


def in_scopes(text: str) -> str:
    """A message about `--job_type` in the words of `--scope`."""
    for scope, value in sorted(SCOPES.items(), key=lambda item: -len(item[1])):
        text = text.replace(f"--job_type={value}", f"--scope={scope}")
    return text
