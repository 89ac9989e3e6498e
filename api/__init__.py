"""HTTP and PostgreSQL around the rules."""
