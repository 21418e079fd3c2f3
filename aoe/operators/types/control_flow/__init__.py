"""Types of control flow: loops."""
