"""What the user sees: progress (`console.py`) and tables (`table.py`)."""
