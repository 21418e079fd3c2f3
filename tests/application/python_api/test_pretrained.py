"""Folders as Hugging Face's tools export them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import aoe
from tests.graph.models import model

TABLE = np.random.default_rng(1).standard_normal((10, 3)).astype(np.float32)
TEXTS = model(
    """(int64[batch,length] input_ids, int64[batch,length] attention_mask)
    => (float[batch,3] logits) {
        words = Gather(table, input_ids)
        mask = Cast <to = 1> (attention_mask)
        weights = Unsqueeze(mask, last)
        weighted = Mul(words, weights)
        logits = ReduceSum <keepdims = 0> (weighted, middle)
    }""",
    table=TABLE,
    last=np.array([2]),
    middle=np.array([1]),
)
IDS = np.array([[1, 4, 7], [2, 0, 0]])
MASK = np.array([[1, 1, 1], [1, 0, 0]])
SEGMENTED = model(
    "(int64[b,n] input_ids, int64[b,n] token_type_ids) => (int64[b,n] y) "
    "{ y = Add(input_ids, token_type_ids) }"
)


def wanted(ids: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return np.asarray((TABLE[ids] * mask[..., None]).sum(1))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    onnx.save(TEXTS, tmp_path / "model.onnx")
    (tmp_path / "config.json").write_text(json.dumps({"id2label": {"0": "POSITIVE"}}))
    return tmp_path


def test_a_folder_is_called_with_inputs_by_name(folder: Path) -> None:
    with aoe.from_pretrained_folder(folder, threads=1) as found:
        outputs = found(input_ids=IDS, attention_mask=MASK)
        assert found.config == {"id2label": {"0": "POSITIVE"}}
    np.testing.assert_allclose(outputs.logits, wanted(IDS, MASK), rtol=1e-5)
    assert outputs.logits is outputs["logits"] is outputs[0]
    assert list(outputs) == ["logits"]
    with pytest.raises(AttributeError, match="no output 'loss'; there is logits"):
        _ = outputs.loss


def test_texts_of_any_length_are_taken(folder: Path) -> None:
    with aoe.from_pretrained_folder(folder, threads=1) as found:
        for length in (1, 3):
            ids, mask = IDS[:1, :length], MASK[:1, :length]
            outputs = found(input_ids=ids, attention_mask=mask)
            np.testing.assert_allclose(outputs.logits, wanted(ids, mask), rtol=1e-5)


def test_segments_are_left_out_for_a_model_without_them(folder: Path) -> None:
    with aoe.from_pretrained_folder(folder, threads=1) as found:
        given = {"input_ids": IDS, "attention_mask": MASK, "token_type_ids": np.zeros_like(IDS)}
        np.testing.assert_allclose(found(**given).logits, wanted(IDS, MASK), rtol=1e-5)
        with pytest.raises(aoe.UsageError, match="no input 'pixel_values'"):
            found(pixel_values=IDS, input_ids=IDS, attention_mask=MASK)


def test_segments_are_zero_unless_they_are_given(tmp_path: Path) -> None:
    onnx.save(SEGMENTED, tmp_path / "model.onnx")
    with aoe.from_pretrained_folder(tmp_path, threads=1) as found:
        np.testing.assert_array_equal(found(input_ids=IDS).y, IDS)
        np.testing.assert_array_equal(found(input_ids=IDS, token_type_ids=MASK).y, IDS + MASK)


def test_the_model_may_be_in_the_folder_of_onnx_files_or_the_only_one(tmp_path: Path) -> None:
    onnx.save(SEGMENTED, tmp_path / "decoder.onnx")
    with aoe.from_pretrained_folder(tmp_path, threads=1) as found:
        assert found(input_ids=IDS).y.shape == (2, 3)
    (tmp_path / "onnx").mkdir()
    onnx.save(TEXTS, tmp_path / "onnx" / "model.onnx")
    with aoe.from_pretrained_folder(tmp_path, threads=1) as found:
        assert found.session.get_outputs()[0].name == "logits"


def test_a_file_is_named_where_there_are_several(tmp_path: Path) -> None:
    for name in ("encoder.onnx", "decoder.onnx"):
        onnx.save(SEGMENTED, tmp_path / name)
    with pytest.raises(aoe.UsageError, match=r"decoder\.onnx, encoder\.onnx"):
        aoe.from_pretrained_folder(tmp_path)
    with aoe.from_pretrained_folder(tmp_path, "decoder.onnx", threads=1) as found:
        assert found(input_ids=IDS).y.shape == (2, 3)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda place: aoe.from_pretrained_folder(place / "no"), "there is no such folder"),
        (lambda place: aoe.from_pretrained_folder(place), r"no model\.onnx and no onnx/model"),
        (lambda place: aoe.from_pretrained_folder(place, "m.onnx"), "file_name='m.onnx'"),
    ],
)
def test_what_is_not_there_is_named(call: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(aoe.UsageError, match=words):
        call(tmp_path)


def test_a_damaged_configuration_is_refused(folder: Path) -> None:
    (folder / "config.json").write_text("[1")
    with pytest.raises(aoe.ModelError, match=r"config\.json is not a configuration in JSON"):
        aoe.from_pretrained_folder(folder)
