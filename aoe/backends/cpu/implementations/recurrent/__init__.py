"""Implementations of recurrences: LSTM, GRU and RNN."""
