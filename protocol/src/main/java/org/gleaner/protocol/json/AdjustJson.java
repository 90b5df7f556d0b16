package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Terms;
import org.gleaner.protocol.message.Adjustment;
import org.jspecify.annotations.Nullable;

/** New terms for jobs that are there. */
public final class AdjustJson {
    private AdjustJson() {}

    public static void writeAdjustment(JsonGenerator out, Adjustment adjustment) throws IOException {
        out.writeStartObject();
        if (!adjustment.select().isEmpty()) {
            out.writeStringField("select", adjustment.select());
        }
        Terms terms = adjustment.terms();
        write(out, "priority", terms.priority());
        write(out, "weight", terms.weight());
        write(out, "atMost", terms.atMost());
        write(out, "maxFailures", terms.maxFailures());
        write(out, "maxLost", terms.maxLost());
        write(out, "stopAfter", terms.stopAfter());
        write(out, "copies", terms.copies());
        Duration time = terms.time();
        if (time != null) {
            out.writeNumberField("timeMs", time.toMillis());
        }
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, String field, @Nullable Integer value) throws IOException {
        if (value != null) {
            out.writeNumberField(field, value.intValue());
        }
    }

    public static Adjustment readAdjustment(JsonInput in) throws IOException {
        String select = "";
        Integer priority = null;
        Integer weight = null;
        Integer atMost = null;
        Integer maxFailures = null;
        Integer maxLost = null;
        Integer stopAfter = null;
        Integer copies = null;
        Duration time = null;
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            switch (field) {
                case "select" -> select = in.text(1_000);
                case "priority" -> priority = in.integer();
                case "weight" -> weight = in.count();
                case "atMost" -> atMost = in.count();
                case "maxFailures" -> maxFailures = in.count();
                case "maxLost" -> maxLost = in.count();
                case "stopAfter" -> stopAfter = in.count();
                case "copies" -> copies = in.count();
                case "timeMs" -> time = in.millis();
                default -> in.skip();
            }
        }
        return new Adjustment(
                select, new Terms(priority, weight, atMost, maxFailures, maxLost, stopAfter, copies, time));
    }

    public static void writeAdjusted(JsonGenerator out, Reply.Adjusted adjusted) throws IOException {
        StatusJson.start(out);
        out.writeArrayFieldStart("jobs");
        for (JobId job : adjusted.jobs()) {
            out.writeNumber(job.value());
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    public static Reply.Adjusted readAdjusted(JsonInput in) throws IOException {
        List<JobId> jobs = null;
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            switch (field) {
                case "jobs" -> jobs = in.list(JsonLimits.WHOLE, one -> new JobId(one.number()));
                default -> in.skip();
            }
        }
        return new Reply.Adjusted(in.required(jobs, "jobs"));
    }
}
