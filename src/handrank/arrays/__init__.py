"""What users pass as arrays: read, checked, cut into blocks and shared among threads."""
