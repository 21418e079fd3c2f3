"""The parameters of layers that Caffe does not have, from the text of a network.

The messages of `messages.py` have known fields only. A layer that `--op_name_map` names may have
any, such as `scaled_param { factor: 0.5 }`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

#: The values of each field: numbers, texts, names, messages.
Message: TypeAlias = "dict[str, list[Any]]"
#: A parameter of a layer; a list of several values.
Parameter: TypeAlias = "int | float | str | list[int | float | str]"

_TRUTH = {"true": 1, "false": 0}


def layer_parameters(tokens: Iterator[str]) -> Mapping[str, Mapping[str, Parameter]]:
    """The parameters of each layer by its name: the fields of all its messages `…_param`. Fields
    that are messages themselves are left out.

    Args:
        tokens: The text in pieces, without comments and separators.
    """
    found: dict[str, dict[str, Parameter]] = {}
    for layer in _message(tokens).get("layer", []):
        parameters = found.setdefault(str(layer.get("name", [""])[0]), {})
        for field, messages in layer.items():
            for message in messages if field.endswith("_param") else ():
                for name, values in message.items():
                    if not any(isinstance(value, dict) for value in values):
                        parameters[name] = values[0] if len(values) == 1 else values
    return found


def _message(tokens: Iterator[str]) -> Message:
    """A message up to the bracket that closes it, or to the end."""
    found: Message = {}
    name, expects_value, in_list = "", False, False
    for token in tokens:
        if token in "}>":
            break
        if token in "{<":
            found.setdefault(name, []).append(_message(tokens))
            expects_value = in_list
        elif token in "[]":
            in_list = expects_value = token == "["
        elif token == ":":
            expects_value = True
        elif expects_value:
            found.setdefault(name, []).append(_scalar(token))
            expects_value = in_list
        else:
            name = token
    return found


def _scalar(token: str) -> int | float | str:
    if token[0] in "\"'":
        return token[1:-1]
    if token in _TRUTH:
        return _TRUTH[token]
    try:
        return int(token, 0)
    except ValueError:
        pass
    try:
        return float(token)
    except ValueError:
        return token
