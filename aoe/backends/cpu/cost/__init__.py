"""Estimates of time: what policies are ranked with before anything is measured."""
