"""Runs the commands of a page in this process, as a shell in one directory would.

It knows what the pages use: `aoe`, `msoptune`, `mkdir`, `export`, variables before a command,
`python examples/build_resnet50.py` and the evaluation of shell completion. Searches get one second,
so a command is carried out as a whole and nothing waits for the machine.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import onnx
import pytest

from aoe.application import command_line, msoptune
from tests.docs.stand_ins import image_model, known_key

#: Key prefixes of real output in pages; the stand-in repository has other entries.
SHOWN_KEY = "405306285"
_ASSIGNMENT = re.compile(r"([A-Z_]+)=(.*)", re.S)
#: Variables that make another tuning run of the same arguments.
_VARIABLES = ("REPEAT_TUNE", "ASCEND_WORK_PATH")
_COMPLETION = re.compile(r'eval "\$\((.*)\)"')


class Shell:
    """A shell in a folder; what it exports lasts as long as `patch`."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, tuned: set[str]) -> None:
        """`tuned`: the tuning runs that were carried out, which no shell repeats."""
        self.folder = folder
        self.patch = patch
        self.tuned = tuned

    def run(self, line: str) -> int:
        """Carries out a line; returns the exit status."""
        completion = _COMPLETION.fullmatch(line)
        words = shlex.split(completion[1] if completion else line)
        with pytest.MonkeyPatch.context() as before_a_command:
            while words and (assignment := _ASSIGNMENT.fullmatch(words[0])):
                before_a_command.setenv(*assignment.groups())
                del words[0]
            return self._command(words)

    def _command(self, words: Sequence[str]) -> int:
        match list(words):
            case ["mkdir", *arguments]:
                for name in arguments:
                    if not name.startswith("-"):
                        (self.folder / name).mkdir(exist_ok="-p" in arguments)
                return 0
            case ["export", *assignments]:
                for name, _, value in (text.partition("=") for text in assignments):
                    self.patch.setenv(name, value)
                return 0
            case ["python", "examples/build_resnet50.py", path]:
                onnx.save(image_model([1, 3, 224, 224]), self.folder / path)
                return 0
            case ["aoe", *arguments]:
                arguments = self._shortened(arguments)
                if _tunes(arguments):
                    text = shlex.join([*map(os.environ.get, _VARIABLES, "--"), *sorted(arguments)])
                    if text in self.tuned:
                        return 0
                    self.tuned.add(text)
                return self._guarded(command_line.main, arguments)
            case ["msoptune", *arguments]:
                return self._guarded(msoptune.main, arguments)
        raise AssertionError(f"this shell does not know {words[0]}; mark the block as not run")

    def _guarded(self, main: object, arguments: Sequence[str]) -> int:
        assert callable(main)
        try:
            return int(main(arguments))
        except SystemExit as end:  # of shell completion
            return int(end.code or 0)

    def _shortened(self, arguments: Sequence[str]) -> list[str]:
        """The same arguments for less time: budgets of a second, and measurements shorter."""
        words = [re.sub(r"^--budget=.*", "--budget=1", word) for word in arguments]
        words = [known_key(self.folder)[:9] if word == SHOWN_KEY else word for word in words]
        for name, value in (("--budget", "1"), ("--seconds", "0.05")):
            if name in words:
                words[words.index(name) + 1] = value
        if words[:1] == ["bench"] and "--seconds" not in words:
            words += ["--seconds", "0.05"]
        return [*words, "--budget=1"] if _tunes(words) and "--budget=1" not in words else words


def _tunes(arguments: Sequence[str]) -> bool:
    """Whether the arguments of `aoe` begin a tuning run."""
    return arguments[:1] == ["tune"] or (bool(arguments) and arguments[0].startswith("-"))
