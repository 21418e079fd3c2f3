"""Judges the analytic cost model by recorded trials and fits its constants to them.

    python -m benchmarks.cost_model record [MODEL.onnx ...] --output trials.jsonl
    python -m benchmarks.cost_model regret trials.jsonl ... [--profile FILE]
    python -m benchmarks.cost_model fit trials.jsonl ... --output profiles/znver4.json

A trial log is what `record`, `benchmarks.search.record` or a tuning job has written (`trials.jsonl`
in the job's folder). `regret` says how much slower than the best recorded policy the one is that
the model would take, by operator family, and how well estimates order policies. `fit` fits the
constants to a part of the operators and compares the regret on the others before and after. It
writes no profile that is worse there. These others also decide when the fit stops, so the figure is
a little too good; trials of other models tell how much.

Times and estimates must be of one machine: the trial logs have to be of this one. The best of many
noisy times is too low, so noise raises every regret; record on a machine that does nothing else. A
job tries promising policies first, so that its trials say less of the order of all policies than
those of `record`. A profile takes effect as `aoe/backends/cpu/cost/profiles/<cpu>.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aoe.application.model.machine import this_machine
from aoe.atomic_file import replace_file
from aoe.backends import registry
from aoe.backends.cpu.cost.profile import CostProfile, load
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.errors import AoeError, UsageError
from aoe.settings import read_settings
from benchmarks.cost_model.constants import profile_json
from benchmarks.cost_model.fitting import Fit, Limits, fit
from benchmarks.cost_model.regret import ALL, FamilyFigures, by_family, judged
from benchmarks.cost_model.tables import (
    Table,
    estimates_of,
    profile_in_force,
    read_tables,
    split,
)
from benchmarks.machine import describe_machine
from benchmarks.report import Row, existing_model, print_report
from benchmarks.search import record, suite

#: The figures of each part by family.
Figures = Mapping[tuple[str, str], FamilyFigures]


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what is asked for.

    Returns:
        The exit status: 1 if a fitted profile was refused, 2 if an argument is wrong.
    """
    options = _parser().parse_args(arguments)
    commands = {"regret": _regret, "fit": _fit, "record": _record}
    try:
        return commands[options.command](options)
    except AoeError as error:
        print(error, file=sys.stderr)
        return 2


def target_of(soc_version: str) -> CpuTarget:
    """This machine as the target that a trial log was recorded on.

    Raises:
        UsageError: The log is of another device model.
    """
    found = registry.target_of(soc_version)
    target = None if found is None else this_machine(found.threads, read_settings(), found.backend)
    if not isinstance(target, CpuTarget):
        raise UsageError(
            f"the trials were recorded on {soc_version}, which is not a CPU of this machine; run "
            "the command where they were recorded"
        )
    return target


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.cost_model", description=(__doc__ or "").splitlines()[0]
    )
    commands = parser.add_subparsers(dest="command", required=True)
    _add_logs(commands.add_parser("regret", help="judge a profile"))
    command, usual = commands.add_parser("fit", help="fit a profile"), Limits()
    _add_logs(command)
    command.add_argument("--output", type=Path, required=True, help="the profile to write")
    command.add_argument("--held-out", type=float, default=0.3, help="share of operators")
    command.add_argument("--seed", type=int, default=0, help="decides which are held out")
    command.add_argument("--sweeps", type=int, default=usual.sweeps, help="at most")
    command.add_argument("--policies", type=int, default=usual.policies, help="to fit to, of each")
    command = commands.add_parser("record", help="record trials on a machine that does only this")
    command.add_argument(
        "models", nargs="*", type=existing_model, help=".onnx files; default: the suite's"
    )
    command.add_argument("--output", type=Path, required=True, help="a trial log to append to")
    command.add_argument("--operators", type=int, default=suite.COUNT, help="of the models")
    command.add_argument("--threads", type=int, default=2)
    return parser


def _add_logs(command: argparse.ArgumentParser) -> None:
    """Adds the options of commands that read trial logs."""
    command.add_argument("trials", nargs="+", type=Path, metavar="TRIALS.jsonl")
    command.add_argument("--profile", type=Path, help="to judge, or to begin with")
    command.add_argument("--json", action="store_true", help="print one JSON object, no table")


def _regret(options: argparse.Namespace) -> int:
    tables = read_tables(options.trials, cache(target_of))
    costs = _profile(options, tables)
    rows: list[Row] = [
        {
            "operator": operator_type,
            "implementation": implementation,
            "operators": figures.operators,
            "policies": figures.policies,
            **figures.cells(),
        }
        for (operator_type, implementation), figures in _figures(tables, costs).items()
    ]
    print_report("Regret of the cost model", rows, options.json, [_described(options)])
    return 0


def _fit(options: argparse.Namespace) -> int:
    tables = read_tables(options.trials, cache(target_of))
    train, held_out = split(tables, options.held_out, options.seed)
    limits = Limits(sweeps=options.sweeps, policies=options.policies)
    found = fit(train, held_out, _profile(options, tables), limits)
    parts, in_force = {"train": train, "held-out": held_out}, profile_in_force(tables)
    before = {name: _figures(part, in_force) for name, part in parts.items()}
    after = {name: _figures(part, found.costs) for name, part in parts.items()}
    reason = refusal(found, before["held-out"], after["held-out"])
    if reason is None:
        _write(options, found, tables, _provenance(options, tables, before, after))
    changes = f"{len(found.changed)} of {found.fitted} constants changed in {found.sweeps} sweeps"
    outcome = f"not written: {reason}" if reason else f"written to {options.output}"
    rows = [row for name in parts for row in _rows(name, before[name], after[name])]
    notes = [_described(options), changes, outcome]
    print_report("Fit of the cost model", rows, options.json, notes)
    if reason:
        print(f"{options.output} is not written: {reason}", file=sys.stderr)
    return int(reason is not None)


def _write(
    options: argparse.Namespace, found: Fit, tables: Sequence[Table], provenance: Mapping[str, Any]
) -> None:
    about = f"Fitted by benchmarks.cost_model to {provenance['trials']} trials."
    data = profile_json(found.costs, tables[0].target.model, about, provenance)
    try:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        replace_file(options.output, (json.dumps(data, indent=1) + "\n").encode())
    except OSError as error:
        raise AoeError(f"cannot write {options.output}: {error.strerror or error}") from error


def _record(options: argparse.Namespace) -> int:
    """Records with `benchmarks.search.record`: the suite, or operators of the models."""
    own = ["--output", str(options.output), "--threads", str(options.threads)]
    # The best known policies of the suite are those of long searches: a recording leaves them.
    own += ["--best_known", str(options.output.with_suffix(".best.json"))]
    if not options.models:
        return record.main(own)
    with TemporaryDirectory() as folder:
        chosen = Path(folder) / "operators.json"
        models = [str(path) for path in options.models]
        count = ["--operators", str(options.operators)]
        suite.main([*models, *count, "--output", str(chosen)])
        return record.main([*own, "--suite", str(chosen)])


def refusal(found: Fit, before: Figures, after: Figures) -> str | None:
    """Why a fitted profile is not to be written.

    Args:
        found: The fit.
        before: The held-out figures of the profile in force.
        after: Those of the fitted profile.

    Returns:
        The reason, None if there is none.
    """
    if not found.changed:
        return "no change of a constant lowers the regret or the rank loss"
    old, new = before[ALL, ALL].mean, after[ALL, ALL].mean
    if new > old + 1e-9:
        return f"its held-out regret is {new:.4f}, that of the profile in force {old:.4f}"
    return None


def _profile(options: argparse.Namespace, tables: Sequence[Table]) -> CostProfile:
    return load(options.profile) if options.profile else profile_in_force(tables)


def _figures(tables: Sequence[Table], costs: CostProfile) -> Figures:
    return by_family(judged(tables, estimates_of(tables, costs)))


def _described(options: argparse.Namespace) -> str:
    logs = ", ".join(path.name for path in options.trials)
    return f"trials of {logs}; profile: {options.profile or 'that in force'}"


def _rows(part: str, before: Figures, after: Figures) -> list[Row]:
    return [
        {
            "part": part,
            "operator": operator_type,
            "implementation": implementation,
            "operators": figures.operators,
            **figures.cells(" before"),
            **after[operator_type, implementation].cells(" after"),
        }
        for (operator_type, implementation), figures in before.items()
    ]


def _provenance(
    options: argparse.Namespace,
    tables: Sequence[Table],
    before: Mapping[str, Figures],
    after: Mapping[str, Figures],
) -> dict[str, Any]:
    """What the profile was fitted to, and its figures."""
    machine = describe_machine()
    figures = {
        part: {"before": before[part][ALL, ALL].cells(), "after": after[part][ALL, ALL].cells()}
        for part in before
    }
    return {
        "date": machine.pop("date"),
        "machine": machine,
        "soc_versions": sorted({table.target.soc_version for table in tables}),
        "operators": len({table.operator.key for table in tables}),
        "trials": sum(len(table.policies) for table in tables),
        "held_out_share": options.held_out,
        "seed": options.seed,
        **figures,
    }


if __name__ == "__main__":
    sys.exit(main())
