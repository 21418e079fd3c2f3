"""Gradient tuning: the planner, predictions, steps of training, and simulated clusters."""
