"""Compares search methods: on recorded times of whole spaces, and on the device.

`record` and `simulate` need no device for the comparison itself; `live` and `contest` search on
one. `methods` are the search methods, `suite` the operators, `judging` decides between policies.
"""
