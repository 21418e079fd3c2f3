"""Which entries of a repository a subcommand of `aoe bank` is about, as the user gives it.

This module imports nothing heavy: `command.py` needs it before any subcommand runs.
`selection.py` finds the entries.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """The values of the filter options. `None` means that the option was not given.

    Attributes:
        builtin: Read the built-in repository instead of the user's own.
        type: Operator type, for example `Conv`; upper and lower case are equal.
        soc_version: Device model.
        model: Path of a model; only entries of its operators and subgraphs pass.
        input_shape: Shapes of the inputs of `model`, as `--input_shape` takes them.
        min_gain: Least gain in percent.
    """

    builtin: bool
    type: str | None
    soc_version: str | None
    model: str | None
    input_shape: str | None
    min_gain: float | None = None
