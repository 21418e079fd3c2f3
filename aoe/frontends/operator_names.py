"""The option `--op_name_map`: which operators of a source model stand for which others.

Each line of the file has a type of the source and an operator,
`DetectionOutput:SSDDetectionOutput`. The operator is a registered one (`custom_operators`), one
of ONNX, or another type of the format. A name may have a domain, `com.example.Scaled`.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from aoe.errors import UsageError, quoted
from aoe.option_file import option_text

OPTION = "op_name_map"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OperatorNames:
    """What types of a source model stand for.

    Attributes:
        names: Names of operators by the types.
        file: The file that says so; `None` without one.
        quiet: Whether types that a model does not have are left out without a warning.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    file: Path | None = None
    quiet: bool = False

    @property
    def label(self) -> str:
        """What messages start with."""
        return f"--{OPTION}={self.file}"

    def tell_unused(self, kinds: Collection[str]) -> None:
        """Warns of types in the file that are none of the types of a model."""
        for name in self.names:
            if name not in kinds and not self.quiet:
                logger.warning(
                    "%s: no operator of the model has the type %s", self.label, quoted(repr(name))
                )

    def of(self, kind: str, domain: str = "") -> str | None:
        """What a type stands for; None for itself. A name without a domain is one of any domain."""
        return self.names.get(f"{domain}.{kind}", self.names.get(kind))


def read_op_name_map(text: str | Path | None, working_directory: Path) -> OperatorNames:
    """The names in the file of `--op_name_map`; none without one. Raises `UsageError` if the file
    cannot be read or has another form.
    """
    if text is None:
        return OperatorNames()
    label, path = f"--{OPTION}={text}", working_directory / text
    content = option_text(label, path, OPTION)
    names: dict[str, str] = {}
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip():
            continue
        kind, colon, name = (part.strip() for part in line.partition(":"))
        if not (kind and colon and name) or ":" in name:
            raise UsageError(
                f"{label}: line {number}, {quoted(repr(line.strip()))}, must be a type and an "
                "operator, like DetectionOutput:SSDDetectionOutput"
            )
        if kind in names:
            raise UsageError(f"{label}: gives {quoted(repr(kind))} twice")
        names[kind] = name
    if not names:
        raise UsageError(f"{label}: is empty; give a type and an operator in each line")
    return OperatorNames(names, path)
