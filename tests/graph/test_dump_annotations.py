"""The annotations of a dumped graph."""

from __future__ import annotations

from pathlib import Path

import onnx

from aoe.frontends.onnx import load_onnx
from aoe.graph.dump import dump_graph
from aoe.graph.dump_annotations import BRANCH, OPERATOR, annotate_dump
from aoe.graph.fusion.fuse import fuse
from aoe.graph.pipeline import prepared_graph
from aoe.graph.subgraph.chunks import Chunks
from aoe.graph.subgraph.decisions import GraphDecisions, formed
from tests.graph.models import model, prepared, weights


def test_chunks_of_a_node_and_their_branches_are_noted(tmp_path: Path) -> None:
    text = """(float[1,4,8,8] x) => (float[1,4,8,8] z) {
        [first] a = Conv <pads = [1, 1, 1, 1]> (x, w) [second] z = Sigmoid (a) }"""
    proto = model(text, w=weights(4, 4, 3, 3))
    graph = prepared_graph(load_onnx(proto), "test").unfused
    values = tuple(node.output for node in fuse(graph).operator_nodes)
    made = formed(graph, GraphDecisions(frozenset(values), {}, chunks=(Chunks(values, 2),)))
    path = dump_graph(prepared(proto), tmp_path, "m")
    annotate_dump(path, made, {})
    noted = {
        node.op_type: {item.key: item.value for item in node.metadata_props}
        for node in onnx.load(path).graph.node
    }
    assert noted["Conv"][BRANCH] == "1 of region 1, 2 of region 1"
    assert "rows 0–3" in noted["Conv"][OPERATOR]
    plain = formed(graph, GraphDecisions(frozenset(values), {}))
    annotate_dump(path, plain, {})
    assert [item.key for item in onnx.load(path).graph.node[0].metadata_props].count(BRANCH) == 1
