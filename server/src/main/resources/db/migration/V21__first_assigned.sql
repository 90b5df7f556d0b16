-- When its node was first given an attempt that was given up and came back. Null: when it was assigned.
ALTER TABLE attempt ADD COLUMN first_assigned BIGINT;
