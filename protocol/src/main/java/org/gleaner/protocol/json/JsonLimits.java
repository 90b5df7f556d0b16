package org.gleaner.protocol.json;

/** Upper bounds of what is read from the wire; whatever exceeds one is a {@link BadMessage}. */
public final class JsonLimits {
    public static final int DEPTH = 16;
    /** Characters of any text; inline content in Base64 is the longest that is legal. */
    public static final int TEXT = 1 << 20;
    /** Characters of an entry's value: it must fit into an environment variable. */
    public static final int ENTRY = 65_536;

    /** Entries of one job. A range needs none, so it may have more tasks. */
    public static final int ENTRIES = 1_000_000;
    /** Characters of one argument or of the shell line. */
    public static final int WORD = 100_000;

    public static final int WORDS = 10_000;
    /** Inputs of one job, or its outputs. */
    public static final int NAMES = 100_000;
    /** Archives of one job, files of one entry, or those that a report names one by one. */
    public static final int FILES = 10_000;

    public static final int HOLDS = 10_000;
    public static final int REPORTS = 1_024;
    /** Starts, stops, releases or reports in one answer to a node. */
    public static final int ORDERS = 10_000;
    /** How often the jobs of a bundle may wait for each other. */
    public static final int LINKS = 100_000;
    /** Rows of a list that people ask for page by page. */
    public static final int ROWS = 10_000;
    /** Rows of a list that is as long as what it is about: all nodes, users, tokens, or jobs that a verb concerned. */
    public static final int WHOLE = 1_000_000;

    private JsonLimits() {}
}
