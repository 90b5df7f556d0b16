package org.gleaner.protocol.message;

import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.job.JobSpec;

/** One job: where it stands and what it is. */
public record JobDetail(JobSummary summary, JobSpec spec) {}
