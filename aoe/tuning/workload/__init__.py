"""Workloads: operators and subgraphs as small models, with synthetic inputs and estimated times."""
