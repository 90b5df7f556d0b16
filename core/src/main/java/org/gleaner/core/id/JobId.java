package org.gleaner.core.id;

/** The number of a job. Ids only grow, so an id below the next one that is not open belongs to a closed job. */
public record JobId(long value) implements Comparable<JobId> {
    public JobId {
        if (value < 1) {
            throw new IllegalArgumentException("a job id is a number from 1, not " + value);
        }
    }

    @Override
    public int compareTo(JobId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
