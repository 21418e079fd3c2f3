"""The offline model: a compiled model as a file, for whatever device.

It knows no operator and no device. `offline_model.py` and `container.py` are the `.om` file,
`plan.py` says what an inference does, `model_inputs.py` checks what callers give. A backend loads
and runs a model (`aoe.backends.session`).
"""
