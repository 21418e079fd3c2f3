"""Policies that are chosen when they are asked for.

So the kernels of the first operators of a graph compile while policies of the others are chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aoe.policy import Policy


class ChosenPolicies(Mapping[str, Policy]):
    """Policies by operator key, in the order in which they are chosen. To ask for one chooses those
    before it; to ask for all chooses all.
    """

    def __init__(self, choices: Iterator[tuple[str, Policy]]) -> None:
        """`choices`: chooses the next one whenever it is advanced."""
        self._choices = choices
        self._chosen: dict[str, Policy] = {}

    def __getitem__(self, key: str) -> Policy:
        while key not in self._chosen and self._choose():
            pass
        return self._chosen[key]

    def __iter__(self) -> Iterator[str]:
        while self._choose():
            pass
        return iter(self._chosen)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _choose(self) -> bool:
        """Chooses the next one. Returns whether there was one."""
        found = next(self._choices, None)
        if found is not None:
            self._chosen[found[0]] = found[1]
        return found is not None
