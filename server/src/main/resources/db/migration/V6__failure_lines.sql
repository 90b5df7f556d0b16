-- What a failed attempt is known by: its last words, digits and paths blanked. Null for all others and for those that
-- ended before this version.
ALTER TABLE attempt ADD COLUMN failure TEXT;
