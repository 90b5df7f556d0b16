package org.gleaner.protocol.wording;

import org.gleaner.core.scheduling.Rule;

/** Why a node got a task. */
final class RuleWords {
    private RuleWords() {}

    /** The rest of what one says: "a machine got one because …". */
    static String because(Rule rule) {
        return switch (rule) {
            case OLDEST -> "its job was the oldest";
            case FEWEST_RUNNING -> "the fewest tasks of its type were running";
            case FEWEST_OF_OWNER -> "its owner had the fewest tasks running";
            case UNTRIED -> "no task of its type had been done yet";
            case FITTING -> "tasks of this length should be done before the machine leaves";
            case SOONEST_DONE -> "it will probably be done soonest";
            case MOST_WORTH, SAME_RANK -> "tasks of this length suit the machine best";
            case UNKNOWN_LENGTH -> "it was its job's turn; how long tasks of that type take was not known";
            case COPY -> "nothing else was ready for the machine";
        };
    }

    /** After "running on a machine". */
    static String got(Rule rule) {
        return rule == Rule.UNKNOWN_LENGTH
                ? ": it was this job's turn. How long such tasks take is not known yet"
                : ", which got it because " + because(rule);
    }
}
