-- What is wanted of a node; one without a row works. Apart from the node's own row, which its agent rewrites.
CREATE TABLE node_duty (
    node BIGINT NOT NULL PRIMARY KEY,
    duty TEXT NOT NULL
) ${without_rowid};

-- What people call a token, and when it was made, ends and was last used (a day). Null where that is not known.
ALTER TABLE token ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE token ADD COLUMN created BIGINT;
ALTER TABLE token ADD COLUMN expires BIGINT;
ALTER TABLE token ADD COLUMN used BIGINT;
