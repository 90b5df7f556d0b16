package org.gleaner.agent.person;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.json.Members;

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
        Members.texts(out, "reasons", standing.verdict().reasons());
        Members.objects(out, "running", standing.running(), (json, run) -> {
            json.writeStringField("task", run.task());
            json.writeStringField("type", run.type());
            json.writeStringField("owner", run.owner());
            json.writeNumberField("sinceMs", run.since().toMillis());
            json.writeBooleanField("suspended", run.suspended());
        });
        Members.texts(out, "rules", standing.rules());
        Members.texts(out, "limits", standing.limits());
        if (standing.source() != null) {
            out.writeStringField("source", standing.source());
        }
        out.writeEndObject();
    }
}
