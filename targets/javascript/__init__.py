"""JavaScript: the front end, its bytecode, and the circuits made of that."""
