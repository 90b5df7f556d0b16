package org.gleaner.agent.run;

import org.gleaner.core.attempt.Outcome;

/** What a task left can't be taken; the message is one line for people. */
final class Ungathered extends Exception {
    private final Outcome outcome;

    Ungathered(Outcome outcome, String message) {
        super(message);
        this.outcome = outcome;
    }

    /** How the attempt ends instead. */
    Outcome outcome() {
        return outcome;
    }

    static Ungathered missing(String message) {
        return new Ungathered(Outcome.NO_OUTPUT, message);
    }
}
