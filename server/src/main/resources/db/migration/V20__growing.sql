-- The first of the tasks that came to a growing job under this key. 0: the job itself came under it.
ALTER TABLE submission_key ADD COLUMN first_task INTEGER NOT NULL DEFAULT 0;
