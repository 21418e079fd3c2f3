"""The errors that open-aoe raises on purpose: one family, each with a sentence that a user can act
on.

A message names the file, node, option or value, says what is wrong and what to do. The command line
maps `UsageError` to exit status 2 and every other `AoeError` to 1.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable, Mapping, Sequence

#: What Python raises if the content of a file is not what it is taken for.
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
#: What Python says of arguments that code needs by name, and Python and NumPy of an index.
_KEYWORD_ONLY = re.compile(r"missing \d+ required keyword-only arguments?: (.+)")
_NO_INDEX = re.compile(r"index out of range$|index -?\d+ is out of bounds for axis \d+")
#: Most characters of foreign text in a message.
QUOTED = 200


def quoted(foreign: object) -> str:
    """Text from a file or from another library's error, on one line and shortened for a message."""
    text = one_line(foreign)
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}…"


def fault_text(error: Exception) -> str:
    """What is wrong with foreign content, for a message, from an error of `MALFORMED`: its own
    sentence, or words where Python tells of the code that took the content, not of the content.
    """
    text = quoted(error)
    if isinstance(error, TypeError) and "positional argument" in text:
        return "it has another number of inputs than it should"
    named = _KEYWORD_ONLY.search(text) if isinstance(error, TypeError) else None
    if named is not None:
        return f"it lacks {named[1]}"
    if isinstance(error, ValueError) and "values to unpack" in text:
        return "it has another number of parts than it should"
    if isinstance(error, IndexError) and _NO_INDEX.search(text):
        return "it has fewer parts than it should"
    if isinstance(error, KeyError):
        return f"it lacks {text}"
    return text or type(error).__name__


def one_line(foreign: object) -> str:
    """The text of something foreign, with spaces for line ends."""
    return " ".join(str(foreign).split())


def printable(sentence: str) -> str:
    """A sentence with what names and values have of line ends and other characters that are not
    printed, as Python writes them.
    """
    return "".join(item if item.isprintable() else repr(item)[1:-1] for item in sentence)


def first_of(names: Sequence[str], most: int) -> str:
    """The first of some names for a message, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def counted(count: int, one: str, several: str = "") -> str:
    """A number of things for a message. `several`: what more or fewer than one are called, by
    default the same with an s.
    """
    return f"{count} {one if count == 1 else several or f'{one}s'}"


def bytes_text(size: float) -> str:
    """A number of bytes for a message, in powers of 1000. What is rounded to 1000 has the next
    unit.
    """
    if size < 999.5:
        return f"{size:.0f} bytes"
    for unit in ("kB", "MB", "GB", "TB", "PB"):
        size /= 1000
        if size < 999.95:
            return f"{size:.1f} {unit}"
    return f"{size / 1000:.1f} EB"


def not_written(place: object, error: OSError) -> str:
    """The sentence about what the system did not let write: why, and what to do."""
    return (
        f"cannot write {place}: {error.strerror or error}; {_first_step(error)}name another place"
    )


def not_read(place: object, error: OSError) -> str:
    """The same about what it did not let read."""
    return f"cannot read {place}: {error.strerror or error}; {_first_step(error)}name another file"


def _first_step(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "make room or "
    return "get permission or " if error.errno in (errno.EACCES, errno.EPERM) else ""


class AoeError(Exception):
    """Base of all errors that are shown to the user without a traceback. Its text is one line,
    whatever the names in it.
    """

    def __str__(self) -> str:
        return printable(super().__str__())


class CapacityError(AoeError):
    """A loop without a limit needs more memory than was reserved for it."""


class UsageError(AoeError):
    """An option, variable or argument is wrong. Nothing was started."""


class UnknownInputError(UsageError):
    """Options name inputs that a model does not have.

    Attributes:
        option: The first of these options, without dashes.
        names: The names that it gives.
    """

    def __init__(
        self, given: Mapping[str, Sequence[str]], model: str, inputs: Iterable[str]
    ) -> None:
        """`given`: the names, by what the message calls the option. `model`: what it calls the
        model. `inputs`: those that the model has.
        """
        named = [f"{option} names {', '.join(map(repr, names))}" for option, names in given.items()]
        super().__init__(
            f"{' and '.join(named)}, but the inputs of {model} are "
            f"{', '.join(map(repr, inputs)) or 'none'}"
        )
        option, names = next(iter(given.items()))
        self.option = option.lstrip("-")
        self.names = tuple(names)


class ModelError(AoeError):
    """A source model cannot be read or is not valid."""


class ElementTypeError(ModelError):
    """Values of a source model have other element types than are declared, or than nodes take. No
    values of its inputs change that.
    """


class UnsupportedModelError(ModelError):
    """A valid model uses something that open-aoe does not compute, and the message lists all such
    nodes; or it needs more memory than this machine has.

    Attributes:
        never_computed: The error for those nodes that are not computed for any values of the
            inputs. None if there are no such nodes.
    """

    never_computed: UnsupportedModelError | None = None

    @staticmethod
    def listing(
        model: str,
        problems: Sequence[str],
        never_computed: Sequence[str] = (),
        is_step: bool = False,
    ) -> UnsupportedModelError:
        """The error for a model with some nodes.

        Args:
            model: The name of the model.
            problems: Each node, described in a few words.
            never_computed: The problems that no values of the inputs change.
            is_step: Whether it is a step of a framework, which nobody exports: the message says
                what it has, and does not advise to export it without.
        """
        reason = " because of" if is_step else "; export it without"
        number = "this" if len(problems) == 1 else f"these {len(problems)}"
        error = UnsupportedModelError(
            f"open-aoe cannot compute {one_line(model)}{reason} {number}: "
            + "; ".join(map(one_line, problems))
        )
        if never_computed:
            error.never_computed = UnsupportedModelError.listing(
                model, never_computed, is_step=is_step
            )
        return error


class OfflineModelError(AoeError):
    """An offline model (`.om`) is truncated, altered, foreign or does not fit this machine."""


class NoOfflineModelError(OfflineModelError, UsageError):
    """There is no such offline model: the path is wrong, which is misuse on the command line."""


class RepositoryError(AoeError):
    """A repository cannot be read from or written to."""


class ResultFileError(AoeError):
    """A result file cannot be read or written, or has another form."""


class PolicyError(AoeError):
    """A policy is not in the operator's space. The caller treats it as a repository miss."""


class CompileError(AoeError):
    """LLVM refused generated code. This is a defect of open-aoe; the message has LLVM's words."""


class CandidateError(AoeError):
    """A tuning candidate failed to compile, crashed, hung or gave a wrong answer. Only this
    candidate is lost.
    """
