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
        TYPE("does not take jobs of this type"),
        OS("other operating system"),
        ARCH("other processor"),
        RUNTIME("runtime missing or too old"),
        TAG("tag missing"),
        MOUNT("directory not there"),
        SANDBOX("no sandbox"),
        AGENT("an agent of 0.1, which takes at most 10 000 inputs or outputs"),
        CORES("too few cores"),
        MEMORY("too little memory"),
        DISK("too little disk");

        private final String phrase;

        Kind(String phrase) {
            this.phrase = phrase;
        }

        /** For people, without figures. */
        public String phrase() {
            return phrase;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
