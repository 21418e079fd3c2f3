"""SGAT, subgraph tuning: how operators are grouped, laid out and run in parallel.

Start with `subgraph_tuning` (what is tuned) and `subgraph_search` (what is tried).
"""
