package org.gleaner.cli.verb;

import org.gleaner.cli.console.Printer;
import org.gleaner.protocol.message.TaskRow.LastAttempt;

/** How attempts ended and how many tasks and nodes are meant, in a few words. */
final class Blockers {
    private static final int LONGEST = 120;

    private Blockers() {}

    /** How an attempt ended: the outcome and the last thing it said. */
    static String oneLine(LastAttempt last) {
        String said = lastLine(last.tail());
        String detail = last.detail();
        String text = Printer.printable(said.isEmpty() ? detail : detail.isEmpty() ? said : detail + ": " + said);
        return text.length() > LONGEST ? text.substring(0, LONGEST - 1) + "…" : text;
    }

    private static String lastLine(String text) {
        String stripped = text.strip();
        return stripped.substring(stripped.lastIndexOf('\n') + 1);
    }

    static String tasks(int count) {
        return count + (count == 1 ? " task" : " tasks");
    }
}
