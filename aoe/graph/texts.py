"""Texts in a model. No operator computes them: a text is a code, an int64, from the frontend on.

`aoe.frontends.texts` gives each text of a model a code, and records them in the model's metadata.
`aoe.runtime.text_boundary` turns the texts that a caller gives into codes, and codes into texts.
"""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import onnx_ir

from aoe.operators.operator_graph import Texts

#: The metadata key of a model's texts.
_KEY = "aoe.texts"


def record_texts(model: onnx_ir.Model, texts: Texts) -> None:
    """Records the texts of a model in it."""
    data = {"vocabulary": texts.vocabulary, "values": texts.values}
    # Escaped, because texts of bytes that are no UTF-8 have surrogates, which no file may have.
    model.metadata_props[_KEY] = json.dumps(data)


def codes_of(model: onnx_ir.Model, array: np.ndarray) -> np.ndarray:
    """Texts as codes of a model. New ones are added to its vocabulary."""
    known = texts_of(model)
    codes = {text: code for code, text in enumerate(known.vocabulary)}
    found = [codes.setdefault(str(text), len(codes)) for text in array.reshape(-1).tolist()]
    record_texts(model, replace(known, vocabulary=tuple(codes)))
    return np.array(found, np.int64).reshape(array.shape)


def forget_texts(model: onnx_ir.Model) -> None:
    """Removes what a file may say of texts."""
    model.metadata_props.pop(_KEY, None)


def texts_of(model: onnx_ir.Model) -> Texts:
    """The texts that `record_texts` recorded; none for a model without."""
    if _KEY not in model.metadata_props:
        return Texts()
    data = json.loads(model.metadata_props[_KEY])
    return Texts(tuple(data["vocabulary"]), tuple(data["values"]))
