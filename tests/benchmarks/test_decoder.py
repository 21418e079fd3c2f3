"""A GPT-2 with past keys and values generates the same with both engines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

from benchmarks.decoder import (
    DisagreementError,
    Setting,
    compare,
    generate,
    later_generations,
    peer,
)
from benchmarks.models.decoder import DecoderSizes, decoder

SIZES = DecoderSizes(layers=2, heads=2, head_width=8, vocabulary=64, positions=32)


@pytest.fixture
def setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setting:
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")
    path = tmp_path / "decoder.onnx"
    onnx.save(decoder(SIZES), path)
    return Setting(path, SIZES, threads=1, tokens=4, rounds=1, folder=tmp_path / "cache")


def test_the_model_is_valid_and_the_same_every_time(setting: Setting) -> None:
    model = onnx.load(setting.path)
    onnx.checker.check_model(model, full_check=True)
    assert model.SerializeToString() == decoder(SIZES).SerializeToString()


def test_both_engines_generate_in_turns(setting: Setting) -> None:
    rows = later_generations(setting)
    assert [row["rounds"] for row in rows] == [1, 1, 1, 1]
    assert [row["engine"] for row in rows] == ["open-aoe", "ONNX Runtime"] * 2


def test_what_differs_is_found(setting: Setting) -> None:
    made = generate(peer(setting), setting)
    compare(made, made)
    wrong_logits = [*made.logits[:-1], made.logits[-1] * np.float32(1.001)]
    for wrong, message in (
        (replace(made, tokens=[*made.tokens[:-1], -1]), "step 3: token -1"),
        (replace(made, logits=wrong_logits), "logits of step 3"),
        (replace(made, past=[array + 1 for array in made.past]), "keys or values 0"),
    ):
        with pytest.raises(DisagreementError, match=message):
            compare(wrong, made)
