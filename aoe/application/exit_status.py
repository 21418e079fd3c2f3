"""How a command of the terminal ends: its exit status, and one sentence for an error.

Exit status: 0 for success, also when the job was interrupted or ran out of its budget and kept its
winners; 1 for failure; 2 for wrong use. An error is one sentence on standard error; AOE_TRACEBACK=1
adds the traceback.
"""

from __future__ import annotations

import errno
import io
import logging
import os
import re
import shlex
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import click

from aoe.application.scopes import SCOPES, scope_of
from aoe.errors import AoeError, UsageError, printable
from aoe.near_names import hint
from aoe.settings import traceback_wanted

DONE, FAILED, MISUSE = 0, 1, 2

#: What is wrong with a path itself, given by the user or not.
_OF_THE_PATH = {
    errno.ENAMETOOLONG: "its name is too long",
    errno.ELOOP: "its symbolic links go round in circles",
    errno.ENOTDIR: "a part of it is not a directory",
}
#: Failed writes that say something of the place that is written to, and nothing of the program.
_OF_THE_PLACE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO})


def run_guarded(
    command: click.Command, arguments: Sequence[str], interrupted: str = "interrupted"
) -> int:
    """Runs a click command. Errors become one sentence on standard error and an exit status.

    Args:
        command: The command.
        arguments: Its arguments.
        interrupted: The sentence for Ctrl-C.

    Returns:
        The exit status.
    """
    _escape_what_is_no_text()
    handler = _warnings_to_standard_error()
    try:
        status: Any = command.main(list(arguments), prog_name=command.name, standalone_mode=False)
        return status if isinstance(status, int) else DONE
    except click.exceptions.NoSuchOption as error:
        return _fail(MISUSE, _unknown(error.option_name, error.ctx, arguments))
    except click.ClickException as error:
        sentence = error.format_message().rstrip(".")
        advice = "" if sentence[-1:] == "?" else f"; see {_help_of(error, command, arguments)}"
        return _fail(MISUSE, f"{sentence}{advice}")
    except UsageError as error:
        return _fail(MISUSE, str(error))
    except AoeError as error:
        return _fail(FAILED, str(error))
    except (KeyboardInterrupt, click.Abort):
        return _fail(FAILED, interrupted)
    except BrokenPipeError:
        return FAILED
    except PermissionError as error:
        return _fail(
            FAILED,
            f"cannot use {error.filename}: {error.strerror}; get permission or name another place",
        )
    except MemoryError as error:
        return _fail(FAILED, _no_room(error))
    except OSError as error:
        if error.errno in _OF_THE_PATH and error.filename:
            reason, place = _OF_THE_PATH[error.errno], error.filename
            place = os.fsdecode(place) if isinstance(place, bytes) else str(place)
            status = MISUSE if _is_given(place, arguments) else FAILED
            return _fail(status, f"cannot use {place}: {reason}; name another place")
        return _fail(FAILED, _place_that_failed(error) or _defect(error))
    except Exception as error:
        return _fail(FAILED, _defect(error))
    finally:
        logging.getLogger("aoe").removeHandler(handler)


def _is_given(place: str, arguments: Sequence[str]) -> bool:
    """Whether a path is one of the arguments, or made of one: around it, below it, or beside it
    with more in its name.
    """
    try:
        found, here = os.path.abspath(place), os.getcwd()
    except OSError:  # the working directory is gone
        return False
    texts = {part for item in arguments for part in (item, *re.split("[=:;,]", item))}
    for path in (os.path.abspath(text) for text in texts if text and not text.isdecimal()):
        around = _is_within(path, found) and not _is_within(here, found)
        beside = os.path.dirname(path) == os.path.dirname(found)
        name = os.path.basename(found).removeprefix(".")  # of a file that is not whole yet
        made_of = beside and name.startswith(os.path.basename(path))
        if around or made_of or _is_within(found, path):
            return True
    return False


def _is_within(path: str, folder: str) -> bool:
    return os.path.join(path, "").startswith(os.path.join(folder, ""))


def _place_that_failed(error: OSError) -> str | None:
    """The sentence for a full disk and the like, also where standard output is led to a file."""
    if error.errno not in _OF_THE_PLACE:
        return None
    place = error.filename or "the output"
    return f"cannot write {place}: {error.strerror}; make room or name another place"


def _no_room(error: MemoryError) -> str:
    asked = f" ({error})" if str(error) else ""
    return f"there is not enough memory{asked}; give smaller shapes, or end other programs"


def _defect(error: Exception) -> str:
    return (
        f"unexpected {type(error).__name__}: {error}; this is a defect of open-aoe: "
        "run again with AOE_TRACEBACK=1 for the traceback and report it"
    )


def _unknown(name: str, context: click.Context | None, arguments: Sequence[str]) -> str:
    where = "" if context is None else f"{context.command_path} "
    is_given = any(item.startswith(f"{name}=") for item in arguments)
    if context is not None and context.parent is None:  # what is no option there is a value
        is_given |= _value_of(name, arguments)[:1] not in ("", "-")
    known = [] if context is None else _options(context.command, valued=is_given)
    flags = [] if is_given else ["--help"]
    meant = hint(name, [*known, *flags], f"see {where}--help for all options")
    head = name.rstrip("0123456789")
    valued = [] if context is None else _options(context.command, valued=True)
    if head in valued and head != name:
        meant = f"did you mean {head}={name.removeprefix(head)}?"
    if context is not None and name in _options(context.find_root().command):
        meant = _in_another_form(name, context, _value_of(name, arguments))
    return f"unknown option {name}; {meant}"


def _options(command: click.Command, valued: bool = False) -> list[str]:
    """The names of the options of a command. `valued`: only those that have a value."""
    return [
        name
        for item in command.params
        if isinstance(item, click.Option) and not (valued and item.is_flag)
        for name in item.opts
    ]


def _value_of(name: str, arguments: Sequence[str]) -> str:
    """What an option is given; empty if it is the last argument."""
    is_letter = len(name) == len("-f")
    for place, item in enumerate(arguments):
        option, equals, value = item.partition("=")
        if option == name:
            return value if equals else next(iter(arguments[place + 1 :]), "")
        if is_letter and item.startswith(name):  # `-f5`
            return item.removeprefix(name)
    return ""


def _in_another_form(name: str, context: click.Context, value: str) -> str:
    """What to give in place of an option of AOE that a subcommand does not take. `value`: what it
    was given.
    """
    root, command = context.find_root().command, context.command_path
    known = _options(context.command)
    if name in ("-m", "--model", "--model_path"):
        return f"give the model alone, as in {command} MODEL"
    if name in ("-j", "--job_type") and "--scope" in known:
        scope = scope_of(value)
        return f"use --scope={scope}" if scope else f"use --scope={_one_of(tuple(SCOPES))}"
    for other in next(item.opts for item in root.params if name in item.opts):
        if other in known:
            return f"use {other}={shlex.quote(value)}" if value else f"use {other}"
    if "--scope" in known:  # the job is not about a model
        return f"give it to {root.name} alone, as in {root.name} {name}=…"
    return f"{command} does not take it; see {command} --help"


def _one_of(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _help_of(error: click.ClickException, command: click.Command, arguments: Sequence[str]) -> str:
    """The command that shows help for what went wrong: that of the subcommand, if there was one.
    Some errors of parsing do not tell it.
    """
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        return f"{context.command_path} --help"
    path, reached = [str(command.name)], command
    for word in arguments:
        found = reached.commands.get(word) if isinstance(reached, click.Group) else None
        if found is None:
            break
        path.append(word)
        reached = found
    return f"{' '.join(path)} --help"


def _fail(status: int, sentence: str) -> int:
    if traceback_wanted() and status == FAILED:
        traceback.print_exc()
    click.echo(f"error: {printable(sentence)}", err=True)
    return status


def _escape_what_is_no_text() -> None:
    """Lets standard output and standard error take names of files that are no text."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def _warnings_to_standard_error() -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("warning: %(message)s"))
    logging.getLogger("aoe").addHandler(handler)
    return handler
