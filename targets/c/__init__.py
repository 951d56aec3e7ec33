"""C: where clang and the C library are, how clang is called, and reading C."""
