package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Terms;
import org.gleaner.protocol.message.Adjustment;
import org.gleaner.protocol.message.ChangeRequest;
import org.jspecify.annotations.Nullable;

/** New terms for jobs that are there. */
public final class AdjustJson {
    static final String NO_DEADLINE = "none";

    private AdjustJson() {}

    public static void writeAdjustment(JsonGenerator out, Adjustment adjustment) throws IOException {
        out.writeStartObject();
        Members.textIfAny(out, "select", adjustment.select());
        if (!adjustment.ids().isEmpty()) {
            StatusJson.writeIds(out, "ids", adjustment.ids());
        }
        Terms terms = adjustment.terms();
        Members.number(out, "priority", terms.priority());
        Members.number(out, "weight", terms.weight());
        Members.number(out, "atMost", terms.atMost());
        Members.number(out, "maxFailures", terms.maxFailures());
        Members.number(out, "maxLost", terms.maxLost());
        Members.number(out, "stopAfter", terms.stopAfter());
        Members.number(out, "copies", terms.copies());
        Members.millis(out, "timeMs", terms.time());
        Members.instant(out, "begin", terms.begin());
        writeDeadline(out, terms.deadline());
        out.writeEndObject();
    }

    public static Adjustment readAdjustment(JsonInput in) throws IOException {
        String select = "";
        List<JobId> ids = List.of();
        Integer priority = null;
        Integer weight = null;
        Integer atMost = null;
        Integer maxFailures = null;
        Integer maxLost = null;
        Integer stopAfter = null;
        Integer copies = null;
        Duration time = null;
        Instant begin = null;
        Instant deadline = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "select" -> select = in.text(1_000);
                case "ids" -> ids = in.list(ChangeRequest.MOST, StatusJson::readId);
                case "priority" -> priority = in.integer();
                case "weight" -> weight = in.count();
                case "atMost" -> atMost = in.count();
                case "maxFailures" -> maxFailures = in.count();
                case "maxLost" -> maxLost = in.count();
                case "stopAfter" -> stopAfter = in.count();
                case "copies" -> copies = in.count();
                case "timeMs" -> time = in.millis();
                case "begin" -> begin = in.instant();
                case "deadline" -> deadline = in.instant(NO_DEADLINE, Terms.NO_DEADLINE);
                default -> in.skip();
            }
        }
        return new Adjustment(
                select,
                new Terms(priority, weight, atMost, maxFailures, maxLost, stopAfter, copies, time, begin, deadline),
                ids);
    }

    public static void writeAdjusted(JsonGenerator out, Reply.Adjusted adjusted) throws IOException {
        StatusJson.start(out);
        StatusJson.writeIds(out, "jobs", adjusted.jobs());
        out.writeEndObject();
    }

    public static Reply.Adjusted readAdjusted(JsonInput in) throws IOException {
        return new Reply.Adjusted(in.only("jobs", all -> all.list(JsonLimits.WHOLE, one -> new JobId(one.number()))));
    }

    static void writeDeadline(JsonGenerator out, @Nullable Instant deadline) throws IOException {
        if (Terms.NO_DEADLINE.equals(deadline)) {
            out.writeStringField("deadline", NO_DEADLINE);
        } else {
            Members.instant(out, "deadline", deadline);
        }
    }
}
