package org.gleaner.core.grid;

/** How many of a licence are in use, and how many the pool has. */
public record LicenceUse(int used, int all) {
    public static final LicenceUse NONE = new LicenceUse(0, 0);
}
