package org.gleaner.agent.person;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/** A standing as lines for a terminal and as JSON. */
final class StandingText {
    private StandingText() {}

    static String lines(Standing standing) {
        StringBuilder text = new StringBuilder(standing.summary()).append('\n');
        standing.verdict()
                .reasons()
                .forEach(reason -> text.append("  because ").append(reason).append('\n'));
        for (Standing.Running run : standing.running()) {
            text.append("  ")
                    .append(run.task())
                    .append("  ")
                    .append(run.type())
                    .append(" of ")
                    .append(run.owner())
                    .append(", for ")
                    .append(Roughly.text(run.since()))
                    .append(run.suspended() ? ", suspended" : "")
                    .append('\n');
        }
        text.append("server: ").append(standing.server().address()).append('\n');
        if (!standing.server().trouble().isEmpty()) {
            text.append("trouble: ").append(standing.server().trouble()).append('\n');
        }
        standing.rules().forEach(rule -> text.append("rule: ").append(rule).append('\n'));
        standing.limits().forEach(limit -> text.append("limit: ").append(limit).append('\n'));
        if (standing.source() != null) {
            text.append("somebody is noticed by: ").append(standing.source()).append('\n');
        }
        return text.toString();
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
