"""`aoe device-server`: lets a tuner on another machine measure on this machine's device."""
