"""Measures gradient tuning.

    python -m benchmarks.gradients planner
    python -m benchmarks.gradients clusters
    python -m benchmarks.gradients steps --networks resnet18 bert_mini mlp cnn --links "1 Gbit/s"
    python -m benchmarks.gradients steps --samples FILE
    python -m benchmarks.gradients steps --optimizer adamw --updates
    python -m benchmarks.gradients predictions --samples FILE
    python -m benchmarks.gradients overhead
    python -m benchmarks.gradients tensorflow

`planner` has plans against all plans, the time to plan, and the regret of plans from wrong
profiles. `clusters` is a simulation. `steps` trains on two ranks with an emulated link; it needs
torch, and exits with status 77 where no link can be emulated. With `--updates` the optimizer may
update parameters behind segments. With `--samples` it also takes steps with about ten layouts,
keeps what each took, and compares that with predictions; `predictions` makes that table again.
`overhead` compares DDP's own buckets with the same buckets as an applied plan. `tensorflow`
compares planned packs with those of TensorFlow on two workers, and needs tensorflow.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.gradients.steps import LINKS, Setting
from benchmarks.report import Row, benchmark_parser, print_report

_PARTS = ("planner", "clusters", "steps", "predictions", "overhead", "tensorflow")
_OPTIMIZERS = ("sgd", "momentum", "adamw")
_NETWORKS = ("resnet18", "bert_mini", "mlp", "cnn")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for and prints tables."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("part", choices=_PARTS)
    parser.add_argument("--networks", nargs="+", default=list(_NETWORKS), choices=_NETWORKS)
    parser.add_argument("--links", nargs="+", default=list(LINKS), choices=LINKS)
    parser.add_argument("--pairs", type=int, default=12)
    parser.add_argument("--optimizer", default="sgd", choices=_OPTIMIZERS)
    parser.add_argument("--updates", action="store_true", help="updates may come behind segments")
    parser.add_argument("--samples", type=Path, metavar="FILE", help="the samples of steps")
    given = parser.parse_args(arguments)
    if given.part == "predictions" and given.samples is None:
        parser.error("predictions needs --samples FILE, which steps writes")
    tables = {
        "planner": _planner,
        "clusters": _clusters,
        "steps": lambda: _steps(
            given.networks,
            given.links,
            Setting(given.optimizer, given.updates, given.pairs, given.samples is not None),
            given.samples,
        ),
        "predictions": lambda: _predictions(json.loads(given.samples.read_text("utf-8"))),
        "overhead": _overhead,
        "tensorflow": _tensorflow,
    }[given.part]()
    for title, (rows, notes) in tables.items():
        print_report(title, rows, given.json, notes)
        print()


_EMULATED = "two ranks with one thread each; the link is emulated in a network namespace"
_Tables = dict[str, tuple[list[Row], tuple[str, ...]]]


def _planner() -> _Tables:
    from benchmarks.gradients import planner

    return {
        "Plans against the best of all plans": (planner.exactness(), ()),
        "Time to plan": (planner.planning_time(), ("one call",)),
        "Regret of plans from wrong profiles, ms": (
            planner.regret(),
            ("simulated; 15 links and numbers of workers, 6 wrong profiles each",),
        ),
    }


def _clusters() -> _Tables:
    from benchmarks.gradients import planner

    notes = (
        "a simulation: nothing was measured on such clusters",
        "tails in ms; bound: the exact plan; open-aoe: what wins a race in this world",
    )
    return {"Simulated clusters": (planner.clusters(), notes)}


def _steps(
    networks: Sequence[str], links: Sequence[str], setting: Setting, file: Path | None
) -> _Tables:
    from benchmarks.gradients import steps

    found = steps.run(networks, links, setting)
    samples = {name: data["sample"] for name, data in found.items() if setting.samples}
    if file is not None:
        file.write_text(json.dumps(samples), "utf-8")
    rows = steps.step_rows(found)
    speeds = [float(row["speed"] or 1.0) for row in rows]
    mean = 1.0
    for speed in speeds:
        mean *= speed ** (1 / len(speeds))
    notes = (
        _EMULATED,
        f"geometric mean of speeds: {mean:.3f}; 'at the end': the speed of the same plan where "
        "parameters are updated at the end",
    )
    return {"Steps": (rows, notes), **(_predictions(samples) if samples else {})}


def _predictions(samples: Mapping[str, Any]) -> _Tables:
    from benchmarks.gradients.predictions import CLOSE, prediction_rows, repeated

    rows = prediction_rows(samples)
    close = sum(abs(float(row["off %"] or 0.0)) <= 100 * CLOSE for row in rows)
    notes = (
        _EMULATED,
        f"within {CLOSE:.0%}: {close} of {len(rows)} layouts; the medians of some steps of a "
        f"layout are so close to those of its other steps in {repeated(samples):.0%}",
    )
    return {"Predicted and measured end of the backward pass": (rows, notes)}


def _overhead() -> _Tables:
    from benchmarks.gradients.overhead import overhead_rows

    notes = ("two ranks with one thread each, loopback; 200 gradients; ms of a step in turns",)
    return {"Overhead of an applied plan": (overhead_rows(), notes)}


def _tensorflow() -> _Tables:
    from benchmarks.gradients.tensorflow_packs import pack_rows

    notes = ("two workers of MultiWorkerMirroredStrategy on this machine; ends of packs",)
    return {"Packs of gradients in TensorFlow": (pack_rows(), notes)}


if __name__ == "__main__":
    main()
