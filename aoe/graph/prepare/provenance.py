"""Origins: which node of the model a node of its prepared graph was made of.

Rules replace nodes by others, of other names and types. Users know those of their model, so each
replacement notes what it stands for in its metadata, which Netron shows in a dumped graph, too.
Options that name operators (`--keep_dtype`, `--tune_ops_file`) mean the nodes made of them as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import onnx_ir

#: What the metadata of a node are called.
NAME, TYPE = "aoe.origin_name", "aoe.origin_type"


@dataclass(frozen=True, slots=True)
class Provenance:
    """The name and the ONNX type of a node of the model."""

    name: str
    type: str


def note_origin(made: onnx_ir.Node, node: onnx_ir.Node) -> None:
    """Notes that one node was made of another, or rather of what that was made of, unless it is
    called as that and has its type; what was noted before holds.
    """
    origin = provenance_of(node)
    if NAME not in made.metadata_props and origin != provenance_of(made):
        made.metadata_props[NAME], made.metadata_props[TYPE] = origin.name, origin.type


def provenance_of(node: onnx_ir.Node) -> Provenance:
    """What a node was made of; itself where nothing is noted."""
    noted = node.metadata_props
    return Provenance(noted.get(NAME, str(node.name)), noted.get(TYPE, node.op_type))
