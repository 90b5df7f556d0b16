package org.gleaner.core.job;

import java.time.Instant;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;

/** A closed job, and since when: if it is opened again and closes once more, that is another time. */
public record ClosedJob(JobId job, Owner owner, Instant closed) {}
