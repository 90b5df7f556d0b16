package org.gleaner.agent.run;

/** This node can't run the task; the message says why, in one line for people. */
final class NotStartable extends Exception {
    NotStartable(String why) {
        super(why);
    }
}
