"""The repository that comes with open-aoe has entries that runs use: others are warned of."""

from __future__ import annotations

from aoe.application.bank.records import read_contents, space_objection
from aoe.backends.cpu.target.host import target_for
from aoe.settings import BUILTIN_PATH

#: A device with the instructions of each device model that there are entries for.
TARGETS = {"znver4_2c": target_for("avx512", threads=2)}


def test_every_built_in_policy_is_in_the_space_of_its_operator() -> None:
    contents = read_contents(BUILTIN_PATH)
    assert contents.records
    assert not contents.unreadable
    unusable = [
        record.key
        for record in contents.records
        if space_objection(record, TARGETS[record.soc_version]) is not None
    ]
    assert unusable == []
