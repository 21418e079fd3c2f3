"""Element types and shapes of what operators of ONNX Runtime's domain give. onnx infers none.

They are known before a rule replaces a node, so that the nodes behind it are checked and inferred,
whatever the model declares. `aoe.graph.prepare.shapes.node_inference` asks for them.
"""
