"""The counters of a result file: how many operators or subgraphs ended how, in AOE's words."""

from __future__ import annotations

from dataclasses import dataclass

from aoe.results.json_object import JsonObject


@dataclass(frozen=True, slots=True)
class RepositorySummary:
    """How many policies ended how. The other counters follow from these: a hit was updated or
    reserved, and every policy was a hit, added or unsatisfied.

    Attributes:
        add: Policies that were new.
        update: Policies that replaced a known one.
        reserved: Known policies that were kept.
        unsatisfied: Operators for which nothing better than the default was found.
        stated_hit: Number of hits in a file that breaks these rules, as an example of AOE does;
            else `None`.
        stated_total: Total in a file that breaks these rules; else `None`.
    """

    add: int = 0
    update: int = 0
    reserved: int = 0
    unsatisfied: int = 0
    stated_hit: int | None = None
    stated_total: int | None = None

    @property
    def hit(self) -> int:
        """Policies that the repository had before."""
        return self.update + self.reserved

    @property
    def total(self) -> int:
        """All policies of the run."""
        return self.add + self.hit + self.unsatisfied

    def to_json(self) -> dict[str, int]:
        """AOE's `repo_summary`."""
        return {
            "repo_add_num": self.add,
            "repo_hit_num": self.hit if self.stated_hit is None else self.stated_hit,
            "repo_reserved_num": self.reserved,
            "repo_unsatisfied_num": self.unsatisfied,
            "repo_update_num": self.update,
            "total_num": self.total if self.stated_total is None else self.stated_total,
        }

    @staticmethod
    def from_json(data: JsonObject) -> RepositorySummary:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        data.only(RepositorySummary().to_json())
        counted = RepositorySummary(
            add=data.count("repo_add_num"),
            update=data.count("repo_update_num"),
            reserved=data.count("repo_reserved_num"),
            unsatisfied=data.count("repo_unsatisfied_num"),
        )
        hit, total = data.count("repo_hit_num"), data.count("total_num")
        return RepositorySummary(
            counted.add,
            counted.update,
            counted.reserved,
            counted.unsatisfied,
            None if hit == counted.hit else hit,
            None if total == counted.total else total,
        )
