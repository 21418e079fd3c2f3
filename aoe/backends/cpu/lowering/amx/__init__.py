"""Contractions by Intel AMX, whose instructions multiply small matrices of bfloat16."""
