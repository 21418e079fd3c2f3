"""Memory and threads of the CPU on which graphs run."""
