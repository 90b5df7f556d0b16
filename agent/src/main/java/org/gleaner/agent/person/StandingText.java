package org.gleaner.agent.person;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.job.Spans;

/** A standing as lines for a terminal and as JSON. */
final class StandingText {
    private StandingText() {}

    static String lines(Standing standing) {
        List<String> lines = new ArrayList<>(List.of(standing.summary()));
        standing.verdict().reasons().forEach(reason -> lines.add("  because " + reason));
        for (Standing.Running run : standing.running()) {
            lines.add("  " + run.task() + "  " + run.type() + " of " + run.owner() + ", for " + Spans.text(run.since())
                    + (run.suspended() ? ", suspended" : ""));
        }
        lines.add("server: " + standing.server().address());
        if (!standing.server().trouble().isEmpty()) {
            lines.add("trouble: " + standing.server().trouble());
        }
        standing.rules().forEach(rule -> lines.add("rule: " + rule));
        standing.limits().forEach(limit -> lines.add("limit: " + limit));
        if (standing.source() != null) {
            lines.add("notices you by: " + standing.source());
        }
        return String.join("\n", lines) + "\n";
    }

    static void json(JsonGenerator out, Standing standing) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeStringField("server", standing.server().address());
        if (!standing.server().trouble().isEmpty()) {
            out.writeStringField("trouble", standing.server().trouble());
        }
        out.writeBooleanField("welcome", standing.verdict().welcome());
        strings(out, "reasons", standing.verdict().reasons());
        out.writeArrayFieldStart("running");
        for (Standing.Running run : standing.running()) {
            out.writeStartObject();
            out.writeStringField("task", run.task());
            out.writeStringField("type", run.type());
            out.writeStringField("owner", run.owner());
            out.writeNumberField("sinceMs", run.since().toMillis());
            out.writeBooleanField("suspended", run.suspended());
            out.writeEndObject();
        }
        out.writeEndArray();
        strings(out, "rules", standing.rules());
        strings(out, "limits", standing.limits());
        if (standing.source() != null) {
            out.writeStringField("source", standing.source());
        }
        out.writeEndObject();
    }

    private static void strings(JsonGenerator out, String field, List<String> texts) throws IOException {
        out.writeArrayFieldStart(field);
        for (String text : texts) {
            out.writeString(text);
        }
        out.writeEndArray();
    }
}
