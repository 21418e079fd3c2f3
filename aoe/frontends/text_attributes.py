"""Attributes of ONNX operators that hold texts, and the same attributes with codes.

`aoe.frontends.texts` says which values of a model are texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import onnx_ir

from aoe.frontends.out_nodes import call_output

_STRING = onnx_ir.DataType.STRING
#: The labels of classifiers as texts, and the attribute of those that are integers.
_CLASSES = "classlabels_strings"
_VALUES = frozenset({"value_string", "value_strings"})
_CLASSIFIERS = {
    "TreeEnsembleClassifier": "classlabels_int64s",
    "LinearClassifier": "classlabels_ints",
    "SVMClassifier": "classlabels_ints",
}
#: Operators whose attributes say whether they make texts.
TEXTUAL = frozenset({*_CLASSIFIERS, "CategoryMapper", "Constant", "LabelEncoder", "Cast"})
#: Lists of texts that become lists of codes under another name.
_LISTS = {"cats_strings": "cats_int64s", "pool_strings": "pool_int64s"}


class Vocabulary:
    """The texts of a model, each with a code. The empty text has code 0, as padding has."""

    def __init__(self) -> None:
        self._codes = {"": 0}

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts by code."""
        return tuple(self._codes)

    def code(self, text: str | bytes) -> int:
        """The code of a text, a new one if it is new."""
        read = text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else text
        return self._codes.setdefault(read, len(self._codes))

    def codes(self, texts: Iterable[str | bytes]) -> list[int]:
        """The codes of several texts."""
        return [self.code(text) for text in texts]

    def codes_of(self, array: np.ndarray) -> np.ndarray:
        """An array of texts as codes."""
        codes = self.codes(array.reshape(-1).tolist())
        return np.array(codes, np.int64).reshape(array.shape)


def makes_texts(node: onnx_ir.Node, reads_texts: bool) -> bool:
    """Whether the first result of a node of `TEXTUAL` is a text, by its attributes. `reads_texts`:
    whether its first input is one.
    """
    if node.op_type in _CLASSIFIERS:
        return bool(_texts(node, _CLASSES))
    if node.op_type == "Cast":
        to = node.attributes.get("to")  # a name in the first operator sets
        return to is not None and to.value in (_STRING, _STRING.name)
    if node.op_type == "Constant":
        return _holds_texts(node, "value") or not _VALUES.isdisjoint(node.attributes)
    if node.op_type == "CategoryMapper" or "classes_strings" in node.attributes:
        return not reads_texts
    return _holds_texts(node, "values_tensor") or "values_strings" in node.attributes


def code_attributes(node: onnx_ir.Node, vocabulary: Vocabulary, reads_texts: bool) -> None:
    """Replaces the texts in the attributes of a node by codes, in place. The result of a classifier
    is looked up behind it. `reads_texts`: whether it has an input that is a text.
    """
    if node.op_type in ("Cast", "CastLike") and reads_texts:
        node.attributes.clear()
        node.op_type = "Identity"
        node.resize_inputs(1)
    elif node.op_type == "Constant" and makes_texts(node, reads_texts):
        _code_constant(node, vocabulary)
    elif node.op_type in _CLASSIFIERS and _texts(node, _CLASSES):
        _code_classes(node, vocabulary)
    elif node.op_type in ("LabelEncoder", "CategoryMapper"):
        _code_table(node, vocabulary, reads_texts)
    for name, new in _LISTS.items():
        if name in node.attributes:
            _integers(node, new, vocabulary.codes(_texts(node, name)))
            del node.attributes[name]


def _code_constant(node: onnx_ir.Node, vocabulary: Vocabulary) -> None:
    name, attribute = next(iter(node.attributes.items()))
    if name == "value":
        codes = vocabulary.codes_of(attribute.as_tensor().numpy())
    elif name == "value_string":
        codes = np.asarray(vocabulary.code(attribute.as_string()), np.int64)
    else:
        codes = np.asarray(vocabulary.codes(_texts(node, name)), np.int64)
    node.attributes.clear()
    _tensor(node, "value", codes)


def _code_classes(node: onnx_ir.Node, vocabulary: Vocabulary) -> None:
    """The node answers the number of a class; its label is looked up behind it."""
    labels = _texts(node, _CLASSES)
    del node.attributes[_CLASSES]
    _integers(node, _CLASSIFIERS[node.op_type], range(len(labels)))
    number, graph = node.outputs[0], node.graph
    assert graph is not None
    node.name = node.name or str(number.name)
    table = onnx_ir.Node("", "Constant", [], [], name=f"{node.name}_labels")
    _tensor(table, "value", np.asarray(vocabulary.codes(labels), np.int64))
    table.outputs[0].name = f"{number.name}_labels"
    chosen = onnx_ir.Node("", "Gather", [table.outputs[0], number], name=f"{node.name}_label")
    label = chosen.outputs[0]
    label.shape, label.type = number.shape, number.type
    call_output(label, node.name, 0)
    number.replace_all_uses_with(label, replace_graph_outputs=True)
    chosen.replace_input_with(1, number)
    label.name, number.name = number.name, f"{number.name}_number"
    graph.insert_after(node, [table, chosen])


def _code_table(node: onnx_ir.Node, vocabulary: Vocabulary, reads_texts: bool) -> None:
    """The keys and values of a LabelEncoder. CategoryMapper, and the first version of LabelEncoder,
    which has a list of classes only, get the form of later versions.
    """
    makes = makes_texts(node, reads_texts)
    unknown = vocabulary.code(node.attributes.get_string("default_string", "_Unused"))
    texts = _texts(node, "cats_strings") or _texts(node, "classes_strings")
    if texts:
        numbers = [*node.attributes.get_ints("cats_int64s", range(len(texts)))]
        sides = [vocabulary.codes(texts), numbers]
        default = unknown if makes else node.attributes.get_int("default_int64", -1)
        node.attributes.clear()
        node.op_type = "LabelEncoder"
        for name, side in zip(
            ("keys", "values"), sides if reads_texts else sides[::-1], strict=True
        ):
            _integers(node, f"{name}_int64s", side)
        _integers(node, "default_int64", default)
        return
    for name in ("keys", "values"):
        if f"{name}_strings" in node.attributes:
            _integers(node, f"{name}_int64s", vocabulary.codes(_texts(node, f"{name}_strings")))
            del node.attributes[f"{name}_strings"]
    for name in ("keys_tensor", "values_tensor", "default_tensor"):
        if _holds_texts(node, name):
            _tensor(node, name, vocabulary.codes_of(node.attributes[name].as_tensor().numpy()))
    if makes and "default_tensor" not in node.attributes:
        _integers(node, "default_int64", unknown)


def _texts(node: onnx_ir.Node, name: str) -> list[str]:
    return list(node.attributes.get_strings(name, []))


def _holds_texts(node: onnx_ir.Node, name: str) -> bool:
    tensor = node.attributes.get_tensor(name)
    return tensor is not None and tensor.dtype == _STRING


def _integers(node: onnx_ir.Node, name: str, value: int | Sequence[int]) -> None:
    node.attributes[name] = (
        onnx_ir.AttrInt64(name, value)
        if isinstance(value, int)
        else onnx_ir.AttrInt64s(name, list(value))
    )


def _tensor(node: onnx_ir.Node, name: str, array: np.ndarray) -> None:
    node.attributes[name] = onnx_ir.AttrTensor(name, onnx_ir.Tensor(array, name=name))
