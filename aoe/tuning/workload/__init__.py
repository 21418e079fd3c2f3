"""Workloads: what a policy is searched for, an operator or a subgraph, as a small model."""
