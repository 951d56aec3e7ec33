// Which instructions become of gen's nodes.
