"""Entries for the repository tests, and a hypothesis strategy that makes any entry."""

from __future__ import annotations

import dataclasses
import json

from hypothesis import strategies as st

from aoe.policy import EARLIER_NAMES, Policy, SubgraphPolicy
from aoe.repository.entry import SUBGRAPH, Entry, Timing
from aoe.signature import canonical_json

SOC_VERSION = "znver4_2c"
CODE_GENERATOR = "1"


def entry(key: int = 7, after_us: float = 10.0, type_name: str = "Conv") -> Entry:
    """An entry whose signature is as good as its key."""
    return Entry(
        key=str(key),
        signature=canonical_json({"type": type_name, "attributes": {"number": key}}),
        policy=Policy.of("direct", {"input": "channels_last"}, {"tile": (14, 2), "unroll": 3}),
        before=Timing(20.0, 0.5, 12),
        after=Timing(after_us, 0.25, 12),
        default=Timing(20.0, 0.5, 12),
        hardware=(("cores", "2"), ("cpu", "znver4")),
        package="0.1.0",
        code_generator=CODE_GENERATOR,
        date="2026-01-02T03:04:05Z",
    )


def subgraph_entry(key: int = 7, after_us: float = 10.0) -> Entry:
    policy = SubgraphPolicy.of({"cuts": (3, 7), "layout": ("channels_last", "row_major")})
    return dataclasses.replace(entry(key, after_us, SUBGRAPH), policy=policy)


def with_code_generator(original: Entry, version: str) -> Entry:
    return dataclasses.replace(original, code_generator=version)


TEXT = st.text(min_size=1, max_size=12)
#: Names of implementations. Hypothesis also draws texts of the code, and earlier names are read as
#: those of today.
IMPLEMENTATIONS = TEXT.filter(lambda name: name not in EARLIER_NAMES)
DECISIONS = st.dictionaries(
    TEXT,
    st.integers()
    | TEXT
    | st.lists(st.integers(), max_size=4).map(tuple)
    | st.lists(TEXT, max_size=3).map(tuple),
    max_size=4,
)
SECONDS = st.floats(0, 1e9, allow_nan=False)
TIMINGS = st.builds(Timing, st.floats(1e-6, 1e9, allow_nan=False), SECONDS, st.integers(1, 10_000))
SIGNATURES = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["Conv", "MatMul"]),
        "attributes": st.dictionaries(TEXT, st.integers() | st.floats(allow_nan=False) | TEXT),
    }
).map(canonical_json)
ENTRIES = st.builds(
    Entry,
    key=st.integers(0, 2**64 - 1).map(str),
    signature=SIGNATURES,
    policy=st.builds(Policy.of, IMPLEMENTATIONS, DECISIONS, DECISIONS),
    before=TIMINGS,
    after=TIMINGS,
    default=st.none() | TIMINGS,
    hardware=st.dictionaries(TEXT, st.text(max_size=8), max_size=3).map(
        lambda pairs: tuple(sorted(pairs.items()))
    ),
    package=TEXT,
    code_generator=TEXT,
    date=TEXT,
)


def through_text(data: object) -> object:
    return json.loads(json.dumps(data))
