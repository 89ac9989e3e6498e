-- Whoever has a device back, or on another phone, is told when one of its codes was used.

ALTER TABLE device_codes ADD COLUMN used_at timestamptz;
