"""Replays the inputs in `corpus/`: what fuzzing once found, and what leads it to all parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.seeds import offline_model_members
from tests.fuzz.targets import TARGETS, check_input, offline_model

CORPUS = Path(__file__).parent / "corpus"
INPUTS = sorted(path for path in CORPUS.glob("*/*"))


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_an_input_is_understood_or_refused_in_one_sentence(path: Path) -> None:
    check_input(TARGETS[path.parent.name], path.read_bytes())


def test_a_sound_offline_model_is_understood() -> None:
    offline_model(offline_model_members())


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_has_a_corpus(name: str) -> None:
    assert any(path.parent.name == name for path in INPUTS)
