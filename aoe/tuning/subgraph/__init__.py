"""SGAT, subgraph tuning: finds a policy for every distinct subgraph of a model."""
