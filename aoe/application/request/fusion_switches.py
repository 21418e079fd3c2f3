"""The option `--fusion_switch_file`: which rewrites and fusions are off.

The file has one of ATC's two forms. JSON switches each kind, and `ALL` of it first:

    {"Switch": {"GraphFusion": {"ALL": "on", "ShiftGemm": "off"}, "UBFusion": {"ALL": "off"}}}

Text has one name a line, `ShiftGemm:off`.

ATC's `GraphFusion` rewrites operators as other ones, which are variants here. Its `UBFusion` keeps
values out of memory, which are fusions here. A name is the one in the code in CamelCase, so a new
variant has its switch. Files that were written for ATC name Huawei's passes; these names are
ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aoe.errors import UsageError
from aoe.graph.fusion.fuse import FUSIONS
from aoe.graph.subgraph.variants.variants import VARIANTS
from aoe.graph.switches import ALL_ON, Switches
from aoe.option_file import option_text
from aoe.policy import EARLIER_VARIANTS

SWITCH, GRAPH, UB, ALL = "Switch", "GraphFusion", "UBFusion", "ALL"
ON, OFF = "on", "off"
#: How Huawei's passes are called, and one that is called otherwise.
_PASS = re.compile(r"(?i)\w*(pass|fusion|switch)\w*|clip_by_norm_nodivsquaresum")

#: Switches by name, as a file gives them.
Given = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FusionSwitches:
    """What the user switches off.

    Attributes:
        switches: What is off.
        ignored: Huawei's passes that the file names, sorted.
        file: The file; `None` if everything is on.
    """

    switches: Switches = ALL_ON
    ignored: tuple[str, ...] = ()
    file: Path | None = None

    @property
    def warning(self) -> str | None:
        """A sentence about what is ignored; `None` if nothing is."""
        if not self.ignored:
            return None
        return (
            f"--fusion_switch_file={self.file}: open-aoe has none of these Ascend passes, and "
            f"ignores their switches: {', '.join(self.ignored)}"
        )


def names_of(kind: str) -> dict[str, str]:
    """The names under a kind of a switch file, `GRAPH` or `UB`, with those in the code."""
    names = FUSIONS if kind == UB else sorted(VARIANTS)
    return {camel_case(name): name for name in names}


def _today(kind: str, given: Given) -> Given:
    """The switches of a kind, with the names of today in place of earlier ones."""
    if kind != GRAPH:
        return given
    earlier = {camel_case(old): camel_case(new) for old, new in EARLIER_VARIANTS.items()}
    return {earlier.get(name, name): value for name, value in given.items()}


def camel_case(name: str) -> str:
    """`shift_gemm` as `ShiftGemm`."""
    return "".join(word.capitalize() for word in name.split("_"))


def read_fusion_switches(text: str | Path | None, working_directory: Path) -> FusionSwitches:
    """The switches in the file of `--fusion_switch_file`; everything is on without one.

    Args:
        text: The value of the option.
        working_directory: What a relative path starts from.

    Raises:
        UsageError: The file cannot be read, has another form, or has a name or value that means
            nothing.
    """
    if text is None:
        return FusionSwitches()
    label, path = f"--fusion_switch_file={text}", working_directory / text
    kinds = _kinds(label, option_text(label, path, "fusion_switch_file"))
    off = {kind: frozenset(_off(kind, given)) for kind, given in kinds.items()}
    ignored = {name for given in kinds.values() for name in given if _is_foreign(name)}
    switches = Switches(off.get(GRAPH, frozenset()), off.get(UB, frozenset()))
    return FusionSwitches(switches, tuple(sorted(ignored)), path)


def _kinds(label: str, content: str) -> Mapping[str, Given]:
    """The switches of each kind, in either form, each with a known name and value."""
    if content.lstrip().startswith("{"):
        return _from_json(label, content)
    given = _from_text(label, content)
    for name, value in given.items():
        _check_switch(label, "", name, value)
    kinds = {kind: {ALL, *names_of(kind)} for kind in (GRAPH, UB)}
    found = {
        kind: {name: value for name, value in given.items() if name in names}
        for kind, names in kinds.items()
    }
    found[GRAPH] |= {name: value for name, value in given.items() if _is_foreign(name)}
    return found


def _from_json(label: str, content: str) -> dict[str, Given]:
    form = f'{{"{SWITCH}": {{"{GRAPH}": {{"{ALL}": "{OFF}"}}}}}}'
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{label}: is not JSON ({error}); write e.g. {form}") from None
    if set(data) != {SWITCH} or not isinstance(data[SWITCH], dict):
        raise UsageError(f"{label}: must be a JSON object like {form}")
    for kind, given in data[SWITCH].items():
        if kind not in (GRAPH, UB):
            raise UsageError(f"{label}: the key {kind!r} is none of {GRAPH} and {UB}")
        if not isinstance(given, dict):
            raise UsageError(f"{label}: {kind} must be a JSON object, as in {form}")
        for name, value in _today(kind, given).items():
            _check_switch(label, kind, name, value)
    return {kind: _today(kind, given) for kind, given in data[SWITCH].items()}


def _from_text(label: str, content: str) -> Given:
    found: dict[str, str] = {}
    for number, line in enumerate(content.splitlines(), 1):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if colon:
            found[name] = value
        elif name:
            raise UsageError(
                f"{label}: line {number}, {line.strip()!r}, must be a name and a value, like "
                f"Epilogue:{OFF}"
            )
    if not found:
        raise UsageError(f"{label}: is empty; write what to switch off, or leave the option out")
    return _today(GRAPH, found)


def _check_switch(label: str, kind: str, name: str, value: Any) -> None:
    """Refuses a name that nothing has, and a value other than on and off. Without a kind, names of
    both are known.
    """
    where = f"{name!r} of {kind}" if kind else repr(name)
    if value not in (ON, OFF):
        raise UsageError(f"{label}: {where} is {value!r}; it must be {ON} or {OFF}")
    kinds = (kind,) if kind else (GRAPH, UB)
    known = [own for each in kinds for own in names_of(each)]
    if name not in (ALL, *known) and not _is_foreign(name):
        raise UsageError(
            f"{label}: {where} is {value}, but there is no such switch; use one of "
            f"{', '.join((ALL, *known))}"
        )


def _is_foreign(name: str) -> bool:
    """Whether a name is one of Huawei's passes."""
    own = (ALL, *names_of(GRAPH), *names_of(UB))
    return name not in own and _PASS.fullmatch(name) is not None


def _off(kind: str, given: Given) -> Iterator[str]:
    """The names in the code of what is off: `ALL` decides first, single names after it."""
    for name, inside in names_of(kind).items():
        if given.get(name, given.get(ALL, ON)) == OFF:
            yield inside
