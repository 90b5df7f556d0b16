package org.gleaner.terminal.console;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.gleaner.core.job.CutText;
import org.gleaner.core.job.Unseen;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.Trouble;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonWriter;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemJson;

/** Says things in one of two ways: for people, or as JSON for scripts. */
public final class Printer {
    private Printer() {}

    /** One line of JSON. */
    public static <T> void json(PrintStream out, T value, JsonWriter<T> writer) {
        byte[] bytes = Json.write(value, writer);
        out.write(bytes, 0, bytes.length);
        out.println();
    }

    /** One line of JSON with a version and one fact: a text, a number or a truth. */
    public static void json(PrintStream out, String name, Object value) {
        json(out, value, (json, fact) -> {
            json.writeStartObject();
            json.writeNumberField("version", 1);
            json.writeObjectField(name, fact);
            json.writeEndObject();
        });
    }

    /** Tells a failure and returns the exit code. */
    public static int tell(Surroundings here, boolean json, CliFailure failure) {
        if (json) {
            json(here.out(), failure, Printer::writeFailure);
        }
        lines(here.err(), failure.what(), failure.why(), failure.next());
        return failure.exit();
    }

    /** Tells what came of a call and returns the exit code; the server's problem is given as it came. */
    public static int tell(Surroundings here, boolean json, CallFailed failure) {
        Trouble trouble = failure.trouble();
        Problem problem = failure.problem();
        if (json && problem != null) {
            json(here.out(), problem, ProblemJson::write);
        } else if (json) {
            json(
                    here.out(),
                    CliFailure.unreachable(trouble.what(), trouble.why(), trouble.remedy()),
                    Printer::writeFailure);
        }
        lines(here.err(), trouble.what(), trouble.why(), Advice.next(failure));
        return failure.exitCode();
    }

    /** What comes from elsewhere may hold escape sequences; a terminal must not obey them, nor turn a line around. */
    public static String printable(String text) {
        return text.codePoints().anyMatch(Unseen::isUnseen) ? withoutCommands(text) : text;
    }

    private static String withoutCommands(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> clean.appendCodePoint(Unseen.isUnseen(c) ? ' ' : c));
        return clean.toString();
    }

    /** At most so many characters of a text. */
    public static String atMost(int characters, String text) {
        return CutText.marked(characters, text);
    }

    /** The three lines of every message: what happened, why, what to do next. */
    public static void lines(PrintStream err, String what, String why, String next) {
        lines(err, what, List.of(why), next);
    }

    /** With more than one line of why, such as what failed how often. */
    public static void lines(PrintStream err, String what, List<String> why, String next) {
        err.println("gleaner: " + printable(what));
        why.forEach(line -> err.println("  " + printable(line)));
        err.println("  " + printable(next));
        err.flush();
    }

    private static void writeFailure(JsonGenerator out, CliFailure failure) throws IOException {
        out.writeStartObject();
        out.writeStringField("type", Problem.TYPE_PREFIX + failure.code());
        out.writeStringField("title", failure.what());
        out.writeStringField("detail", failure.why());
        out.writeStringField("remedy", failure.next());
        out.writeEndObject();
    }
}
