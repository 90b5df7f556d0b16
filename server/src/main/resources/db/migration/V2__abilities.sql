-- What nodes can do beside giving room: runtimes, tags, types, what they enforce.
ALTER TABLE node ADD COLUMN disk BIGINT NOT NULL DEFAULT 0;
ALTER TABLE node ADD COLUMN abilities TEXT NOT NULL DEFAULT '{}';
