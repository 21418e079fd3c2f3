"""The audit of old operator sets: each form that an operator ever had, computed and compared.

`cases` has the means, the other modules make random models of one node, `audit` runs them.
"""
