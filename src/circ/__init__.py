"""A multi-level compiler framework on xDSL: circuit, llvlir, gen, NaplesPU."""
