package org.gleaner.server.store;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Turn;

/** When a job's turn comes, as it is stored; the usual turn is left out. */
final class TurnJson {
    private TurnJson() {}

    static void write(JsonGenerator json, Turn turn) throws IOException {
        if (turn.equals(Turn.USUAL)) {
            return;
        }
        json.writeNumberField("priority", turn.priority());
        if (turn.weight() != Turn.USUAL.weight()) {
            json.writeNumberField("weight", turn.weight());
        }
        json.writeArrayFieldStart("after");
        for (Predecessor one : turn.after()) {
            json.writeStartObject();
            json.writeNumberField("job", one.job().value());
            json.writeArrayFieldStart("tasks");
            for (Ordinals.Span span : one.tasks().spans()) {
                json.writeStartObject();
                json.writeNumberField("first", span.first());
                json.writeNumberField("last", span.last());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeBooleanField("each", one.each());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static Turn read(StoredJson spec) throws IOException {
        if (!spec.has("priority")) {
            return Turn.USUAL;
        }
        List<Predecessor> after = new ArrayList<>();
        for (StoredJson one : spec.objects("after")) {
            List<Ordinals.Span> spans = new ArrayList<>();
            for (StoredJson span : one.objects("tasks")) {
                spans.add(new Ordinals.Span(span.count("first"), span.count("last")));
            }
            after.add(new Predecessor(new JobId(one.number("job")), new Ordinals(spans), one.flag("each")));
        }
        int weight = spec.has("weight") ? spec.count("weight") : Turn.USUAL.weight();
        return new Turn(spec.count("priority"), weight, after);
    }
}
