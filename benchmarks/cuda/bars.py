"""Which bars are met: ahead of the best peer, as exact as eager float16, tuned in time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path

from benchmarks.cuda.cases import Case, cases
from benchmarks.cuda.peers.comparison import OWN
from benchmarks.cuda.results import Item

#: How often the error of eager PyTorch in float16 ours may be.
_ERROR = 1.2
#: Seconds that tuning may take, and the share of the tuned speed that default policies must have.
_TUNING, _DEFAULT = 180.0, 0.8


@dataclass(frozen=True, slots=True)
class Bar:
    """How far a group of cases must be ahead of the best peer.

    Attributes:
        what: What the group is called.
        precision: The precision of its cases.
        one: Whether they have one image or text.
        least: The least of all.
        mean: The least geometric mean.
    """

    what: str
    precision: str
    one: bool
    least: float
    mean: float

    def of(self, case: Case) -> bool:
        """Whether a case is in the group."""
        return case.precision == self.precision and (case.batch == 1) == self.one


BARS = (
    Bar("float16, batch 1", "float16", True, 1.0, 1.6),
    Bar("float16, batch 32 (8 for U-Net)", "float16", False, 0.97, 1.15),
    Bar("TF32, batch 1", "tf32", True, 0.0, 1.5),
    Bar("float32, batch 1", "float32", True, 0.0, 1.2),
)


def bars(folder: Path) -> Iterator[str]:
    """Lines of a table, for what has results."""
    usual, searching, tuned = (_items(folder, name) for name in ("peers", "peers-max", "tune"))
    compared = {
        name: _best({**usual.get(name, {})}, searching.get(name, {}))
        for name in {**usual, **searching}
    }
    lines = [*_speed(compared), *_error(compared), *_tuning(tuned)]
    if lines:
        yield "\n## Bars\n\n| what | cases | found | bar | met |\n|---|---|---|---|---|"
        yield from lines


def geometric_mean(values: Sequence[float]) -> float:
    """The geometric mean of positive numbers."""
    return exp(sum(map(log, values)) / len(values))


def _items(folder: Path, stage: str) -> Mapping[str, Item]:
    path = folder / f"{stage}.json"
    return json.loads(path.read_text())["items"] if path.exists() else {}


def _best(usual: Item, searching: Item) -> Item:
    """What is known of a case from both comparisons: that with the stronger peer."""
    known = [item for item in (usual, searching) if "speedup" in item]
    return min(known, key=lambda item: float(item["speedup"]), default={})


def _speed(compared: Mapping[str, Item]) -> Iterator[str]:
    for bar in BARS:
        names = [case.name for case in cases(others=False) if bar.of(case)]
        found = [float(compared[name]["speedup"]) for name in names if compared.get(name)]
        if not found:
            continue
        mean, least = geometric_mean(found), min(found)
        wanted = f"mean >= {bar.mean}" + (f", each >= {bar.least}" if bar.least else "")
        met = len(found) == len(names) and mean >= bar.mean and least >= bar.least
        told = f"mean {mean:.2f}, least {least:.2f}"
        yield _line(bar.what, f"{len(found)} of {len(names)}", told, wanted, met)


def _error(compared: Mapping[str, Item]) -> Iterator[str]:
    errors = [
        item["typical_error"]
        for name, item in compared.items()
        if name.endswith(" float16") and "eager" in item.get("typical_error", {})
    ]
    if errors:
        worst = max(error[OWN] / max(error["eager"], 1e-30) for error in errors)
        told = f"at most {worst:.2f} times that of eager float16"
        yield _line(
            "error against float64", str(len(errors)), told, f"<= {_ERROR}", worst <= _ERROR
        )


def _tuning(tuned: Mapping[str, Item]) -> Iterator[str]:
    done = [item for item in tuned.values() if "tuning_s" in item]
    if not done:
        return
    longest = max(float(item["tuning_s"]) for item in done)
    told, count = f"at most {longest:.0f} s", str(len(done))
    yield _line("tuning a model", count, told, f"<= {_TUNING:.0f} s", longest <= _TUNING)
    share = min(float(item["share_of_default"]) for item in done)
    yield _line(
        "speed of default policies, of tuned", count, f"at least {share:.2f}", f">= {_DEFAULT}",
        share >= _DEFAULT,
    )  # fmt: skip


def _line(what: str, count: str, found: str, wanted: str, met: bool) -> str:
    return f"| {what} | {count} | {found} | {wanted} | {'yes' if met else 'no'} |"
