"""Types of attention."""
