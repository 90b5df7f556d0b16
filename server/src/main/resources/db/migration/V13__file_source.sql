-- Of whose results a job takes files: these are kept as long as the job is open.
CREATE TABLE file_source (
    job BIGINT NOT NULL,
    source BIGINT NOT NULL,
    PRIMARY KEY (job, source)
) ${without_rowid};
CREATE INDEX file_source_by_source ON file_source (source);
