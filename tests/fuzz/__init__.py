"""Fuzzing of everything that reads what others wrote; see `CONTRIBUTING.md` for how to run it.

`targets` says what is fuzzed and what counts as a finding, `mutations` how inputs are changed,
`seeds` makes sound ones, `run` is the command, `corpus/` holds the inputs that every test run
replays (`test_corpus`). `random_models` makes sound models, which `compare` runs beside ONNX
Runtime.
"""
