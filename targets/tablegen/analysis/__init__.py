"""What backends have in common: records of targets, understood."""
