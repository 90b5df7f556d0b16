package org.gleaner.lab.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Looks into a server's log for what the server itself calls a defect or a failure. */
public final class LogCheck {
    /** Servers on one machine share the directory where SQLite's library is unpacked, and each removes old copies. */
    private static final String TIDIED_BY_ANOTHER = "Failed to delete old native lib";

    private LogCheck() {}

    /**
     * One line that is worth a look.
     *
     * @param isError whether it is called an error; else one of ours warns
     * @param thrown what was thrown, and by what; empty if nothing was
     * @param line as it stands there
     */
    public record Entry(boolean isError, String message, String thrown, String line) {
        String what() {
            return message + ": " + thrown;
        }

        /** The same for all lines that differ in numbers only. */
        public String kind() {
            return "log" + what().replaceAll("[0-9]+", "N");
        }
    }

    static void look(Path log, Defects findings, String replay) throws IOException {
        for (Entry entry : read(log)) {
            findings.add(entry.kind(), new Defect("the log says: " + entry.what(), replay, entry.line()));
        }
    }

    /** Errors of anybody, warnings of ours. */
    public static List<Entry> read(Path log) throws IOException {
        List<Entry> entries = new ArrayList<>();
        if (!Files.exists(log)) {
            return entries;
        }
        try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
            for (String line : (Iterable<String>) lines::iterator) {
                boolean ours = line.contains("\"loggerName\":\"org.gleaner.");
                boolean error = line.contains("\"level\":\"ERROR\"");
                if (line.contains(TIDIED_BY_ANOTHER)) {
                    continue;
                }
                if (error || (ours && line.contains("\"level\":\"WARN\""))) {
                    entries.add(entry(error, line));
                }
            }
        }
        return entries;
    }

    private static Entry entry(boolean error, String line) {
        try {
            Tree.Members entry = Operation.object(Tree.read(line.getBytes(StandardCharsets.UTF_8)), "a line");
            return new Entry(error, Tree.text(entry.get("formattedMessage"), ""), thrown(entry), line);
        } catch (IOException cut) {
            // The server was killed, or its disk was full, while it wrote.
            return new Entry(error, "a line that is not whole", "", line);
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
