"""The C library of NaplesPU."""
