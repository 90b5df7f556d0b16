-- What is believed about nodes and types. Lists of numbers are bytes, eight for each, so that they come back exactly.
CREATE TABLE node_belief (
    node BIGINT NOT NULL PRIMARY KEY,
    uptimes BYTEA NOT NULL,
    outcomes BYTEA NOT NULL,
    deaths BYTEA NOT NULL,
    exposure BYTEA NOT NULL,
    -- The stay that goes on: the agent's word for it, milliseconds counted up to 'since', from when on time counts.
    stay TEXT NOT NULL,
    counted BIGINT NOT NULL,
    since BIGINT
) ${without_rowid};
CREATE TABLE type_belief (
    owner TEXT NOT NULL,
    type TEXT NOT NULL,
    -- Mean run time, the same normalised, core-minutes spent.
    figures BYTEA NOT NULL,
    done BIGINT NOT NULL,
    finished BYTEA NOT NULL,
    used BIGINT NOT NULL,
    PRIMARY KEY (owner, type)
) ${without_rowid};

-- When nodes were there, and what is kept of that when it is old: how often and how long in each week.
CREATE TABLE stay (
    node BIGINT NOT NULL,
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    PRIMARY KEY (node, ended, began)
) ${without_rowid};
CREATE INDEX stay_ended ON stay (ended);
CREATE TABLE stay_week (
    node BIGINT NOT NULL,
    week BIGINT NOT NULL,
    stays BIGINT NOT NULL,
    millis BIGINT NOT NULL,
    PRIMARY KEY (node, week)
) ${without_rowid};
