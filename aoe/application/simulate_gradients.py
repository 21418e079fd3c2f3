"""`aoe simulate-gradients`: what a plan of gradients would gain on another cluster, from a profile
that was measured here. It is a simulation: nothing is measured on that cluster, and the backward
pass is taken to last as long there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from aoe.application.display.table import printed_table
from aoe.errors import AoeError, UsageError, counted, first_of
from aoe.gradient_tuning.backward import Backward, Plan, timeline
from aoe.gradient_tuning.backward_profile import BackwardProfile, unhidden_text
from aoe.gradient_tuning.candidates import raced
from aoe.gradient_tuning.exact import exact
from aoe.gradient_tuning.link import ring_link, seconds_of
from aoe.gradient_tuning.rules import MIB, ddp_default, known_plans
from aoe.repository.bank_tree import custom_root
from aoe.repository.gradient_entry import GradientEntry
from aoe.repository.gradient_file import gradient_files, read_gradients
from aoe.settings import read_settings

HEADINGS = ("plan", "segments", "tail ms", "hidden", "backward with tail ms", "gain")
#: The heading of the end where a step of the optimizer is part of it.
WITH_UPDATES = "backward, tail, updates ms"
#: What gains are quoted against.
BASE = "DDP 25 MB"
#: The plan that tuning would choose if steps there were as simulated.
OURS = "open-aoe"
#: The same where it may update parameters behind segments.
UPDATING = "open-aoe, updates behind"


@dataclass(frozen=True, slots=True)
class _Simulated:
    """A plan in a backward pass.

    Attributes:
        name: What it is.
        backward: The backward pass, with updates behind segments if the plan has them.
        plan: The plan.
        after: Seconds of the step of the optimizer after the last segment.
    """

    name: str
    backward: Backward
    plan: Plan
    after: float

    @property
    def end(self) -> float:
        """Seconds until all parameters are updated."""
        return timeline(self.backward, self.plan).updated + self.after


def simulate_gradients_command(
    profile: str | None, workers: int, link: str, updates: str | None, as_json: bool
) -> int:
    """Prints a table. Returns the exit status."""
    connection = ring_link(link, workers)
    seconds = 0.0 if updates is None else seconds_of("--updates", updates)
    entry = _entry(profile)
    if entry.is_placeholder:
        raise AoeError(
            f"{entry.model} is a placeholder: its profile is not measured yet; tune with AOE_MODE=4"
        )
    measured = BackwardProfile.of(entry)
    backward = measured.backward(connection)
    plans = _plans(measured, backward, seconds)
    base = next(item.end for item in plans if item.name == BASE)
    if as_json:
        facts = [_facts(item, base) for item in plans]
        simulated = {"model": entry.model, "workers": workers, "link": link, "simulation": True}
        click.echo(json.dumps({**simulated, "plans": facts}, indent=1))
        return 0
    click.echo(
        f"simulation, not a measurement: {counted(workers, 'worker')} in a ring, {link} each; "
        f"{counted(backward.count, 'gradient')} of {entry.model}, "
        f"{sum(backward.sizes) / MIB:.1f} MiB, the "
        f"last is ready after {backward.ready[-1] * 1e3:.2f} ms as measured here"
    )
    headings = HEADINGS if not seconds else (*HEADINGS[:4], WITH_UPDATES, HEADINGS[5])
    rows = [_row(item, base) for item in plans]
    click.echo(printed_table(headings, rows, range(1, len(headings))), nl=False)
    last = unhidden_text(measured, backward, plans[-1].plan)
    if last is not None:
        click.echo(last)
    return 0


def _plans(measured: BackwardProfile, backward: Backward, seconds: float) -> list[_Simulated]:
    """The plans that are compared. `seconds`: a step of the optimizer."""
    default = ddp_default(backward.sizes)
    updating = replace(backward, updates=measured.updates(seconds))
    plans = {**known_plans(backward), OURS: raced(backward, default)}
    found = [_Simulated(name, backward, plan, seconds) for name, plan in plans.items()]
    found.insert(-1, _Simulated("bound", updating, exact(updating), 0.0))
    if seconds:
        found.append(_Simulated(UPDATING, updating, raced(updating, default), 0.0))
    return found


def _entry(profile: str | None) -> GradientEntry:
    """The profile that is meant: of a key, or the only one of a file or of the repository."""
    if profile is not None and not profile.isdecimal():
        path = Path(profile)
        if not path.is_file():
            raise UsageError(f"{profile}: there is no such file, and it is no key of a profile")
        return _only(path, [path], "")
    root = custom_root(read_settings())
    return _only(root, gradient_files(root), profile or "")


def _only(place: Path, files: Sequence[Path], first_digits: str) -> GradientEntry:
    """The profile of some files whose key begins so."""
    read = [(path, *read_gradients(path)) for path in files]
    known = [entry for _, entries, _ in read for entry in entries]
    found = [entry for entry in known if entry.model.startswith(first_digits)]
    if known and not found:
        names = first_of([entry.model for entry in known], 5)
        raise AoeError(f"no gradient profile {first_digits} in {place}, which has {names}")
    if not found:
        damage = [f"{path}: {reason}" for path, _, reasons in read for reason in reasons]
        left_out = f"; left out {first_of(damage, 2)}" if damage else ""
        raise AoeError(
            f"no gradient profile in {place}; a training with AOE_MODE=4 makes one{left_out}"
        )
    if len(found) > 1:
        names = first_of([entry.model for entry in found], 5)
        raise UsageError(f"{len(found)} gradient profiles in {place}: {names}; name one")
    return found[0]


def _facts(item: _Simulated, base: float) -> dict[str, Any]:
    """What is told of a plan. `base`: the end of the one that gains are quoted against."""
    found = timeline(item.backward, item.plan)
    return {
        "plan": item.name,
        "ends": list(item.plan),
        "tail_ms": round(found.tail * 1e3, 6),
        "hidden": round(found.hidden, 4),
        "end_ms": round(item.end * 1e3, 6),
        "gain_percent": round(100 * (base / item.end - 1), 2),
    }


def _row(item: _Simulated, base: float) -> tuple[str, ...]:
    facts = _facts(item, base)
    return (
        item.name,
        str(len(item.plan)),
        f"{facts['tail_ms']:.2f}",
        f"{facts['hidden']:.0%}",
        f"{facts['end_ms']:.2f}",
        f"{facts['gain_percent']:.2f}%",
    )
