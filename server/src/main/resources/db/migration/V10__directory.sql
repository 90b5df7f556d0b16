-- The mark of the data directory whose files this database names; the same is in its file `database`. At most one row.
CREATE TABLE directory (
    mark TEXT NOT NULL PRIMARY KEY
) ${without_rowid};
