"""The page of all results that are there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.cuda.bars import bars
from benchmarks.cuda.kernels import rows_of
from benchmarks.cuda.peers import attention_gradients
from benchmarks.cuda.results import Item, summary


def page(folder: Path) -> str:
    """The page, for as many stages as have results."""
    return "\n".join(_lines(folder)) + "\n"


def _lines(folder: Path) -> Iterator[str]:
    yield "# Results on a GPU"
    for stage, make in _SECTIONS.items():
        path = folder / f"{stage}.json"
        if not path.exists():
            continue
        held = json.loads(path.read_text())
        yield f"\n## {stage}\n"
        yield f"{held['machine'].get('date', '')}. {summary(held['items'])} items have results.\n"
        yield from make(held["items"])
    yield from bars(folder)


def _facts(items: Mapping[str, Item]) -> Iterator[str]:
    yield "| what | found |\n|---|---|"
    for item in items.values():
        yield from (f"| {name} | {value} |" for name, value in item.items())


def _failures(items: Mapping[str, Item]) -> Iterator[str]:
    for name, item in items.items():
        if "error" in item:
            yield f"- {name}: {item['error'].splitlines()[0][:160]}"


def _kernels(items: Mapping[str, Item]) -> Iterator[str]:
    yield "| operator and implementation | default, us | best, us | largest error |"
    yield "|---|---|---|---|"
    beside = {
        name: item for name, item in items.items() if name.endswith(attention_gradients.ENDING)
    }
    yield from rows_of({name: item for name, item in items.items() if name not in beside})
    yield from attention_gradients.rows_of(beside)


def _models(items: Mapping[str, Item]) -> Iterator[str]:
    yield "| model | ms on the GPU | ms of a call | relative error | compiled in, s |"
    yield "|---|---|---|---|---|"
    for name, item in items.items():
        if "gpu_ms" in item:
            yield (
                f"| {name} | {item['gpu_ms']:.3f} | {item['call_ms']:.3f} | "
                f"{item['relative_error']:.1e} | {item['compile_s']:.1f} |"
            )
    yield from _failures(items)


def _tune(items: Mapping[str, Item]) -> Iterator[str]:
    yield "| model | ms before | ms after | gain | tuned in, s |\n|---|---|---|---|---|"
    for name, item in items.items():
        if "before" in item:
            before, after = item["before"]["gpu_ms"], item["after"]["gpu_ms"]
            gain = f"{before / after:.2f}"
            yield f"| {name} | {before:.3f} | {after:.3f} | {gain} | {item['tuning_s']:.0f} |"
    yield from _failures(items)


def _peers(items: Mapping[str, Item]) -> Iterator[str]:
    done = {name: item for name, item in items.items() if "speedup" in item}
    peers = list(dict.fromkeys(peer for item in done.values() for peer in item["gpu_ms"]))
    yield f"ms on the GPU (ms of a call):\n\n| model | {' | '.join(peers)} | best peer / own |"
    yield "|---|" + "---|" * (len(peers) + 1)
    for name, item in done.items():
        times = (
            f"{item['gpu_ms'][peer]:.3f} ({item['call_ms'][peer]:.3f})"
            if peer in item["gpu_ms"]
            else ""
            for peer in peers
        )
        yield f"| {name} | {' | '.join(times)} | {item['speedup']:.2f} |"
    yield f"\nTypical error against float64:\n\n| model | {' | '.join(peers)} |"
    yield "|---|" + "---|" * len(peers)
    for name, item in done.items():
        errors = (f"{item['typical_error'].get(peer, 0.0):.1e}" for peer in peers)
        yield f"| {name} | {' | '.join(errors)} |"
    yield ""
    missing: dict[str, list[str]] = {}
    for name, item in done.items():
        for peer, why in item["missing"].items():
            missing.setdefault(f"{peer}: {why.splitlines()[0][:160]}", []).append(name)
    for what, names in missing.items():
        yield f"- {what} ({'all' if len(names) == len(done) else ', '.join(names)})"
    yield from _failures(items)


def _training(items: Mapping[str, Item]) -> Iterator[str]:
    done = {name: item for name, item in items.items() if "step_ms" in item}
    ways = list(dict.fromkeys(way for item in done.values() for way in item["step_ms"]))
    yield "ms of a step on the GPU (how far losses of ten steps are from eager's):\n"
    yield f"| network | {' | '.join(ways)} |"
    yield "|---|" + "---|" * len(ways)
    for name, item in done.items():
        cells = (
            f"{item['step_ms'][way]:.3f} ({item['loss_apart'][way]:.1e})"
            if way in item["step_ms"]
            else ""
            for way in ways
        )
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""
    for name, item in done.items():
        yield from (f"- {name}, {way}: {why}" for way, why in item["failed"].items())
        yield from (f"- {name}: {text}" for text in item["reports"] if "because" in text)
    yield from _failures(items)


_SECTIONS = {
    "devices": _facts,
    "kernels": _kernels,
    "nodes": _failures,
    "prepare": _failures,
    "models": _models,
    "training": _training,
    "tune": _tune,
    "peers": _peers,
    "peers-max": _peers,
}
