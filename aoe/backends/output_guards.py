"""How profilers find what a candidate writes beside its outputs, or does not write at all: outputs,
and bytes before and after them, are filled before a run, and the bytes around them looked at
afterwards.
"""

#: Bytes before and after an output that must not be touched.
GUARD = 4096
#: What outputs and guards are filled with: not-a-number for floats, implausible for integers.
POISON = 0xFF
