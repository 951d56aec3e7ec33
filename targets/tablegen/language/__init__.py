"""The language: from text to the entities and values that records are made of."""
