"""Decisions of policies that were never run on a card, and what is known of policies that did harm:
a kernel of theirs did not end, or made the GPU unusable for the process.

Such a policy is noted in a file beside the results. Its item is done again at once without it, and
without others that have the same decisions. So one mistake costs seconds of the time on a card,
and not those of every item that would repeat it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from aoe.errors import MALFORMED, PolicyError
from aoe.policy import Decision, Policy
from benchmarks.cuda.results import Results

#: Decisions of which the best policy is tried wherever a space has one: none was ever measured.
UNMEASURED: tuple[tuple[tuple[str, Decision], ...], ...] = (
    (("share", 2),),
    (("share", 4),),
    (("blocks", "stay"),),
    (("copies", "tma"),),
    (("blocks", "stay"), ("copies", "tma")),
    (("registers", "most"),),
)
#: Of how many implementations policies with the same decisions do harm, until those of no other one
#: are tried. How many policies of an item do harm, until it is left for the end of the stage.
_ENOUGH, _MOST = 2, 3
_FILE = "harmful.json"


@dataclass(frozen=True, slots=True)
class Harm:
    """What is known when an item is done.

    Attributes:
        results: The results of the stage; None if nothing is kept.
        item: The name of the item.
    """

    results: Results | None = None
    item: str = ""

    def reason(self, policy: Policy) -> str:
        """Why a policy is not tried; empty if it is."""
        own = unmeasured_of(policy)
        others: set[str] = set()
        for known, why, _ in self._known():
            if known == policy:
                return f"not tried again: it {why}"
            same = unmeasured_of(known)
            if same and same <= own:
                others.add(known.impl)
                if known.impl == policy.impl or len(others) >= _ENOUGH:
                    return f"not tried: {known.to_json()} {why}"
        return ""

    def note(self, policy: Policy, why: str) -> None:
        """Keeps a policy that did harm. Its item is then done as if it were new."""
        if self.results is None:
            return
        every = [*self._known(), (policy, why, self.item)]
        entries = [{"policy": own.to_json(), "why": how, "item": of} for own, how, of in every]
        part = self._path.with_suffix(".part")
        part.write_text(json.dumps(entries, indent=1) + "\n")
        part.replace(self._path)
        if sum(of == self.item for _, _, of in every) < _MOST:
            self.results.forget(self.item)

    @property
    def _path(self) -> Path:
        assert self.results is not None, "it has a folder"
        return self.results.folder / _FILE

    def _known(self) -> Iterator[tuple[Policy, str, str]]:
        """The policies that did harm, what they did, and within which item."""
        if self.results is None or not self._path.exists():
            return
        try:
            entries = json.loads(self._path.read_text())
            yield from [
                (Policy.from_json(entry["policy"]), str(entry["why"]), str(entry["item"]))
                for entry in entries
            ]
        except (*MALFORMED, PolicyError):  # it was cut, or is of another version
            return


def unmeasured_of(policy: Policy) -> frozenset[tuple[str, Decision]]:
    """The decisions of a policy that were never measured."""
    every = {decision for decisions in UNMEASURED for decision in decisions}
    return frozenset(every.intersection(policy.schedule))
