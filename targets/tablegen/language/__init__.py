"""
The TableGen language, from text to entities and values.

Documents: LLVM 19, "TableGen Programmer's Reference"; what it leaves open, and every
message, is as llvm-tblgen 19 has it. The language of LLVM 9 is that of its release.
"""
