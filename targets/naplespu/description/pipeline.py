"""What no itinerary says of the pipeline (docs/reference/naplespu-timing.md)."""

BUFFERED = 2
"""Cycles by which a busy unit of accesses may be behind before issue waits for it."""
