"""What the user sees while something runs and at its end: progress (`console.py`), tables."""
