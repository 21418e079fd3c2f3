"""What open-aoe itself costs: compiling, loading, a call, tuning, and large repositories."""
