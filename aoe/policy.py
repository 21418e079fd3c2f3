"""A policy: how to compute one operator, as plain immutable data. AOE calls it a tiling policy.

It has three parts, under AOE's names: `impl` (the algorithm), `format` (data layouts inside the
operator) and `schedule` (tiles, loop order, unrolling, vector and parallel axes). Each
implementation documents its keys. `SubgraphPolicy` is the counterpart for a subgraph. A policy that
is read from a file is checked against the space before use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from typing_extensions import TypeVar

from aoe.errors import PolicyError

Decision: TypeAlias = int | str | tuple[int, ...] | tuple[str, ...]

#: Names that implementations had in earlier files, with their names today. `Policy.from_json` reads
#: both; only names of today are written.
EARLIER_NAMES: Mapping[str, str] = {
    "attention_split_tiles": "attention_amx_2_terms",
    "attention_tiles": "attention_amx",
    "conv_bytes": "conv_int8",
    "conv_exact_tiles": "conv_amx_3_terms",
    "conv_exact_tiles_rows": "conv_amx_3_terms_strips",
    "conv_split_tiles": "conv_amx_2_terms",
    "conv_split_tiles_rows": "conv_amx_2_terms_strips",
    "conv_tiles": "conv_amx",
    "conv_tiles_rows": "conv_amx_strips",
    "conv_transposed_tiles": "conv_transposed_amx",
    "matmul_bytes": "matmul_int8",
    "matmul_exact_tiles": "matmul_amx_3_terms",
    "matmul_split_tiles": "matmul_amx_2_terms",
    "matmul_tiles": "matmul_amx",
    "reduce_in_steps": "reduce_two_pass",
    "running_total": "prefix_scan",
}
#: The same of variants (`aoe.graph.subgraph.variants.variants`), for `SubgraphPolicy.from_json`.
EARLIER_VARIANTS: Mapping[str, str] = {
    "filters_by_pixel": "pixel_shuffle_elimination",
    "groups_unshuffled": "grouped_shuffle_elimination",
    "pixels_by_filters": "conv_as_matmul",
    "taps_apart": "shift_gemm",
    "unshuffled": "channel_shuffle_elimination",
}
#: What the decision about a variant is called, before the number of its value.
VARIANT = "variant."


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy of an operator.

    Attributes:
        impl: Name of the implementation.
        format: Decisions about data layouts, sorted by name.
        schedule: Decisions about loops, sorted by name.
    """

    impl: str
    format: tuple[tuple[str, Decision], ...] = ()
    schedule: tuple[tuple[str, Decision], ...] = ()

    @staticmethod
    def of(
        impl: str,
        format: Mapping[str, Decision] | None = None,
        schedule: Mapping[str, Decision] | None = None,
    ) -> Policy:
        """A policy from mappings."""
        return Policy(
            impl, tuple(sorted((format or {}).items())), tuple(sorted((schedule or {}).items()))
        )

    def to_json(self) -> dict[str, Any]:
        """The policy as a JSON object."""
        return {"impl": self.impl, "format": _plain(self.format), "schedule": _plain(self.schedule)}

    @staticmethod
    def from_json(data: Any) -> Policy:
        """The policy in a JSON object of `to_json`, or of an earlier version's (`EARLIER_NAMES`).
        Raises `PolicyError` for anything else.
        """
        if not isinstance(data, dict) or not isinstance(data.get("impl"), str):
            raise PolicyError(f"not a policy: {str(data)[:80]!r}")
        impl = EARLIER_NAMES.get(data["impl"], data["impl"])
        return Policy.of(impl, _decisions(data.get("format")), _decisions(data.get("schedule")))


@dataclass(frozen=True, slots=True)
class SubgraphPolicy:
    """A policy of a subgraph: how to cut, fuse and lay it out.

    Attributes:
        decisions: Decisions, sorted by name.
    """

    decisions: tuple[tuple[str, Decision], ...] = ()

    @staticmethod
    def of(decisions: Mapping[str, Decision]) -> SubgraphPolicy:
        """A policy from a mapping."""
        return SubgraphPolicy(tuple(sorted(decisions.items())))

    def to_json(self) -> dict[str, Any]:
        """The policy as a JSON object."""
        return {"decisions": _plain(self.decisions)}

    @staticmethod
    def from_json(data: Any) -> SubgraphPolicy:
        """The policy in a JSON object of `to_json`, or of an earlier version's
        (`EARLIER_VARIANTS`). Raises `PolicyError` for anything else.
        """
        if not isinstance(data, dict):
            raise PolicyError(f"not a policy of a subgraph: {str(data)[:80]!r}")
        decided = _decisions(data.get("decisions"))
        return SubgraphPolicy.of(
            {
                name: EARLIER_VARIANTS.get(value, value)
                if name.startswith(VARIANT) and isinstance(value, str)
                else value
                for name, value in decided.items()
            }
        )


#: A policy of an operator, by default, or of a subgraph.
AnyPolicy = TypeVar("AnyPolicy", bound=Policy | SubgraphPolicy, default=Policy)


def _plain(decisions: tuple[tuple[str, Decision], ...]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in decisions}


def _decisions(data: Any) -> dict[str, Decision]:
    if not isinstance(data, dict):
        raise PolicyError(f"not the decisions of a policy: {str(data)[:80]!r}")
    return {str(name): _decision(value) for name, value in data.items()}


def _decision(value: Any) -> Decision:
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            return tuple(str(item) for item in value)
        if all(isinstance(item, int) and not isinstance(item, bool) for item in value):
            return tuple(int(item) for item in value)
    raise PolicyError(f"not a decision of a policy: {str(value)[:80]!r}")
