package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.JobAdvice;
import org.gleaner.protocol.message.JobAdvice.State;
import org.jspecify.annotations.Nullable;

/** What would let a job start or be done sooner. */
public final class AdviceJson {
    private static final Map<String, State> STATES =
            Stream.of(State.values()).collect(Collectors.toUnmodifiableMap(State::word, state -> state));

    private AdviceJson() {}

    public static void write(JsonGenerator out, JobAdvice advice) throws IOException {
        StatusJson.start(out);
        writeMembers(out, advice);
        out.writeEndObject();
    }

    static void writeMembers(JsonGenerator out, JobAdvice advice) throws IOException {
        out.writeNumberField("job", advice.job().value());
        out.writeStringField("state", advice.state().word());
        Members.text(out, "change", advice.change());
        Members.textIfAny(out, "value", advice.value());
        Members.textIfAny(out, "with", advice.phrase());
        writeSpan(out, "now", advice.now());
        writeSpan(out, "then", advice.then());
        Members.millis(out, "gainMs", advice.gain());
        JobAdvice.Start start = advice.start();
        if (start != null) {
            out.writeObjectFieldStart("start");
            writeSpan(out, "now", start.now());
            writeSpan(out, "then", start.then());
            Members.millis(out, "gainMs", start.gain());
            out.writeEndObject();
        }
    }

    private static void writeSpan(JsonGenerator out, String name, Forecast.@Nullable Span span) throws IOException {
        if (span != null) {
            out.writeFieldName(name);
            ForecastJson.writeSpan(out, span);
        }
    }

    public static JobAdvice read(JsonInput in) throws IOException {
        JobId job = null;
        State state = State.NONE;
        String change = null;
        String value = "";
        String phrase = "";
        Forecast.Span now = null;
        Forecast.Span then = null;
        Duration gain = null;
        JobAdvice.Start start = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "state" -> state = in.word(STATES);
                case "change" -> change = in.text();
                case "value" -> value = in.text();
                case "with" -> phrase = in.text();
                case "now" -> now = ForecastJson.readSpan(in);
                case "then" -> then = ForecastJson.readSpan(in);
                case "gainMs" -> gain = in.millis();
                case "start" -> start = readStart(in);
                default -> in.skip();
            }
        }
        return new JobAdvice(in.required(job, "job"), state, change, value, phrase, now, then, gain, start);
    }

    private static JobAdvice.Start readStart(JsonInput in) throws IOException {
        Forecast.Span now = null;
        Forecast.Span then = null;
        Duration gain = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "now" -> now = ForecastJson.readSpan(in);
                case "then" -> then = ForecastJson.readSpan(in);
                case "gainMs" -> gain = in.millis();
                default -> in.skip();
            }
        }
        return new JobAdvice.Start(in.required(now, "now"), in.required(then, "then"), gain);
    }
}
