-- The job whose tasks this one runs again, so that lists can tell without reading what it is. Null: none.
ALTER TABLE job ADD COLUMN origin BIGINT;
