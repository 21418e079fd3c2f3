"""An entry: the best known policy of one operator or subgraph, with its measurement.

Entries are read from files that people copy, merge and edit. So `entry_from_json` checks
everything: it raises `RepositoryError` for anything that is not exactly an entry. Its callers treat
that as a miss (`aoe.repository.repository`).
"""

from __future__ import annotations

import contextlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aoe.errors import PolicyError, RepositoryError
from aoe.policy import Policy, SubgraphPolicy
from aoe.signature import canonical_json, current_fields, key_of

KEY_LIMIT = 2**64
KEY_DIGITS = len(str(KEY_LIMIT))
#: The type in the signature of a subgraph. Entries of this type are in the graph repository and
#: hold a `SubgraphPolicy`; all other entries are of operators and hold a `Policy`.
SUBGRAPH = "Subgraph"


@dataclass(frozen=True, slots=True)
class Timing:
    """The measured time of one policy.

    Attributes:
        median_us: Median in µs.
        spread_us: Median absolute deviation in µs.
        samples: Number of samples.
    """

    median_us: float
    spread_us: float
    samples: int


@dataclass(frozen=True, slots=True)
class Entry:
    """The best known policy of an operator or subgraph.

    Attributes:
        key: Hash of the signature, a decimal number of 64 bits.
        signature: Canonical JSON text of the operator or subgraph.
        policy: The policy.
        before: Time of the policy that was in use before.
        after: Time of this policy, measured against `before`.
        default: Time of the default policy on the same occasion; `None` if it does not work.
        hardware: The machine, as pairs of name and value, sorted by name.
        package: Version of open-aoe.
        code_generator: Version of the code generator. Other versions make other code from the same
            policy, so they do not use the entry.
        date: When it was measured, ISO 8601 in UTC.
    """

    key: str
    signature: str
    policy: Policy | SubgraphPolicy
    before: Timing
    after: Timing
    default: Timing | None
    hardware: tuple[tuple[str, str], ...]
    package: str
    code_generator: str
    date: str

    @property
    def operator_type(self) -> str:
        """The type of the operator, e.g. `Conv`; `SUBGRAPH` for a subgraph."""
        return operator_type_of(self.signature)


def operator_type_of(signature: str) -> str:
    """The operator type in a signature. Raises `RepositoryError` if there is none."""
    try:
        data = json.loads(signature)
    except (ValueError, RecursionError) as error:
        raise RepositoryError(f"not an operator signature: {signature[:80]!r}") from error
    name = data.get("type") if isinstance(data, dict) else None
    if not isinstance(name, str) or not name.isidentifier():
        raise RepositoryError(f"no operator type in the signature {signature[:80]!r}")
    return name


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """The JSON object of an entry, which is stored under its key."""
    return {
        "signature": json.loads(entry.signature),
        "policy": entry.policy.to_json(),
        "before": _timing_to_json(entry.before),
        "after": _timing_to_json(entry.after),
        "default": None if entry.default is None else _timing_to_json(entry.default),
        "hardware": dict(entry.hardware),
        "package": entry.package,
        "code_generator": entry.code_generator,
        "date": entry.date,
    }


def entry_from_json(key: str, data: Any) -> Entry:
    """The entry that `entry_to_json` wrote under a key, in this version or an earlier one. Raises
    `RepositoryError` naming what is wrong with anything else.
    """
    key, data = current_entry(key, data)
    checked_key(key)
    if not isinstance(data, dict):
        raise RepositoryError("the entry is not a JSON object")
    default = data.get("default")
    signature = signature_of(data.get("signature"))
    return Entry(
        key=key,
        signature=signature,
        policy=policy_of(operator_type_of(signature), data.get("policy")),
        before=_timing_from_json(data.get("before"), "before"),
        after=_timing_from_json(data.get("after"), "after"),
        default=None if default is None else _timing_from_json(default, "default"),
        hardware=pairs_of(data.get("hardware")),
        package=text_of(data, "package"),
        code_generator=text_of(data, "code_generator"),
        date=text_of(data, "date"),
    )


def current_entry(key: str, data: Any) -> tuple[str, Any]:
    """The key and the JSON of an entry with the fields of today in its signature. An entry whose
    key is not that of its signature is left as it is.
    """
    signature = data.get("signature") if isinstance(data, dict) else None
    current = current_fields(signature)
    if current is signature or key != key_of(signature_of(signature)):
        return key, data
    return key_of(signature_of(current)), {**data, "signature": current}


def generator_order(version: str, preferred: str) -> tuple[object, ...]:
    """Small for the code generator whose results are kept: the preferred one, else the newest."""
    numbers = tuple(-int(number) for number in re.findall(r"\d+", version))
    return version != preferred, (*numbers, 1), version


def checked_key(text: str) -> str:
    """A key. Raises `RepositoryError` for what is not a number below `KEY_LIMIT` as `str` writes
    it.
    """
    digits = text.isascii() and text.isdigit() and len(text) <= KEY_DIGITS
    if not (digits and int(text) < KEY_LIMIT and str(int(text)) == text):
        raise RepositoryError(f"{text[:40]!r} is not a 64-bit key")
    return text


def signature_of(data: Any) -> str:
    """The canonical text of a signature in a file. Raises `RepositoryError` if it has none."""
    try:
        return canonical_json(data)
    except RecursionError as error:
        raise RepositoryError("the signature is nested too deeply") from error


def policy_of(operator_type: str, data: Any) -> Policy | SubgraphPolicy:
    """The policy in a file, of an operator or subgraph. Raises `RepositoryError` for anything
    else.
    """
    try:
        return (SubgraphPolicy if operator_type == SUBGRAPH else Policy).from_json(data)
    except PolicyError as error:
        raise RepositoryError(str(error)) from error


def _timing_to_json(timing: Timing) -> dict[str, float | int]:
    return {
        "median_us": timing.median_us,
        "spread_us": timing.spread_us,
        "samples": timing.samples,
    }


def _timing_from_json(data: Any, name: str) -> Timing:
    if not isinstance(data, dict):
        raise RepositoryError(f"no time {name!r}")
    samples = data.get("samples")
    if not isinstance(samples, int) or isinstance(samples, bool) or samples < 1:
        raise RepositoryError(f"the time {name!r} does not say how many samples it rests on")
    median = _microseconds(data.get("median_us"), name)
    if median == 0:
        raise RepositoryError(f"the time {name!r} is zero")
    return Timing(median, _microseconds(data.get("spread_us"), name), samples)


def _microseconds(value: Any, name: str) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf:
        with contextlib.suppress(OverflowError):  # a whole number may be larger than any float
            return float(value)
    raise RepositoryError(f"the time {name!r} is not a number of microseconds")


def pairs_of(data: Any) -> tuple[tuple[str, str], ...]:
    """The machine in a file, sorted by name. Raises `RepositoryError` for anything else."""
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise RepositoryError("'hardware' is not an object of texts")
    return tuple(sorted(data.items()))


def text_of(data: Mapping[str, Any], name: str) -> str:
    """A field that is a text and not empty. Raises `RepositoryError` for anything else."""
    value = data.get(name)
    if not isinstance(value, str) or not value:
        raise RepositoryError(f"{name!r} is missing")
    return value
