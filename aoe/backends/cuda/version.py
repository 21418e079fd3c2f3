"""The version of the CUDA code generator. It stands in repository entries and offline models.

It goes up as `aoe.backends.cpu.version` says.
"""

CODE_GENERATOR = "1"
