package org.gleaner.core.node;

import java.util.Locale;

/**
 * One thing that a job needs and a node has not.
 *
 * @param needs what is needed, as people write it
 * @param has what the node has instead; empty: nothing of the kind
 */
public record Mismatch(Kind kind, String needs, String has) {
    /** In the order in which they are looked at: what can't be changed first, what is only too small last. */
    public enum Kind {
        TYPE,
        /** None of those that the job names. */
        NODE,
        /** One of those that the job names as not for it. */
        EXCLUDED,
        OS,
        ARCH,
        RUNTIME,
        TAG,
        MOUNT,
        SANDBOX,
        AGENT,
        SPEED,
        /** Too few of what is counted and a node's own. */
        USE,
        /** The same of what is the pool's: no node has it. */
        LICENCE,
        CORES,
        MEMORY,
        DISK;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
