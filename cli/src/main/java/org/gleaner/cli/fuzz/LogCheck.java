package org.gleaner.cli.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Looks into a server's log for what the server itself calls a defect or a failure. */
final class LogCheck {
    private LogCheck() {}

    static void look(Path log, Findings findings, String replay) throws IOException {
        if (!Files.exists(log)) {
            return;
        }
        try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
            for (String line : (Iterable<String>) lines::iterator) {
                boolean ours = line.contains("\"loggerName\":\"org.gleaner.");
                if (line.contains("\"level\":\"ERROR\"") || (ours && line.contains("\"level\":\"WARN\""))) {
                    Tree.Members entry = Operation.object(Tree.read(line.getBytes(StandardCharsets.UTF_8)), "a line");
                    String what = Tree.text(entry.get("formattedMessage"), "") + ": " + thrown(entry);
                    findings.add(
                            "log" + what.replaceAll("[0-9]+", "N"), new Finding("the log says: " + what, replay, line));
                }
            }
        }
    }

    private static String thrown(Tree.Members entry) {
        if (!(entry.get("throwable") instanceof Tree.Members throwable)) {
            return "";
        }
        String cause = thrownBelow(throwable);
        return Tree.text(throwable.get("className"), "") + " " + Tree.text(throwable.get("message"), "") + cause;
    }

    private static String thrownBelow(Tree.Members throwable) {
        return throwable.get("cause") instanceof Tree.Members cause
                ? " by " + Tree.text(cause.get("className"), "") + " " + Tree.text(cause.get("message"), "")
                : "";
    }
}
