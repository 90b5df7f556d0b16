package org.gleaner.core.scheduling;

import java.util.Locale;

/** What decided that a node got a task of one group and not of another. */
public enum Rule {
    OLDEST("its job is the oldest"),
    FEWEST_RUNNING("the fewest tasks of its type are running"),
    FEWEST_OF_OWNER("its owner has the fewest tasks running"),
    UNTRIED("no task of its type has been done yet"),
    FITTING("its length suits how long the node will probably stay"),
    SOONEST_DONE("it will probably be done soonest"),
    MOST_WORTH("its length suits the node best"),
    COPY("nothing else was ready for the node");

    private final String because;
    private final String word;

    Rule(String because) {
        this.because = because;
        this.word = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The rest of a sentence: "a node got one because …". */
    public String because() {
        return because;
    }

    public String word() {
        return word;
    }
}
