"""Rewrite rules for LSTM, GRU and RNN."""
