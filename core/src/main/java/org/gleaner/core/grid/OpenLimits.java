package org.gleaner.core.grid;

/**
 * How much may be open at once. All that is open is in memory, and whatever was taken must fit there again when it is
 * loaded.
 *
 * @param jobs of one owner
 * @param bytes that the jobs of one owner may take, as {@link org.gleaner.core.job.JobWeight} counts
 * @param bytesInAll the same for all owners together: what this server has room for
 */
public record OpenLimits(int jobs, long bytes, long bytesInAll) {
    public static final OpenLimits DEFAULT = new OpenLimits(200_000, 256L << 20, Long.MAX_VALUE);

    /**
     * The same on a server that has so much room for jobs. One owner gets half of it at most, or the jobs of one would
     * keep all others from submitting.
     */
    public OpenLimits within(long room) {
        return new OpenLimits(jobs, Math.min(bytes, room / 2), room);
    }
}
