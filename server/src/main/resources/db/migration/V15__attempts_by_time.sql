-- Attempts that ended within a span of time. Those that live are few and have an index of their own.
CREATE INDEX attempt_by_end ON attempt (ended, assigned, node) WHERE ended IS NOT NULL;
