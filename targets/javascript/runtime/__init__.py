"""JavaScript's run-time library: its sources in C, headers and archives."""
