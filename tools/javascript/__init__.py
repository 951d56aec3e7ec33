"""JavaScript for the commands: programs with their run-time library."""
