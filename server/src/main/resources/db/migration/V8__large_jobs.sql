-- Long lists of a job's files, in pages of 1024: what a job is, is loaded with it, and these are not. Kind 0: inputs,
-- 1: outputs.
CREATE TABLE file_page (
    job BIGINT NOT NULL,
    kind INTEGER NOT NULL,
    page INTEGER NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (job, kind, page)
);

-- What jobs of earlier versions were that are larger than is taken now. Kept for whoever wants to look, read by nobody.
CREATE TABLE large_spec (
    job BIGINT PRIMARY KEY,
    spec TEXT NOT NULL
);

-- 1 from the time when every job of an earlier version was looked at.
INSERT INTO counter (name, next) VALUES ('jobs-bounded', 0);
