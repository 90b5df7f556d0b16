package org.gleaner.protocol.wording;

import org.gleaner.core.scheduling.Rule;

/** Why a node got a task. */
final class RuleWords {
    private RuleWords() {}

    /** The rest of a sentence: "a node got one because …". */
    static String because(Rule rule) {
        return switch (rule) {
            case OLDEST -> "its job was the oldest";
            case FEWEST_RUNNING -> "the fewest tasks of its type were running";
            case FEWEST_OF_OWNER -> "its owner had the fewest tasks running";
            case UNTRIED -> "no task of its type had been done yet";
            case FITTING -> "its length suits how long the node will probably stay";
            case SOONEST_DONE -> "it will probably be done soonest";
            case MOST_WORTH -> "its length suits the node best";
            case COPY -> "nothing else was ready for the node";
        };
    }
}
