"""Measures what tuning subgraphs adds to tuning operators: `--job_type=1,2` against `2`.

    python -m benchmarks.tuning.subgraph_gain MODEL… --budget 180s --output gains.jsonl \
        --folder gains

Both tunings run the command `aoe` with equal budgets from empty repositories. Then the two tuned
models and the default one take turns in fresh processes (`benchmarks.tuning.fresh_processes`) until
the ratios are known. So a model takes twice the budget, `--seconds`, compiling and loading: with
180 s about 8 minutes, 14 models less than two hours. A much shorter budget is used up by operators
alone, and the ratio then tells what they lost.

Each model that is done is a line of `--output` and is not done again. `--folder` also keeps
tunings, which go on after `--limit` or Ctrl-C ended them. A model that cannot be tuned is reported
and left out.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import hypot, prod
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from aoe.application.model.compilation import known_subgraphs
from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_profiles
from aoe.backends.registry import backend_of
from aoe.frontends.frontend import ModelOrigin
from aoe.graph.subgraph.decision_kinds import changed_kinds
from aoe.policy import SubgraphPolicy
from aoe.settings import read_settings
from aoe.tuning.subgraph.decision_gains import ChangedSubgraph
from benchmarks.report import Row, benchmark_parser, existing_model, print_report
from benchmarks.sessions import repository_at
from benchmarks.tuning.fresh_processes import Processes, Ratio, time_in_fresh_processes
from benchmarks.tuning.runs import BOTH, OPERATORS, Tuning, default_model

#: Which of the models that take turns is which.
_TUNED, _BOTH, _DEFAULT = range(3)
#: A speed-up from which subgraph tuning counts as worth while.
WORTH_WHILE = 1.03


@dataclass(frozen=True, slots=True)
class Gain:
    """What was measured of one model.

    Attributes:
        model: The name of the model.
        threads: The number of threads.
        budget: The budget of each tuning.
        subgraphs: How many subgraphs there are, and how many of them differ from the default.
        decided: What differs from the default, and how often.
        measured: The model tuned by `2`, by `1,2`, and with default policies.
        minutes: How long this took, without what an earlier call left.
        changed: The distinct subgraphs that differ, with their times under the default policy and
            under theirs, as tuning measured them. Earlier lines of a file have none.
    """

    model: str
    threads: int
    budget: str
    subgraphs: tuple[int, int]
    decided: Mapping[str, int]
    measured: Processes
    minutes: float = 0.0
    changed: tuple[ChangedSubgraph, ...] = ()

    @property
    def ratio(self) -> Ratio:
        """The time by `2` over that by `1,2`."""
        return self.measured.ratio(_BOTH, _TUNED)

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Gain:
        """Returns the gain that `asdict` turned into a JSON object."""
        total, changed = data["subgraphs"]
        measured = Processes(tuple(map(tuple, data["measured"]["medians"])))
        subgraphs = tuple(
            ChangedSubgraph(**{**item, "kinds": tuple(item["kinds"])})
            for item in data.get("changed", ())
        )
        made = {"subgraphs": (total, changed), "measured": measured, "changed": subgraphs}
        return Gain(**{**data, **made})


def main(arguments: Sequence[str] | None = None) -> int:
    """Tunes, measures and prints one table.

    Returns:
        The exit status: 1 if a tuning failed or met its limit.
    """
    options = _parser().parse_args(arguments)
    done = gains_in(options.output, options.threads, options.budget)
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.folder or Path(temporary)).absolute()
        for model in options.models:
            if model.stem not in done:
                try:
                    gain = gain_of(model, folder / f"{model.stem}_{options.threads}", options)
                except SystemExit as error:
                    print(f"{model.stem}: {error}", flush=True)
                    continue
                if gain is None:
                    print(f"{model.stem}: the limit came first; go on with the same command")
                    return 1
                done[model.stem] = gain
                with options.output.open("a") as file:
                    file.write(json.dumps(asdict(gain)) + "\n")
                print(progress(gain), flush=True)
    gains = [done[model.stem] for model in options.models if model.stem in done]
    if not gains:
        return 1
    notes = [
        f"threads: {options.threads}; budget of each tuning: {options.budget}; geometric means",
        "speed-up: time by `2` over time by `1,2`; ±: of it, 95 %",
        *summary(gains),
        *by_decision(gains),
    ]
    print_report("What subgraph tuning adds", list(map(gain_row, gains)), options.json, notes)
    return 0 if len(gains) == len(options.models) else 1


def _parser() -> argparse.ArgumentParser:
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "models", nargs="+", type=existing_model, help=".onnx files of static shapes"
    )
    parser.add_argument(
        "--budget", default="180s", help="of each tuning, as `aoe --budget` takes it"
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60.0, help="measuring time per model")
    parser.add_argument("--uncertainty", type=float, default=0.5, help="percent that are enough")
    parser.add_argument("--output", type=Path, required=True, help="a line per model, appended")
    parser.add_argument("--folder", type=Path, help="kept and reused; default: a new one")
    parser.add_argument("--limit", type=float, help="seconds after which a tuning is interrupted")
    return parser


def gains_in(path: Path, threads: int, budget: str) -> dict[str, Gain]:
    """Returns what a file has of these threads and this budget, by model."""
    lines = path.read_text().splitlines() if path.exists() else []
    found = map(Gain.from_json, map(json.loads, lines))
    return {gain.model: gain for gain in found if (gain.threads, gain.budget) == (threads, budget)}


def gain_of(model: Path, folder: Path, options: argparse.Namespace) -> Gain | None:
    """Tunes a model both ways and measures it; returns None if `options.limit` came first."""
    threads, budget, begin = options.threads, options.budget, time.monotonic()
    tunings = [
        Tuning(model, threads, budget, folder / f"{budget}_{kinds.replace(',', '_')}", kinds)
        for kinds in (OPERATORS, BOTH)
    ]
    if not all(tuning.carry_out(options.limit) for tuning in tunings):
        return None
    models = [*(item.offline_model for item in tunings), default_model(model, threads, folder)]
    limits = options.uncertainty / 100, options.seconds
    target = this_machine(threads, read_settings())
    with backend_of(target).machine.watch(target) as watch:
        measured = time_in_fresh_processes(models, threads, *limits, watch)
    with repository_at(tunings[-1].repository):
        total, decided, subgraphs = decided_in_repository(model, threads)
    minutes = (time.monotonic() - begin) / 60
    counts = total, sum(item.uses for item in subgraphs)
    return Gain(model.stem, threads, budget, counts, decided, measured, minutes, subgraphs)


def decided_in_repository(
    model: Path, threads: int
) -> tuple[int, dict[str, int], tuple[ChangedSubgraph, ...]]:
    """Returns what a repository decides otherwise than by default.

    Returns:
        The number of subgraphs, how often each kind of decision differs, and the distinct subgraphs
        whose stored policy is not the default one.
    """
    settings = read_settings()
    target = this_machine(threads, settings)
    store = known_subgraphs(settings, target)
    _, (graph,) = load_profiles(ModelOrigin(model), [{}], target=target)
    uses = Counter(subgraph.key for subgraph in graph.subgraphs)
    decided: Counter[str] = Counter()
    changed: list[ChangedSubgraph] = []
    for subgraph in {item.key: item for item in graph.subgraphs}.values():
        entry = store.entry(subgraph)
        if entry is None or not isinstance(entry.policy, SubgraphPolicy):
            continue
        kinds = changed_kinds(subgraph.policy(graph.decisions), entry.policy)
        if kinds:
            number = uses[subgraph.key]
            decided.update({kind: times * number for kind, times in kinds.items()})
            before, after = entry.default or entry.before, entry.after
            seconds = before.median_us * 1e-6, after.median_us * 1e-6
            changed.append(ChangedSubgraph(tuple(sorted(kinds)), number, *seconds))
    return len(graph.subgraphs), dict(decided), tuple(changed)


def progress(gain: Gain) -> str:
    """Returns the line that is printed when a model is done."""
    ratio, (total, changed) = gain.ratio, gain.subgraphs
    return (
        f"{gain.model}: {ratio.value:.3f} ± {ratio.value * ratio.uncertainty:.3f},"
        f" {changed} of {total} subgraphs changed, {gain.minutes:.1f} minutes"
    )


def gain_row(gain: Gain) -> Row:
    """Returns the row of a model."""
    total, changed = gain.subgraphs
    ratio = gain.ratio
    decided = sorted(gain.decided.items(), key=lambda item: -item[1])
    return {
        "model": gain.model,
        "default, ms": gain.measured.seconds(_DEFAULT) * 1e3,
        "2, ms": gain.measured.seconds(_TUNED) * 1e3,
        "1,2, ms": gain.measured.seconds(_BOTH) * 1e3,
        "speed-up": round(ratio.value, 3),
        "±": ratio.value * ratio.uncertainty,
        "processes": len(gain.measured.quiet),
        "subgraphs changed": f"{changed} of {total}",
        "decided": ", ".join(f"{kind} ×{times}" for kind, times in decided) or "nothing",
    }


def summary(gains: Sequence[Gain]) -> list[str]:
    """Returns the geometric mean of the speed-ups, and how many models gain and lose."""
    ratios = [gain.ratio for gain in gains]
    mean = prod(ratio.value for ratio in ratios) ** (1 / len(ratios))
    uncertainty = hypot(*(ratio.uncertainty for ratio in ratios)) / len(ratios)
    faster = sum(ratio.value >= WORTH_WHILE for ratio in ratios)
    slower = [
        gain.model
        for gain, ratio in zip(gains, ratios, strict=True)
        if ratio.value * (1 + ratio.uncertainty) < 1
    ]
    return [
        f"geometric mean of the speed-ups: {mean:.3f} ± {mean * uncertainty:.3f}",
        f"at least {100 * (WORTH_WHILE - 1):.0f} % faster: {faster} of {len(gains)};"
        f" slower beyond the uncertainty: {', '.join(slower) or 'none'}",
    ]


def by_decision(gains: Sequence[Gain]) -> list[str]:
    """Returns what the subgraphs with each kind of decision gain, that in most subgraphs first.

    A gain is the geometric mean over distinct subgraphs of the default policy's time over that of
    their own. A subgraph with decisions of several kinds counts for each of them.
    """
    found: dict[str, list[ChangedSubgraph]] = {}
    models: dict[str, set[str]] = {}
    for gain in gains:
        for subgraph in gain.changed:
            for kind in subgraph.kinds:
                found.setdefault(kind, []).append(subgraph)
                models.setdefault(kind, set()).add(gain.model)
    kinds = sorted(found, key=lambda kind: (-len(found[kind]), kind))
    return [_decision_line(kind, found[kind], len(models[kind])) for kind in kinds]


def _decision_line(kind: str, subgraphs: Sequence[ChangedSubgraph], models: int) -> str:
    alone = [item for item in subgraphs if len(item.kinds) == 1]
    by_itself = (
        f"by itself {_mean(alone):.3f} (subgraphs: {len(alone)})" if alone else "never alone"
    )
    return (
        f"{kind}: {_mean(subgraphs):.3f} times as fast (subgraphs: {len(subgraphs)},"
        f" models: {models}); {by_itself}"
    )


def _mean(subgraphs: Sequence[ChangedSubgraph]) -> float:
    return geometric_mean(item.gain for item in subgraphs)


if __name__ == "__main__":
    sys.exit(main())
