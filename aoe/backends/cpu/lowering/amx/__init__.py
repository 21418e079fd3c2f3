"""Contractions by AMX, whose instructions multiply small matrices of bfloat16 (tile registers)."""
