"""Reads a `.prototxt`: the text of a network, in its three forms, as the layers of its test phase.

Networks before 2014 have `layers` with types in capital letters; they become `layer`. Fields that
the message of a parameter does not have belong to forks of Caffe. What they mean is not known, so
they are noted for each layer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from google.protobuf import text_format  # type: ignore[import-untyped]

from aoe.errors import MALFORMED, ModelError, counted
from aoe.frontends.caffe.messages import network_class
from aoe.frontends.caffe.text_errors import described_error, misspelt
from aoe.frontends.protobuf_text import Token, tokens
from aoe.frontends.source_file import readable

_TEST = 1
#: Parameters that say how to train or where data come from.
_WITHOUT_MEANING = frozenset({"transform_param", "loss_param", "accuracy_param", "data_param"})
#: Fields of Caffe without meaning for an inference that the messages leave out.
_OF_CAFFE = frozenset(
    {
        *("force_backward", "debug_info", "phase", "loss_weight", "blobs", "propagate_down"),
        *("blobs_lr", "weight_decay", "blob_share_mode", *_WITHOUT_MEANING),
    }
)
#: Messages whose fields do not matter to an inference.
_OF_TRAINING = frozenset({"Filler", "SaveOutput"})
_OLD_NAMES = {
    "ABSVAL": "AbsVal",
    "ARGMAX": "ArgMax",
    "BNLL": "BNLL",
    "HDF5_DATA": "HDF5Data",
    "HDF5_OUTPUT": "HDF5Output",
    "LRN": "LRN",
    "MVN": "MVN",
    "RELU": "ReLU",
    "SOFTMAX_LOSS": "SoftmaxWithLoss",
    "TANH": "TanH",
}


@dataclass(frozen=True)
class Network:
    """A network, in its test phase.

    Attributes:
        name: What it is called.
        inputs: Declared shapes of the inputs that are not layers; None where there is no shape.
        layers: The layers, as messages.
        unknown: Fields of forks in the parameters of a layer, by the name of the layer, each with
            its line and the field that may have been meant.
        tokens: The tokens of the file, without separators.
    """

    name: str
    inputs: Mapping[str, tuple[int, ...] | None]
    layers: tuple[Any, ...]
    unknown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tokens: tuple[Token, ...] = ()


def read_prototxt(path: Path) -> Network:
    """The network in a file. Raises `ModelError` if it cannot be read."""
    with readable(path, "give the path of a .prototxt file"):
        data = path.read_bytes()
    if b"\0" in data:
        raise ModelError(
            f"{path} is not a Caffe network in text form, but a binary file; --model takes the "
            ".prototxt, --weight the .caffemodel"
        )
    # Comments of old files have any encoding.
    text = data.decode("utf-8-sig", errors="replace")
    net = network_class()()
    try:
        text_format.Parse(text, net, allow_unknown_field=True)
    except (text_format.ParseError, *MALFORMED) as error:
        raise ModelError(f"{path}:{described_error(text, error, net.DESCRIPTOR)}") from error
    found = tokens_of(str(path), text)
    unknown = _unknown_fields(found, net.DESCRIPTOR, path)
    if any(old.HasField("layer") for old in net.layers):
        raise ModelError(
            f"{path} has the form of Caffe before 2014; convert it with Caffe's tool "
            "upgrade_net_proto_text"
        )
    if net.layers and net.layer:
        raise ModelError(f"{path} has both 'layer' and 'layers'; convert it to 'layer' only")
    for old in net.layers:
        _upgrade(old, net.layer.add())
    if not net.layer:
        raise ModelError(f"{path} has no layers; give the .prototxt of a network")
    fields = {str(layer.name): unknown[i] for i, layer in enumerate(net.layer) if i in unknown}
    layers = tuple(layer for layer in net.layer if _kept(layer, net.state))
    return Network(net.name, _inputs(net, path), layers, fields, found)


def _inputs(net: Any, path: Path) -> dict[str, tuple[int, ...] | None]:
    names, dims = list(net.input), list(net.input_dim)
    shapes = [tuple(shape.dim) for shape in net.input_shape]
    if dims and not shapes:
        if len(dims) % 4:
            found = counted(len(dims), "value")
            raise ModelError(f"{path} has {found} of input_dim; an input has 4")
        shapes = [tuple(dims[i : i + 4]) for i in range(0, len(dims), 4)]
    if shapes and len(shapes) != len(names):
        inputs, given = counted(len(names), "input"), counted(len(shapes), "shape")
        raise ModelError(f"{path} has {inputs}, but {given} of inputs")
    if len(set(names)) < len(names):
        raise ModelError(f"{path} has two inputs of the same name; rename one")
    return {name: shapes[i] if shapes else None for i, name in enumerate(names)}


def _upgrade(old: Any, new: Any) -> None:
    """Makes a layer of the form before 2014 one of today's."""
    kinds = old.DESCRIPTOR.fields_by_name["type"].enum_type.values_by_number
    kind = kinds[old.type].name
    new.name = old.name
    new.type = _OLD_NAMES.get(kind) or "".join(word.capitalize() for word in kind.split("_"))
    for name in old.param:
        new.param.add(name=name)
    for descriptor, value in old.ListFields():
        if descriptor.name in ("bottom", "top"):
            getattr(new, descriptor.name).extend(value)
        elif descriptor.name in ("include", "exclude"):
            for rule in value:
                getattr(new, descriptor.name).add().MergeFromString(rule.SerializeToString())
        elif descriptor.name.endswith("_param"):
            getattr(new, descriptor.name).CopyFrom(value)


def _kept(layer: Any, state: Any) -> bool:
    """Whether the test phase has a layer."""
    if layer.include:
        return any(_meets(rule, state) for rule in layer.include)
    return not any(_meets(rule, state) for rule in layer.exclude)


def _meets(rule: Any, state: Any) -> bool:
    stages = set(state.stage)
    return not (
        (rule.HasField("phase") and rule.phase != _TEST)
        or (rule.HasField("min_level") and state.level < rule.min_level)
        or (rule.HasField("max_level") and state.level > rule.max_level)
        or not stages.issuperset(rule.stage)
        or stages.intersection(rule.not_stage)
    )


def tokens_of(label: str, text: str) -> tuple[Token, ...]:
    """The tokens of a network without separators. `label`: what messages call the file."""
    separators = (("mark", ","), ("mark", ";"))
    found = (token for token in tokens(label, text) if token.kind != "end")
    return tuple(token for token in found if (token.kind, token.text) not in separators)


def _unknown_fields(
    network_tokens: Sequence[Token], network: Any, file: Path
) -> dict[int, tuple[str, ...]]:
    """Fields of parameters that their messages do not have, by the number of the layer. Raises
    `ModelError` for a field of the network or of a layer that is a misspelt one.
    """
    found: dict[int, list[str]] = {}
    number = -1
    #: For each open message: its descriptor, if its fields count, and its name.
    open_messages: list[tuple[Any, str]] = [(network, "")]
    name, in_list, expects_value = "", False, False
    for token in network_tokens:
        descriptor, path = open_messages[-1]
        mark = token.text if token.kind == "mark" else None
        if mark in ("{", "<"):
            known = None if descriptor is None else descriptor.fields_by_name.get(name)
            if path == "" and name in ("layer", "layers"):
                number += 1
            inner = None if known is None else known.message_type
            counts = path == "" or name.endswith("_param") or path.endswith("_param")
            if inner is not None and inner.name in _OF_TRAINING:
                counts = False
            open_messages.append((inner if counts else None, f"{path}.{name}".strip(".")))
            expects_value = False
        elif mark in ("}", ">"):
            if len(open_messages) > 1:
                open_messages.pop()
        elif mark in ("[", "]"):
            in_list = mark == "["
            expects_value = in_list
        elif mark == ":":
            expects_value = True
        elif expects_value or token.kind == "text":
            expects_value = in_list
        else:
            name = token.text
            if descriptor is not None and name not in descriptor.fields_by_name:
                inside = path.partition(".")[2]
                meant = misspelt(name, list(descriptor.fields_by_name))
                if inside or (name.endswith("_param") and name not in _WITHOUT_MEANING and path):
                    hint = f", like {meant!r}" if meant else ""
                    full = f"{inside}.{name}".strip(".")
                    found.setdefault(number, []).append(f"{full!r} (line {token.line}{hint})")
                elif meant and name not in _OF_CAFFE:
                    where = f"a {path}" if path else "a network"
                    raise ModelError(
                        f"{file}:{token.line}:{token.column}: {name!r} is no field of {where}; did "
                        f"you mean {meant}?"
                    )
    return {layer: tuple(dict.fromkeys(names)) for layer, names in found.items()}
