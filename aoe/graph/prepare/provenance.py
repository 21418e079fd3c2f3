"""Provenance: the node of the model that a prepared node was made from.

Rules replace nodes by nodes with other names and types. Users know the names of their model. So
each new node records its source in its metadata, which Netron shows in a dumped graph. Options that
name operators (`--keep_dtype`, `--tune_ops_file`) also select the nodes made from them.
"""

from __future__ import annotations

from dataclasses import dataclass

import onnx_ir

#: Metadata keys of a node.
NAME, TYPE = "aoe.origin_name", "aoe.origin_type"


@dataclass(frozen=True, slots=True)
class Provenance:
    """A node of the model.

    Attributes:
        name: Its name.
        type: Its ONNX operator.
    """

    name: str
    type: str


def record_provenance(made: onnx_ir.Node, node: onnx_ir.Node) -> None:
    """Records that `made` was made from `node`, or from the source of `node`.

    Nothing is recorded if name and type are the same. An earlier record stays.
    """
    origin = provenance_of(node)
    if NAME not in made.metadata_props and origin != provenance_of(made):
        made.metadata_props[NAME], made.metadata_props[TYPE] = origin.name, origin.type


def keep_provenance(copy: onnx_ir.Node, node: onnx_ir.Node) -> None:
    """Records the source of `node` as that of a copy of it, whatever the copy replaces."""
    origin = provenance_of(node)
    copy.metadata_props[NAME], copy.metadata_props[TYPE] = origin.name, origin.type


def provenance_of(node: onnx_ir.Node) -> Provenance:
    """The recorded source of a node; by default the node itself."""
    noted = node.metadata_props
    return Provenance(noted.get(NAME, str(node.name)), noted.get(TYPE, node.op_type))
