-- What tasks that are not done have written so far: the newest file of each name.
CREATE TABLE partial_file (
    job BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    path TEXT NOT NULL,
    number INTEGER NOT NULL,
    hash BYTEA NOT NULL,
    size BIGINT NOT NULL,
    executable INTEGER NOT NULL,
    -- In Base64; null: the content is a blob.
    content TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (job, ordinal, path)
) ${without_rowid};
CREATE INDEX partial_file_by_blob ON partial_file (job, hash);
