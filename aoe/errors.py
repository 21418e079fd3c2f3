"""Errors that open-aoe raises on purpose: one family, each message a sentence a user can act on.

A message names the file, node, option or value, says what is wrong and what to do. The command line
maps `UsageError` to exit code 2 and every other `AoeError` to exit code 1 (see `aoe.application`).
"""

from __future__ import annotations

from collections.abc import Sequence

#: What it raises to take something a file holds for what it is not.
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
#: Characters of foreign text that a message quotes.
QUOTED = 200


def quoted(foreign: object) -> str:
    """What a file says, or another library's error, fit for a message: on one line, and short."""
    text = one_line(foreign)
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}…"


def one_line(foreign: object) -> str:
    """The text of something foreign with whatever separates lines made a space."""
    return " ".join(str(foreign).split())


class AoeError(Exception):
    """Base of every error that is the user's to see, without a traceback."""


class UsageError(AoeError):
    """An option, variable or argument is wrong; nothing was started."""


class ModelError(AoeError):
    """A source model cannot be read or is not valid."""


class UnsupportedModelError(ModelError):
    """A valid model uses something open-aoe does not compute; lists every such node at once."""

    @staticmethod
    def listing(model: str, problems: Sequence[str]) -> UnsupportedModelError:
        """The error for a model with these nodes, each described in a few words."""
        number = "this" if len(problems) == 1 else f"these {len(problems)}"
        return UnsupportedModelError(
            f"open-aoe cannot compute {one_line(model)}; export it without {number}: "
            + "; ".join(map(one_line, problems))
        )


class OfflineModelError(AoeError):
    """An offline model (`.om`) is truncated, altered, foreign or does not fit this machine."""


class RepositoryError(AoeError):
    """A repository cannot be read from or written to."""


class ResultFileError(AoeError):
    """A result file cannot be read or written, or is none."""


class PolicyError(AoeError):
    """A policy is not in the operator's space; the caller treats it as a repository miss."""


class CompileError(AoeError):
    """Generated code was refused by LLVM; a defect of open-aoe, with the compiler's words."""


class CandidateError(AoeError):
    """A tuning candidate failed to compile, crashed, hung or gave a wrong answer; costs that
    candidate only.
    """
