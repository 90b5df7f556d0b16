package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.protocol.message.WorkTimeline;

/** What machines did. */
public final class TimelineJson {
    private TimelineJson() {}

    public static void write(JsonGenerator out, WorkTimeline timeline) throws IOException {
        StatusJson.start(out);
        out.writeStringField("since", timeline.since().toString());
        out.writeStringField("until", timeline.until().toString());
        Members.objects(out, "bars", timeline.bars(), TimelineJson::writeBar);
        out.writeBooleanField("more", timeline.more());
        if (!timeline.stays().isEmpty()) {
            Members.objects(out, "stays", timeline.stays(), (json, stay) -> {
                json.writeNumberField("node", stay.node().value());
                json.writeStringField("from", stay.from().toString());
                json.writeStringField("to", stay.to().toString());
            });
        }
        out.writeEndObject();
    }

    private static void writeBar(JsonGenerator out, WorkTimeline.Bar bar) throws IOException {
        out.writeNumberField("node", bar.node().value());
        out.writeNumberField("lane", bar.lane());
        out.writeStringField("from", bar.from().toString());
        Instant to = bar.to();
        Members.text(out, "to", to == null ? null : to.toString());
        WorkTimeline.Own own = bar.own();
        if (own == null) {
            out.writeBooleanField("others", true);
            return;
        }
        out.writeStringField("attempt", own.attempt().toString());
        Outcome outcome = own.outcome();
        Members.text(out, "outcome", outcome == null ? null : outcome.word());
        Members.flag(out, "copy", own.copy());
    }
}
