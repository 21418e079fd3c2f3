"""Failed candidates in a result file: a field of open-aoe in the sections `OPAT` and `SGAT`, which
is absent if nothing failed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aoe.results.json_object import JsonObject

FIELD = "candidate_failures"


@dataclass(frozen=True, slots=True)
class CandidateFailures:
    """Failed candidates of an operator or subgraph with the same cause.

    Attributes:
        name: Name of the operator or subgraph.
        cause: Why they failed (`aoe.tuning.observer.Cause`).
        number: Number of candidates.
        example: The message of the first one.
    """

    name: str
    cause: str
    number: int
    example: str

    def to_json(self) -> dict[str, Any]:
        """An item of the field."""
        return {
            "op_name": self.name,
            "cause": self.cause,
            "number": self.number,
            "example": self.example,
        }

    @staticmethod
    def from_json(data: Any) -> CandidateFailures:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        item = JsonObject(data, "a failure of candidates")
        item.only(("op_name", "cause", "number", "example"))
        return CandidateFailures(
            item.text("op_name"), item.text("cause"), item.count("number"), item.text("example")
        )


def failures_in(data: JsonObject) -> tuple[CandidateFailures, ...]:
    """The field of a section, empty if it is absent. Raises `ResultFileError` if it is damaged."""
    return tuple(map(CandidateFailures.from_json, data.items(FIELD))) if FIELD in data else ()


def counted_failures(name: str, failures: Sequence[tuple[str, str]]) -> list[CandidateFailures]:
    """The failures of one search, given as cause and detail, counted by cause in order of the
    first.
    """
    details: dict[str, list[str]] = {}
    for cause, detail in failures:
        details.setdefault(cause, []).append(detail)
    return [
        CandidateFailures(name, cause, len(found), found[0]) for cause, found in details.items()
    ]
