-- Attempts that ended within a span of time. Those that live are few and have an index of their own.
CREATE INDEX attempt_by_end ON attempt (ended, assigned, node) WHERE ended IS NOT NULL;
-- Those that lasted more than six hours, which are few: of all others it is known that they ended soon after they began.
CREATE INDEX attempt_long ON attempt (ended, assigned, node) WHERE ended - assigned > 21600000;
