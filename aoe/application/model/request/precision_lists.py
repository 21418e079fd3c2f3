"""Reads the files of `--modify_mixlist` and `--keep_dtype`, which name operators for mixed
precision.

`--modify_mixlist` is JSON: `{"black-list": {"to-add": ["Softmax"], "to-remove": []}, "white-list":
{…}, "gray-list": {…}}`. Each part and each list may be left out. Operators of white types read 16
bits, those of black types keep their types, and those of gray types follow their neighbours. A type
that is removed from a list becomes gray.

`--keep_dtype` is text with one operator a line: its name, or `OpType::` and a type. Types are those
of ONNX. Ascend's names for them are accepted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from aoe.application.model.request.named_operators import NamedOperators
from aoe.application.model.request.operator_types import COMPOSED, did_you_mean, onnx_types
from aoe.errors import UsageError
from aoe.graph.precision.reduced_values import CONTRACTIONS
from aoe.option_file import option_text

BLACK, GRAY, WHITE = "black-list", "gray-list", "white-list"
ADD, REMOVE = "to-add", "to-remove"
#: What a file may be.
_EXAMPLE = f'{{"{BLACK}": {{"{ADD}": ["Softmax"]}}}}'
TYPE = "OpType::"


def common_type(name: str) -> str:
    """The ONNX type of an operator type under whatever name. A Gemm is computed as MatMul."""
    kinds = onnx_types(name)
    return "MatMul" if kinds & {"MatMul", "Gemm"} else min(kinds)


def read_mixlist(
    text: str, working_directory: Path
) -> tuple[frozenset[str], frozenset[str], NamedOperators]:
    """The white and the black types under a file of `--modify_mixlist`, and what it names. By
    default, contractions are white and nothing is black. Raises `UsageError` if the file cannot be
    read, has another form, or puts a type on two lists.
    """
    label = f"--modify_mixlist={text}"
    try:
        data = json.loads(option_text(label, working_directory / text, "modify_mixlist"))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{label}: is not JSON ({error}); write e.g. {_EXAMPLE}") from None
    changes = {name: _changes(label, name, part) for name, part in _parts(label, data).items()}
    added = {name: changes[name][0] if name in changes else frozenset() for name in _LISTS}
    removed = {name: changes[name][1] if name in changes else frozenset() for name in _LISTS}
    for number, one in enumerate(_LISTS):
        for other in _LISTS[number + 1 :]:
            twice = sorted(added[one] & added[other])
            if twice:
                raise UsageError(f"{label}: adds {twice[0]} to {one} and to {other}; choose one")
    white = CONTRACTIONS - removed[WHITE] - added[GRAY] - added[BLACK] | added[WHITE]
    types = tuple(name for part in data.values() for names in part.values() for name in names)
    named = NamedOperators(f"--modify_mixlist={working_directory / text}", types=types)
    return frozenset(white), frozenset(added[BLACK] - removed[BLACK]), named


def read_keep_dtype(
    text: str, working_directory: Path
) -> tuple[frozenset[str], frozenset[str], NamedOperators]:
    """The names and types in a file of `--keep_dtype`, and both as the file has them. Raises
    `UsageError` if the file cannot be read or names nothing.
    """
    label = f"--keep_dtype={text}"
    content = option_text(label, working_directory / text, "keep_dtype")
    lines = [line.strip() for line in content.splitlines() if line.strip()]
    types = [line.removeprefix(TYPE).strip() for line in lines if line.startswith(TYPE)]
    if not lines or not all(types):
        raise UsageError(
            f"{label}: must have the name of an operator in each line, or {TYPE} and a type"
        )
    names = [line for line in lines if not line.startswith(TYPE)]
    named = NamedOperators(f"--keep_dtype={working_directory / text}", tuple(names), tuple(types))
    return frozenset(names), _onnx_types(label, types), named


_LISTS = (BLACK, GRAY, WHITE)


def _parts(label: str, data: Any) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise UsageError(f"{label}: must be a JSON object, e.g. {_EXAMPLE}")
    unknown = sorted(set(data) - set(_LISTS))
    if unknown:
        raise UsageError(f"{label}: the key {unknown[0]!r} is none of {', '.join(_LISTS)}")
    return data


def _changes(label: str, name: str, part: Any) -> tuple[frozenset[str], frozenset[str]]:
    """The types to add to a list and to remove from it."""
    if not isinstance(part, dict) or set(part) - {ADD, REMOVE}:
        raise UsageError(f"{label}: {name} must be a JSON object of {ADD} and {REMOVE}")
    for key, value in part.items():
        if not isinstance(value, list) or not all(isinstance(x, str) and x for x in value):
            raise UsageError(f"{label}: {key} of {name} must be a list of texts that are not empty")
    added, removed = (_onnx_types(label, part.get(key, [])) for key in (ADD, REMOVE))
    return added, removed


def _onnx_types(label: str, names: Iterable[str]) -> frozenset[str]:
    """The types of ONNX of some names. A Gemm is computed as MatMul. Raises `UsageError` for a type
    of Ascend that is several of ONNX.
    """
    names = list(names)
    for name in names:
        if name in COMPOSED:
            raise UsageError(f"{label}: {did_you_mean(name)}")
    return frozenset(
        kind for name in names for kind in (("MatMul",) if name == "Gemm" else onnx_types(name))
    )
