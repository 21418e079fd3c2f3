"""Which rewrites and fusions are switched off.

A user switches them off with `--fusion_switch_file`
(`aoe.application.request.fusion_switches` reads it). What is off is neither a default decision nor
a choice of subgraph tuning. `aoe.graph.fusion.fuse` obeys `fusions_off`,
`aoe.graph.subgraph.decisions` obeys `variants_off`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aoe.policy import EARLIER_VARIANTS

#: Names on disk of variants that have another name today: keys of subgraphs depend on them.
_ON_DISK = {today: earlier for earlier, today in EARLIER_VARIANTS.items()}


@dataclass(frozen=True, slots=True)
class Switches:
    """What is switched off.

    Attributes:
        variants_off: Names of variants (`aoe.graph.subgraph.variants.variants.VARIANTS`).
        fusions_off: Names of fusions (`aoe.graph.fusion.fuse.FUSIONS`).
    """

    variants_off: frozenset[str] = frozenset()
    fusions_off: frozenset[str] = frozenset()

    def to_json(self) -> dict[str, Any]:
        """The kinds of which something is off, with the sorted names; empty if all is on. Variants
        have the names that they had first, so that keys of subgraphs stay what they are.
        """
        variants = {_ON_DISK.get(name, name) for name in self.variants_off}
        named = {"fusions": self.fusions_off, "variants": variants}
        return {kind: sorted(names) for kind, names in named.items() if names}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Switches:
        """What `to_json` wrote. Raises one of `aoe.errors.MALFORMED` on anything else."""
        return Switches(
            frozenset(
                EARLIER_VARIANTS.get(str(name), str(name)) for name in data.get("variants", ())
            ),
            frozenset(map(str, data.get("fusions", ()))),
        )


#: Nothing is switched off.
ALL_ON = Switches()
