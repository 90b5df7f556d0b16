-- What housekeeping needs: how much a job keeps, which jobs are old, and whose files were removed when.
-- Content that was named before this version counts as empty.
ALTER TABLE blob_ref ADD COLUMN size BIGINT NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN retired BIGINT;
CREATE INDEX job_closed ON job (closed) WHERE closed IS NOT NULL;
