"""Kernels, functions of one work-item, into programs that execute an index space."""
