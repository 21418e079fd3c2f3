"""Values are others for one thread, and nothing stays behind."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from aoe.torch.replaced.values import original, replaced
from tests.torch.replaced.threads import in_another_thread


class Owner:
    """Has all that can be replaced."""

    table: Any = {"one": 1}  # noqa: RUF012

    @staticmethod
    @cache
    def fixed() -> str:
        """A static method."""
        return "usual"

    @classmethod
    def named(cls) -> str:
        """A class method."""
        return cls.__name__


@pytest.mark.parametrize("name", ["fixed", "named"])
def test_only_this_thread_calls_another_function(name: str) -> None:
    before = vars(Owner)[name]
    usual = getattr(Owner, name)()
    with replaced(Owner, name, lambda: "outer"), replaced(Owner, name, lambda: "inner"):
        assert getattr(Owner, name)() == getattr(Owner(), name)() == "inner"
        assert in_another_thread(getattr(Owner, name)) == original(Owner, name)() == usual
    assert vars(Owner)[name] is before


def test_only_this_thread_reads_another_mapping() -> None:
    before = Owner.table
    with replaced(Owner, "table", {}):
        assert not Owner.table
        assert in_another_thread(lambda: dict(Owner.table)) == {"one": 1}
        assert in_another_thread(lambda: Owner.table["one"]) == 1
    assert Owner.table is before


def test_a_function_has_the_attributes_of_the_usual_one() -> None:
    Owner.fixed()
    with replaced(Owner, "fixed", lambda: "other"):
        Owner.fixed.cache_clear()
        assert not hasattr(Owner.fixed, "__wrapped_by_nobody__")
    assert Owner.fixed.cache_info().currsize == 0


def test_the_last_of_threads_that_overlap_puts_the_usual_value_back() -> None:
    owner = SimpleNamespace(function=lambda: "usual")
    usual = owner.function
    first, second = (replaced(owner, "function", lambda: "other") for _ in range(2))
    with ThreadPoolExecutor(1) as pool:
        first.__enter__()
        pool.submit(second.__enter__).result()
        first.__exit__(None, None, None)  # the first one ends first
        assert owner.function() == "usual"
        assert pool.submit(lambda: owner.function()).result() == "other"
        pool.submit(second.__exit__, None, None, None).result()
    assert owner.function is usual


def test_what_somebody_else_sets_meanwhile_stays() -> None:
    owner = SimpleNamespace(function=lambda: "usual")
    with replaced(owner, "function", lambda: "other"):
        owner.function = str
    assert owner.function is str


def test_an_owner_without_the_value_stays_so() -> None:
    owner = SimpleNamespace()
    with replaced(owner, "function", str):
        assert not vars(owner)


def test_an_error_ends_it() -> None:
    owner = SimpleNamespace(function=str)
    with pytest.raises(KeyError), replaced(owner, "function", int):
        raise KeyError
    assert owner.function is str
