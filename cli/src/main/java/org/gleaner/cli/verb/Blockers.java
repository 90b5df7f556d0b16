package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Printer;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.UserCalls;
import org.gleaner.protocol.message.TaskRow.LastAttempt;

/** Why tasks are blocked, each cause in one line however many tasks share it. */
final class Blockers {
    private static final int LONGEST = 120;
    private static final int MOST_CAUSES = 5;

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

    static List<String> causes(UserCalls calls, Chosen chosen) throws CliFailure, CallFailed, IOException {
        Map<String, Integer> causes = new LinkedHashMap<>();
        chosen.forEach(calls, TaskState.BLOCKED, row -> {
            LastAttempt last = row.last();
            causes.merge(last == null ? "by hand" : oneLine(last), 1, Integer::sum);
        });
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, Integer> cause : causes.entrySet()) {
            if (lines.size() == MOST_CAUSES) {
                lines.add("and " + (causes.size() - MOST_CAUSES) + " more causes");
                break;
            }
            lines.add(tasks(cause.getValue()) + " blocked: " + cause.getKey());
        }
        return lines;
    }

    static String tasks(int count) {
        return count + (count == 1 ? " task" : " tasks");
    }
}
