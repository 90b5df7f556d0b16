-- The node by whose token another one came, as its disk was copied. Null: it joined by itself, or before this version.
ALTER TABLE node ADD COLUMN copy_of BIGINT;
