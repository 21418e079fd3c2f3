"""The parameters of layers that Caffe does not have, from the text of a network.

The messages of `messages.py` have known fields only. A layer that `--op_name_map` names may have
any, such as `scaled_param { factor: 0.5 }`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from aoe.frontends.protobuf_text import Token

#: The values of each field: numbers, texts, names, messages.
Message: TypeAlias = "dict[str, list[Any]]"
#: A parameter of a layer; a list of several values.
Parameter: TypeAlias = "int | float | str | list[int | float | str]"

_TRUTH = {"true": 1, "false": 0}


def layer_parameters(tokens: Iterable[Token]) -> Mapping[str, Mapping[str, Parameter]]:
    """The parameters of each layer by its name: the fields of all its messages `…_param`. Fields
    that are messages themselves are left out.

    Args:
        tokens: The tokens of the text, without separators.
    """
    found: dict[str, dict[str, Parameter]] = {}
    for layer in _message(iter(tokens)).get("layer", []):
        parameters = found.setdefault(str(layer.get("name", [""])[0]), {})
        for field, messages in layer.items():
            for message in messages if field.endswith("_param") else ():
                for name, values in message.items():
                    if not any(isinstance(value, dict) for value in values):
                        parameters[name] = values[0] if len(values) == 1 else values
    return found


def _message(tokens: Iterator[Token]) -> Message:
    """A message up to the bracket that closes it, or to the end."""
    found: Message = {}
    name, expects_value, in_list = "", False, False
    for token in tokens:
        mark = token.text if token.kind == "mark" else None
        if mark in ("}", ">"):
            break
        if mark in ("{", "<"):
            found.setdefault(name, []).append(_message(tokens))
            expects_value = in_list
        elif mark in ("[", "]"):
            in_list = expects_value = mark == "["
        elif mark == ":":
            expects_value = True
        elif expects_value:
            found.setdefault(name, []).append(_scalar(token))
            expects_value = in_list
        else:
            name = token.text
    return found


def _scalar(token: Token) -> int | float | str:
    text = token.text
    if token.kind == "text":
        return text
    if text in _TRUTH:
        return _TRUTH[text]
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text
