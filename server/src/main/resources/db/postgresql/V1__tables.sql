-- The same tables as in SQLite; what comes after this version is written once for both.
-- Instants are milliseconds since 1970, durations of runs nanoseconds.

-- Next ids. They survive the deletion of the highest job.
CREATE TABLE counter (
    name TEXT PRIMARY KEY,
    next BIGINT NOT NULL
);
INSERT INTO counter (name, next) VALUES ('job', 1), ('node', 1);

CREATE TABLE job (
    id BIGINT PRIMARY KEY,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    tasks INTEGER NOT NULL,
    submitted BIGINT NOT NULL,
    spec TEXT NOT NULL,
    brake_failures INTEGER NOT NULL DEFAULT 0,
    brake_blocked INTEGER NOT NULL DEFAULT 0,
    brake_note TEXT NOT NULL DEFAULT '',
    -- Null while the job is open, as are state and counts, which are those at its closing.
    closed BIGINT,
    state TEXT,
    counts TEXT
);
CREATE INDEX job_by_owner ON job (owner);
CREATE INDEX job_open ON job (id) WHERE closed IS NULL;

-- One byte per task and 1024 tasks per page; a page that is missing has only ready tasks.
CREATE TABLE task_page (
    job BIGINT NOT NULL,
    page INTEGER NOT NULL,
    states BYTEA NOT NULL,
    PRIMARY KEY (job, page)
);

CREATE TABLE entry_page (
    job BIGINT NOT NULL,
    page INTEGER NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (job, page)
);

-- Only of tasks that an attempt of has ended without success.
CREATE TABLE task_counter (
    job BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    PRIMARY KEY (job, ordinal)
);

-- What follows "ended" is null while the attempt is live; "more" holds files and text that are rarely asked for.
CREATE TABLE attempt (
    job BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    number INTEGER NOT NULL,
    node BIGINT NOT NULL,
    lane INTEGER NOT NULL,
    assigned BIGINT NOT NULL,
    ended BIGINT,
    outcome TEXT,
    digest BIGINT,
    exit_code INTEGER,
    run BIGINT,
    cpu BIGINT,
    peak BIGINT,
    more TEXT,
    PRIMARY KEY (job, ordinal, number)
);
CREATE INDEX attempt_live ON attempt (node) WHERE ended IS NULL;

-- Who may read a blob: owners what their jobs name, nodes the inputs of what they run.
CREATE TABLE blob_ref (
    hash BYTEA NOT NULL,
    job BIGINT NOT NULL,
    input INTEGER NOT NULL,
    PRIMARY KEY (hash, job)
);
CREATE INDEX blob_ref_by_job ON blob_ref (job);

CREATE TABLE node (
    id BIGINT PRIMARY KEY,
    incarnation INTEGER NOT NULL,
    name TEXT NOT NULL,
    os TEXT NOT NULL,
    arch TEXT NOT NULL,
    cores INTEGER NOT NULL,
    benchmark TEXT NOT NULL,
    version TEXT NOT NULL,
    slots INTEGER NOT NULL,
    memory BIGINT NOT NULL,
    introduced BIGINT NOT NULL
);

CREATE TABLE refusal (
    node BIGINT NOT NULL,
    owner TEXT NOT NULL,
    type TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (node, owner, type)
);

CREATE TABLE token (
    hash TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    owner TEXT,
    node BIGINT
);

CREATE TABLE submission_key (
    owner TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint BIGINT NOT NULL,
    job BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (owner, key)
);

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
