"""The engines that are compared, one module each; see `benchmarks.peers.engine`."""
