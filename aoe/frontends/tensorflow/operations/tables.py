"""Tables of whole numbers that do not change, as layers of Keras keep their vocabulary.

A table gets its keys and values where variables get theirs: in the initialization or the restore
operation of a SavedModel. A key is found by bisection of the sorted keys.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.tensorflow.context import Context, integers, required
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held, Resource

TABLE = OperationTable()
_NOT_READ = "; compute it outside, and save the model without it"


@TABLE.add(
    *("HashTable", "HashTableV2", "MutableHashTable", "MutableHashTableV2"),
    *("AnonymousHashTable", "AnonymousMutableHashTable"),
)
def _handle(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return Resource(f"table {node.text('shared_name') or node.name}")


@TABLE.add(
    *("InitializeTable", "InitializeTableV2", "LookupTableImport", "LookupTableImportV2"),
)
def _filled(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """Runs where variables get their values."""
    if not context.restores:
        raise UnsupportedNodeError("it changes a table")
    table, keys, found = values
    if isinstance(table, Resource):
        arrays = required(keys, "keys"), required(found, "values")
        context.tables[table.name] = tuple(array.reshape(-1) for array in arrays)
    return ()


@TABLE.add("LookupTableFind", "LookupTableFindV2")
def _found(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """The value of each key, or the default."""
    keys, found = _table(context, values[0])
    if keys.dtype.kind not in "iu" or found.dtype.kind == "O":
        raise UnsupportedNodeError(f"its table has keys or values that are strings{_NOT_READ}")
    sought = context.builder.value(context.plain(values[1]))
    if dtype_of(sought) != keys.dtype:
        raise ValueError("its keys have another type than those of its table")
    default = context.plain(values[2])
    if not len(keys):
        return context.node("Expand", default, integers(shape_of(sought)))
    order = np.argsort(keys, kind="stable")
    keys, found = keys[order], found[order]
    steps = len(keys).bit_length()
    largest = np.full((1 << steps) - len(keys), np.iinfo(keys.dtype).max, keys.dtype)
    padded = np.concatenate([keys, largest])
    place: Operand = np.zeros((), np.int64)
    for step in reversed(range(steps)):
        ahead = context.node("Add", place, np.asarray(1 << step, np.int64))
        passed = context.node("LessOrEqual", context.node("Gather", padded, ahead), sought)
        place = context.node("Where", passed, ahead, place)
    last = np.asarray(len(keys) - 1, np.int64)
    place = context.node("Min", place, last)
    is_key = context.node("Equal", context.node("Gather", keys, place), sought)
    return context.node("Where", is_key, context.node("Gather", found, place), default)


@TABLE.add("LookupTableSize", "LookupTableSizeV2")
def _size(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return np.asarray(len(_table(context, values[0])[0]), np.int64)


def _table(context: Context, table: Held) -> tuple[np.ndarray, np.ndarray]:
    """The keys and values of a table. Raises `UnsupportedNodeError` if they are not known."""
    if not isinstance(table, Resource) or table.name not in context.tables:
        raise UnsupportedNodeError(f"the content of its table is not in the model{_NOT_READ}")
    keys, found = context.tables[table.name]
    if len(keys) != len(found):
        raise ValueError("its table has more keys than values")
    return keys, found


@TABLE.add(
    *("AsString", "StringJoin", "StringSplit", "StringSplitV2", "StringToHashBucketFast"),
    *(
        "StringToHashBucketStrong",
        "StringToHashBucket",
        "StringLower",
        "StringUpper",
        "StringStrip",
    ),
    *("StringToNumber", "DecodeBase64", "EncodeBase64", "RegexReplace", "StaticRegexReplace"),
    *("SparseCross", "SparseCrossHashed", "InitializeTableFromTextFileV2", "ParseExampleV2"),
    *("DecodeRaw", "DecodeJpeg", "DecodePng", "DecodeImage", "DecodeWav", "RaggedTensorToVariant"),
)
def _strings(context: Context, node: Node, values: Sequence[Held]) -> Held:
    raise UnsupportedNodeError(f"it computes with strings{_NOT_READ}")
