-- What was said of when a job is done, all times in milliseconds. p10 to p90 as the futures gave it, low and high as people were
-- told; null: not within a year. finished: when the job was done; null: it is open. begun: from when on its life counts.
CREATE TABLE forecast (
    job BIGINT NOT NULL,
    said BIGINT NOT NULL,
    number INTEGER NOT NULL,
    owner TEXT NOT NULL,
    begun BIGINT NOT NULL,
    p10 BIGINT,
    p50 BIGINT,
    p90 BIGINT,
    low BIGINT,
    high BIGINT,
    finished BIGINT,
    PRIMARY KEY (job, said)
) ${without_rowid};
