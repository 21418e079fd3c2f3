"""Which known name may have been meant by one that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

#: How much of two names has to be the same, of 1, so that one may be meant by the other.
_ALIKE = 0.6
#: How much, where they begin with different letters and neither is a part of the other: `format`
#: and `port` have three letters in common, and are no misspelling of each other.
_ALIKE_BEYOND_THE_FIRST = 0.75


def near_name(unknown: str, known: Iterable[str], alike: float = _ALIKE) -> str | None:
    """The known name that is most like another one; None if none is like it.

    Args:
        unknown: The name that is not known. Its case does not count, nor do dashes before it:
            options all begin with them, so they make none alike.
        known: The names that there are.
        alike: How much of both has to be the same, of 1.
    """
    plain = {_plain(name): name for name in known}
    asked = _plain(unknown)
    near = difflib.get_close_matches(asked, plain, cutoff=alike)
    nearer = difflib.get_close_matches(asked, plain, cutoff=max(alike, _ALIKE_BEYOND_THE_FIRST))
    for name in near:
        if name in nearer or name[0] == asked[0] or name in asked or asked in name:
            return plain[name]
    return None


def hint(unknown: str, known: Iterable[str], otherwise: str) -> str:
    """What may have been meant, for the end of a message. `otherwise`: what is said if no known
    name is like it.
    """
    near = near_name(unknown, known)
    return otherwise if near is None else f"did you mean {near}?"


def ending(unknown: str, known: Iterable[str]) -> str:
    """The same as the end of a sentence; empty if no known name is like it."""
    near = near_name(unknown, known)
    return "" if near is None else f"; did you mean {near}?"


def _plain(name: str) -> str:
    return name.lstrip("-").lower()
