"""GPUs as data: architectures, and the devices that the driver finds."""
