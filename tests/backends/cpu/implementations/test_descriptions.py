"""Every implementation says in one sentence what it does; `aoe bank show` prints it."""

import pytest

from aoe.application.bank.format import policy_lines
from aoe.backends.cpu.implementations.registry import implementations
from aoe.policy import Policy


def described(name: str) -> str:
    """What `aoe bank show` says of an implementation."""
    return next(policy_lines(Policy.of(name))).partition(": ")[2]


@pytest.mark.parametrize("name", sorted(implementations()))
def test_an_implementation_has_a_description_of_one_sentence(name: str) -> None:
    text = described(name)
    assert text
    assert not text[0].islower()
    assert not text.endswith(".")
    assert ". " not in text


def test_no_two_implementations_have_the_same_description() -> None:
    names = list(implementations())
    assert len({described(name) for name in names}) == len(names)


def test_families_say_what_sets_each_implementation_apart() -> None:
    assert "AMX" in described("conv_amx")
    assert "VNNI" in described("matmul_int8")
    assert "24 bits" in described("recurrent_float24")
