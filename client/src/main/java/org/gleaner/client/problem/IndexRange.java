package org.gleaner.client.problem;

import java.io.Serializable;

/**
 * A range of consecutive indices.
 *
 * @param end the one after the last
 */
public record IndexRange(long first, long end) implements Serializable {
    public IndexRange {
        if (first > end) {
            throw new IllegalArgumentException("a range from " + first + " can't end before " + end);
        }
    }

    public long size() {
        return end - first;
    }
}
