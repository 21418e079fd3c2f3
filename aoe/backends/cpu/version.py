"""The version of the CPU code generator. It stands in repository entries and offline models.

It goes up whenever the same policy comes to mean other machine code, in a way that could change
which policy is fastest: entries measured with another version are not used.
"""

CODE_GENERATOR = "3"
