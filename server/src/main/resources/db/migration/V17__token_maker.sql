-- The token with which this one ends, as it was made with it for one session. Null: it ends by itself.
ALTER TABLE token ADD COLUMN maker TEXT;
