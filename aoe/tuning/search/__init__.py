"""Search: which policy to try next, and when to stop."""
