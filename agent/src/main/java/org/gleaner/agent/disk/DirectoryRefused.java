package org.gleaner.agent.disk;

/** A directory must not be used: what is in it, or behind it, may be somebody else's. The message says why. */
public final class DirectoryRefused extends Exception {
    private final String remedy;

    public DirectoryRefused(String why, String remedy) {
        super(why);
        this.remedy = remedy;
    }

    public String remedy() {
        return remedy;
    }
}
