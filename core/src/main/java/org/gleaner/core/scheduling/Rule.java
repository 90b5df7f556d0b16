package org.gleaner.core.scheduling;

import java.util.Locale;

/** What decided that a node got a task of one group and not of another. */
public enum Rule {
    OLDEST("its job is the oldest"),
    FEWEST_RUNNING("fewest tasks of its type run"),
    FEWEST_OF_OWNER("fewest tasks of its owner run"),
    UNTRIED("no task of its type was done yet"),
    FITTING("its tasks take about as long as the node should still stay"),
    SOONEST_DONE("the node will probably be done with it soonest"),
    MOST_WORTH("the node will probably finish most of it, at what work of its length is worth now"),
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
