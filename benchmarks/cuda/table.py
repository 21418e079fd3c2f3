"""The page of all results that are there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
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
        try:
            held = json.loads(path.read_text())
        except ValueError:
            yield f"\n## {stage}\n\n{path.name} is cut."
            continue
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
            yield f"- {name}: {_first_line(item['error'])}"


def _missing(items: Mapping[str, Item]) -> Iterator[str]:
    """Which ways are missing and why, each reason once with the items."""
    missing: dict[str, list[str]] = {}
    for name, item in items.items():
        for way, why in item["missing"].items():
            missing.setdefault(f"{way}: {_first_line(why)}", []).append(name)
    for what, names in missing.items():
        yield f"- {what} ({'all' if len(names) == len(items) else ', '.join(names)})"


def _first_line(text: str) -> str:
    return next(iter(text.splitlines()), "")[:160]


def _by_way(
    items: Mapping[str, Item], what: str, key: str, cell: Callable[[Item, str], str]
) -> Iterator[str]:
    """A table of a column for each way, and of how far ours is ahead, where that is known.

    Args:
        items: The items with what `key` names.
        what: What an item is called.
        key: What an item has of each way.
        cell: The text for a way of an item.
    """
    ways = list(dict.fromkeys(way for item in items.values() for way in item[key]))
    last = any("speedup" in item for item in items.values())
    heads = [what, *ways, *(["best peer / own"] if last else [])]
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for name, item in items.items():
        cells = [name, *(cell(item, way) if way in item[key] else "" for way in ways)]
        if last:
            cells.append(f"{item['speedup']:.2f}" if "speedup" in item else "")
        yield f"| {' | '.join(cells)} |"
    yield ""


def _kernels(items: Mapping[str, Item]) -> Iterator[str]:
    yield "| operator and implementation | default, us | best, us | largest error |"
    yield "|---|---|---|---|"
    ending = attention_gradients.ENDING
    beside = {name: item for name, item in items.items() if name.endswith(ending)}
    yield from rows_of({name: item for name, item in items.items() if name not in beside})
    yield ""
    yield from _failures(items)
    done = {name.removesuffix(ending): item for name, item in beside.items() if "gpu_us" in item}
    if done:
        yield "\nus on the GPU (typical error against float64):\n"
        yield from _by_way(
            done,
            "operator",
            "gpu_us",
            lambda item, way: f"{item['gpu_us'][way]:.2f} ({item['typical_error'][way]:.1e})",
        )
        yield from _missing(done)


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
    done = {name: item for name, item in items.items() if "gpu_ms" in item}
    if done:
        yield "ms on the GPU (ms of a call):\n"
        yield from _by_way(
            done,
            "model",
            "gpu_ms",
            lambda item, peer: f"{item['gpu_ms'][peer]:.3f} ({item['call_ms'][peer]:.3f})",
        )
        yield "Typical error against float64:\n"
        errors = {
            name: {"typical_error": item["typical_error"]} for name, item in done.items()
        }  # without how far ours is ahead
        yield from _by_way(
            errors,
            "model",
            "typical_error",
            lambda item, peer: f"{item['typical_error'][peer]:.1e}",
        )
        yield from _missing(done)
    yield from _failures(items)


def _training(items: Mapping[str, Item]) -> Iterator[str]:
    done = {name: item for name, item in items.items() if item.get("step_ms")}
    if done:
        yield "ms of a step on the GPU (how far losses of ten steps are from eager's):\n"
        yield from _by_way(
            done,
            "network",
            "step_ms",
            lambda item, way: f"{item['step_ms'][way]:.3f} ({item['loss_apart'][way]:.1e})",
        )
    for name, item in items.items():
        yield from (f"- {name}, {way}: {why}" for way, why in item.get("failed", {}).items())
        yield from (f"- {name}: {text}" for text in item.get("reports", ()) if "because" in text)
    yield from _failures({name: item for name, item in items.items() if "failed" not in item})


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
