package org.gleaner.core.grid;

/**
 * What a submission would keep, in bytes, as its route found out; all zero where there is no quota.
 *
 * @param owned what the owner's jobs keep already
 * @param total what all jobs keep
 * @param asked what the submission adds to that: files that no job of the owner names yet
 */
public record QuotaUse(long owned, long total, long asked) {
    public static final QuotaUse NONE = new QuotaUse(0, 0, 0);

    public QuotaUse {
        if (owned < 0 || total < 0 || asked < 0) {
            throw new IllegalArgumentException("nobody keeps less than nothing");
        }
    }
}
