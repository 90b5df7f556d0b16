-- The tables that every event is projected onto. Instants are milliseconds since 1970, durations of runs nanoseconds.
-- "GLNR" marks the file as ours; the version lets a start skip the migration when there is nothing to migrate.
PRAGMA application_id = 1196183122;
PRAGMA user_version = 1;

-- Next ids. They survive the deletion of the highest job.
CREATE TABLE counter (
    name TEXT PRIMARY KEY,
    next INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO counter (name, next) VALUES ('job', 1), ('node', 1);

CREATE TABLE job (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    tasks INTEGER NOT NULL,
    submitted INTEGER NOT NULL,
    spec TEXT NOT NULL,
    brake_failures INTEGER NOT NULL DEFAULT 0,
    brake_blocked INTEGER NOT NULL DEFAULT 0,
    brake_note TEXT NOT NULL DEFAULT '',
    -- Null while the job is open, as are state and counts, which are those at its closing.
    closed INTEGER,
    state TEXT,
    counts TEXT
);
CREATE INDEX job_by_owner ON job (owner);
CREATE INDEX job_open ON job (id) WHERE closed IS NULL;

-- One byte per task and 1024 tasks per page; a page that is missing has only ready tasks.
CREATE TABLE task_page (
    job INTEGER NOT NULL,
    page INTEGER NOT NULL,
    states BLOB NOT NULL,
    PRIMARY KEY (job, page)
);

CREATE TABLE entry_page (
    job INTEGER NOT NULL,
    page INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (job, page)
);

-- Only of tasks that an attempt of has ended without success.
CREATE TABLE task_counter (
    job INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    PRIMARY KEY (job, ordinal)
) WITHOUT ROWID;

-- What follows "ended" is null while the attempt is live; "more" holds files and text that are rarely asked for.
CREATE TABLE attempt (
    job INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    number INTEGER NOT NULL,
    node INTEGER NOT NULL,
    lane INTEGER NOT NULL,
    assigned INTEGER NOT NULL,
    ended INTEGER,
    outcome TEXT,
    digest INTEGER,
    exit_code INTEGER,
    run INTEGER,
    cpu INTEGER,
    peak INTEGER,
    more TEXT,
    PRIMARY KEY (job, ordinal, number)
) WITHOUT ROWID;
CREATE INDEX attempt_live ON attempt (node) WHERE ended IS NULL;

-- Who may read a blob: owners what their jobs name, nodes the inputs of what they run.
CREATE TABLE blob_ref (
    hash BLOB NOT NULL,
    job INTEGER NOT NULL,
    input INTEGER NOT NULL,
    PRIMARY KEY (hash, job)
) WITHOUT ROWID;
CREATE INDEX blob_ref_by_job ON blob_ref (job);

CREATE TABLE node (
    id INTEGER PRIMARY KEY,
    incarnation INTEGER NOT NULL,
    name TEXT NOT NULL,
    os TEXT NOT NULL,
    arch TEXT NOT NULL,
    cores INTEGER NOT NULL,
    benchmark TEXT NOT NULL,
    version TEXT NOT NULL,
    slots INTEGER NOT NULL,
    memory INTEGER NOT NULL,
    introduced INTEGER NOT NULL
);

CREATE TABLE refusal (
    node INTEGER NOT NULL,
    owner TEXT NOT NULL,
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (node, owner, type)
) WITHOUT ROWID;

CREATE TABLE token (
    hash TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    owner TEXT,
    node INTEGER
) WITHOUT ROWID;

CREATE TABLE submission_key (
    owner TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint INTEGER NOT NULL,
    job INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (owner, key)
) WITHOUT ROWID;

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
