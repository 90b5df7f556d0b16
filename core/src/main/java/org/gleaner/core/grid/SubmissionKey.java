package org.gleaner.core.grid;

import org.gleaner.core.id.Owner;

/** A client's own name for a submission, so that sending it twice makes one job. */
public record SubmissionKey(Owner owner, String key, long fingerprint) {
    private static final int LONGEST = 200;

    public SubmissionKey {
        if (key.isBlank() || key.length() > LONGEST) {
            throw new IllegalArgumentException("an idempotency key has 1 to " + LONGEST + " characters");
        }
    }
}
