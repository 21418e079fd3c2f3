"""The names of the engines that `aoe bench --compare` measures beside open-aoe."""

from __future__ import annotations

OURS = "open-aoe"
ONNXRUNTIME, OPENVINO, TORCH = "onnxruntime", "openvino", "torch"
#: The other engines, by the name of their package.
PEERS = (ONNXRUNTIME, OPENVINO, TORCH)
