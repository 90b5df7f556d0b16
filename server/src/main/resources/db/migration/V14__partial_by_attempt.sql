-- What tasks that are not done have written so far, of each attempt the newest file of each name.
CREATE TABLE partial_of_attempt (
    job BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    number INTEGER NOT NULL,
    path TEXT NOT NULL,
    hash BYTEA NOT NULL,
    size BIGINT NOT NULL,
    executable INTEGER NOT NULL,
    -- In Base64; null: the content is a blob.
    content TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (job, ordinal, number, path)
) ${without_rowid};

INSERT INTO partial_of_attempt (job, ordinal, number, path, hash, size, executable, content, at)
    SELECT job, ordinal, number, path, hash, size, executable, content, at FROM partial_file;

DROP TABLE partial_file;

ALTER TABLE partial_of_attempt RENAME TO partial_file;

CREATE INDEX partial_file_by_blob ON partial_file (job, hash);

-- The attempt whose files it began with; 0: none, negative: that of this number, but its files were gone.
ALTER TABLE attempt ADD COLUMN resumed INTEGER NOT NULL DEFAULT 0;
