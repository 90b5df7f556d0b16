-- What tasks of a type use, by the class of the node; none: nothing was measured yet.
ALTER TABLE type_belief ADD COLUMN footprints BYTEA;
