"""The search for policies: what to try next, how candidates compete, and when a search ends."""
