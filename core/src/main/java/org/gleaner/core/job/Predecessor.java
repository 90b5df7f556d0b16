package org.gleaner.core.job;

import org.gleaner.core.id.JobId;

/**
 * Something that must be done first.
 *
 * @param tasks those of its tasks that count; empty: all of them
 * @param each whether task i waits only for task i of the predecessor, which then has as many tasks
 */
public record Predecessor(JobId job, Ordinals tasks, boolean each) {}
