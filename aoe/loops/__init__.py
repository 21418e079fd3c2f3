"""Loop nests and scalar expressions as data: the intermediate form between operators and backends.

`loop_nest.py` describes what operators are lowered to and what backends generate code from.
`expression.py` describes what is computed at each point of a loop nest.
"""
