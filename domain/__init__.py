"""The rules of Pitch: entirely functional, immutable, and free of side effects."""
