package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.ForecastPage;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.protocol.message.JobForecast.Reason;
import org.gleaner.protocol.message.Meets;
import org.gleaner.protocol.message.NotBefore;
import org.jspecify.annotations.Nullable;

/** When jobs will be done. What can't be said is null, so that scripts find every name. */
public final class ForecastJson {
    private static final Map<String, Reason> REASONS =
            Stream.of(Reason.values()).collect(Collectors.toUnmodifiableMap(Reason::word, reason -> reason));

    private static final Map<String, Meets> MEETS =
            Stream.of(Meets.values()).collect(Collectors.toUnmodifiableMap(Meets::word, meets -> meets));

    private ForecastJson() {}

    public static void writeOne(JsonGenerator out, JobForecast forecast) throws IOException {
        StatusJson.start(out);
        writeFields(out, forecast);
        out.writeEndObject();
    }

    public static void writePage(JsonGenerator out, ForecastPage page) throws IOException {
        StatusJson.start(out);
        Members.instant(out, "now", page.now());
        Members.objects(out, "jobs", page.jobs(), ForecastJson::writeFields);
        out.writeBooleanField("more", !page.next().isEmpty());
        Members.textIfAny(out, "next", page.next());
        out.writeEndObject();
    }

    /** For scripts: all of them, so there is nothing to go on with. */
    public static void writeAll(JsonGenerator out, ForecastPage page) throws IOException {
        StatusJson.start(out);
        Members.instant(out, "now", page.now());
        Members.objects(out, "jobs", page.jobs(), ForecastJson::writeFields);
        out.writeEndObject();
    }

    private static void writeFields(JsonGenerator out, JobForecast job) throws IOException {
        out.writeNumberField("id", job.id().value());
        out.writeStringField("name", job.name());
        Owner owner = job.owner();
        Members.text(out, "owner", owner == null ? null : owner.name());
        Members.instant(out, "at", job.at());
        out.writeNumberField("futures", job.futures());
        out.writeBooleanField("started", job.started());
        out.writeFieldName("start");
        writeSpan(out, job.start());
        out.writeFieldName("finish");
        writeSpan(out, job.finish());
        Reason reason = job.reason();
        Members.text(out, "reason", reason == null ? null : reason.word());
        Members.textIfAny(out, "note", job.note());
        Members.instant(out, "begin", job.begin());
        writeAfter(out, job.notBefore());
        Members.instant(out, "deadline", job.deadline());
        Meets meets = job.meets();
        Members.text(out, "meets", meets == null ? null : meets.word());
    }

    private static void writeAfter(JsonGenerator out, @Nullable NotBefore wait) throws IOException {
        JobId before = wait == null ? null : wait.job();
        if (wait != null && before != null) {
            out.writeObjectFieldStart("after");
            out.writeNumberField("job", before.value());
            Members.instant(out, "at", wait.at());
            out.writeEndObject();
        }
    }

    private static NotBefore readAfter(JsonInput in) throws IOException {
        JobId job = null;
        Instant at = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "at" -> at = in.instant();
                default -> in.skip();
            }
        }
        return new NotBefore(at, in.required(job, "job"));
    }

    static void writeSpan(JsonGenerator out, Forecast.@Nullable Span span) throws IOException {
        if (span == null) {
            out.writeNull();
            return;
        }
        out.writeStartObject();
        instant(out, "p10", span.p10());
        instant(out, "p50", span.p50());
        instant(out, "p90", span.p90());
        out.writeEndObject();
    }

    private static void instant(JsonGenerator out, String name, @Nullable Instant at) throws IOException {
        if (at == null) {
            out.writeNullField(name);
        } else {
            out.writeStringField(name, at.truncatedTo(ChronoUnit.MILLIS).toString());
        }
    }

    static Forecast.Span readSpan(JsonInput in) throws IOException {
        Instant p10 = null;
        Instant p50 = null;
        Instant p90 = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "p10" -> p10 = in.instant();
                case "p50" -> p50 = in.instant();
                case "p90" -> p90 = in.instant();
                default -> in.skip();
            }
        }
        return new Forecast.Span(p10, p50, p90);
    }

    public static ForecastPage readPage(JsonInput in) throws IOException {
        List<JobForecast> jobs = null;
        String next = "";
        Instant now = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "jobs" -> jobs = in.list(JsonLimits.ROWS, ForecastJson::readOne);
                case "next" -> next = in.text();
                case "now" -> now = in.instant();
                default -> in.skip();
            }
        }
        return new ForecastPage(in.required(jobs, "jobs"), next, now);
    }

    public static JobForecast readOne(JsonInput in) throws IOException {
        JobId id = null;
        String name = "";
        Owner owner = null;
        Instant at = null;
        int futures = 0;
        boolean started = false;
        Forecast.Span start = null;
        Forecast.Span finish = null;
        Reason reason = null;
        String note = "";
        NotBefore notBefore = null;
        Instant deadline = null;
        Meets meets = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "id" -> id = new JobId(in.number());
                case "name" -> name = in.text();
                case "owner" -> owner = new Owner(in.text());
                case "at" -> at = in.instant();
                case "futures" -> futures = in.count();
                case "started" -> started = in.flag();
                case "start" -> start = readSpan(in);
                case "finish" -> finish = readSpan(in);
                // A later server may know others; the note says it in any case.
                case "reason" -> reason = REASONS.get(in.text());
                case "note" -> note = in.text();
                case "begin" -> notBefore = new NotBefore(in.instant(), null);
                case "after" -> notBefore = readAfter(in);
                case "deadline" -> deadline = in.instant();
                case "meets" -> meets = MEETS.get(in.text());
                default -> in.skip();
            }
        }
        JobId job = in.required(id, "id");
        return new JobForecast(
                job, name, owner, at, futures, started, start, finish, reason, note, notBefore, deadline, meets);
    }
}
