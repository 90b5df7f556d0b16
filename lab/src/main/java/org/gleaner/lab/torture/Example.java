package org.gleaner.lab.torture;

import java.util.Locale;

/** The programs for people to read that come with this one. */
public enum Example {
    LIGHT("LightPropagation"),
    LOGARITHM("DiscreteLogarithm"),
    REPEATS("GenomeRepeats"),
    TOUR("TravellingSalesman");

    private final String program;

    Example(String program) {
        this.program = program;
    }

    /** Its class, and the file that it is in. */
    public String program() {
        return program;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
