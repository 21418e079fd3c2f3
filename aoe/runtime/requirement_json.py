"""The JSON form of a requirement: of a plan, by the numbers of outputs, and of an operator graph,
by their names.

It is `[output, holds, message, grows]`, or `[[output, element, details], holds, message, grows]`.
Earlier versions refuse the second form, and so do not look at another element than they should. The
first ones had no `grows`. What a requirement without details has for them differs: null in a plan,
and an empty text in a graph.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class RequirementFields(NamedTuple):
    """What a requirement has.

    Attributes:
        output: The number or name of an output.
        holds: See `aoe.runtime.plan.Requirement`, as for the rest.
        message: Likewise.
        grows: Likewise.
        element: Likewise.
        details: The number or name of an output; None or empty for none.
    """

    output: Any
    holds: bool
    message: str
    grows: bool
    element: int
    details: Any


def requirement_to_json(item: RequirementFields) -> list[Any]:
    """As `requirement_from_json` reads it."""
    is_single = not item.element and item.details in (None, "")
    output = item.output if is_single else [item.output, item.element, item.details]
    return [output, item.holds, item.message, item.grows]


def requirement_from_json(data: Any) -> RequirementFields:
    """What `requirement_to_json` wrote; `output` and `details` are as they were found. Raises one
    of `aoe.errors.MALFORMED` for anything else.
    """
    which, holds, message, *rest = data
    output, element, details = which if isinstance(which, list) else (which, 0, None)
    grows = bool(rest and rest[0])
    return RequirementFields(output, bool(holds), str(message), grows, int(element), details)
