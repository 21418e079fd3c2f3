"""The onnx package's own backend node tests, run against the compiler.

`backend.py` is the backend, `node_tests.py` the cases with what is excluded (`exclusions.json`),
`table.py` writes `docs/reference/operators.md`. `opsets` compares older forms of operators with
ONNX Runtime.
"""
