"""Types of recurrences: LSTM, GRU and RNN."""
