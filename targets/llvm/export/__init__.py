"""LLVM IR out: modules of llvlir as the text of a module of LLVM."""
