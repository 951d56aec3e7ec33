"""Pictures of circuits."""
