"""Analyses of target descriptions, which the backends share."""
