"""Inputs made anew for each run, because what is sound changes with the format."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from aoe.backends.compilation import compile_graph
from aoe.backends.cpu.target.host import host_target
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.runtime.container import read_container
from aoe.runtime.offline_model import Manifest, write_offline_model
from tests.graph.models import model, weights


@cache
def offline_model_members() -> bytes:
    """A sound offline model without its machine code, as the target `offline_model` takes it."""
    text = "(float[1,4] x) => (float[4,1] y) { a = MatMul(x, w) b = Relu(a) y = Transpose(b) }"
    graph = build(load_onnx(model(text, w=weights(4, 4))), "small")
    made = compile_graph(graph, {}, Manifest("small", host_target()))
    with TemporaryDirectory() as folder:
        write_offline_model(Path(folder) / "small.om", made)
        manifest, members = read_container(Path(folder) / "small.om")
        parts = {
            name: "\0" * len(data) if name == "constants.bin" else bytes(data).decode()
            for name, data in members.items()
            if not name.startswith("code/")
        }
    content = {key: manifest[key] for key in manifest if key not in ("members", "block_bytes")}
    return json.dumps({"manifest": json.dumps(content), **parts}).encode()
