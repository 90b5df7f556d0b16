package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.core.ahead.Contrast.Difference;
import org.gleaner.core.ahead.Contrast.Gain;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.Meets;
import org.gleaner.protocol.message.WhatIfResult;
import org.jspecify.annotations.Nullable;

/** JSON of what a change of the pool would bring. */
public final class WhatIfResultJson {
    private static final Map<String, Meets> MEETS =
            Stream.of(Meets.values()).collect(Collectors.toUnmodifiableMap(Meets::word, meets -> meets));

    private WhatIfResultJson() {}

    /** For scripts: the result alone. */
    public static void writeAnswer(JsonGenerator out, WhatIfResult result) throws IOException {
        StatusJson.start(out);
        writeResult(out, result);
        out.writeEndObject();
    }

    static void writeResult(JsonGenerator out, WhatIfResult result) throws IOException {
        Members.instant(out, "at", result.at());
        out.writeNumberField("futures", result.futures());
        out.writeBooleanField("cut", result.cut());
        Members.objects(out, "jobs", result.jobs(), (json, one) -> {
            json.writeNumberField("id", one.id().value());
            json.writeStringField("name", one.name());
            writeDifference(json, one.difference());
            writeDue(json, one.due());
        });
        out.writeNumberField("more", result.more());
        out.writeObjectFieldStart("all");
        writeTogether(out, result.all());
        out.writeEndObject();
        Members.objects(out, "added", result.added(), (json, one) -> {
            json.writeStringField("name", one.name());
            json.writeBooleanField("known", one.known());
            json.writeFieldName("start");
            ForecastJson.writeSpan(json, one.start());
            json.writeFieldName("finish");
            ForecastJson.writeSpan(json, one.finish());
            Members.instant(json, "deadline", one.deadline());
            Meets meets = one.meets();
            Members.text(json, "meets", meets == null ? null : meets.word());
        });
        Members.objects(out, "owners", result.owners(), (json, one) -> {
            Members.owner(json, one.owner());
            writeTogether(json, one.jobs());
        });
        Members.textIfAny(out, "note", result.note());
    }

    private static void writeDue(JsonGenerator out, WhatIfResult.@Nullable Due due) throws IOException {
        if (due != null) {
            Members.instant(out, "deadline", due.deadline());
            out.writeObjectFieldStart("meets");
            out.writeStringField("now", due.now().word());
            out.writeStringField("then", due.then().word());
            out.writeEndObject();
        }
    }

    private static void writeTogether(JsonGenerator out, WhatIfResult.@Nullable Together jobs) throws IOException {
        writeDifference(out, jobs == null ? null : jobs.difference());
        if (jobs != null) {
            out.writeNumberField("known", jobs.known());
            out.writeNumberField("of", jobs.of());
        }
    }

    private static void writeDifference(JsonGenerator out, @Nullable Difference difference) throws IOException {
        out.writeFieldName("now");
        ForecastJson.writeSpan(out, difference == null ? null : difference.now());
        out.writeFieldName("then");
        ForecastJson.writeSpan(out, difference == null ? null : difference.then());
        out.writeFieldName("gain");
        if (difference == null) {
            out.writeNull();
            return;
        }
        Gain gain = difference.gain();
        out.writeStartObject();
        millis(out, "p10Ms", gain.p10());
        millis(out, "p50Ms", gain.p50());
        millis(out, "p90Ms", gain.p90());
        out.writeNumberField("sooner", gain.sooner());
        out.writeNumberField("later", gain.later());
        out.writeEndObject();
    }

    private static void millis(JsonGenerator out, String name, @Nullable Duration gain) throws IOException {
        if (gain == null) {
            out.writeNullField(name);
        } else {
            out.writeNumberField(name, gain.toMillis());
        }
    }

    static WhatIfResult readResult(JsonInput in) throws IOException {
        Instant at = Instant.EPOCH;
        int futures = 0;
        boolean cut = false;
        List<Row> jobs = List.of();
        int more = 0;
        WhatIfResult.Together all = null;
        List<WhatIfResult.OfAdded> added = List.of();
        List<Row> owners = List.of();
        String note = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "at" -> at = in.instant();
                case "futures" -> futures = in.count();
                case "cut" -> cut = in.flag();
                case "jobs" -> jobs = in.list(JsonLimits.ROWS, WhatIfResultJson::readRow);
                case "more" -> more = in.count();
                case "all" -> all = readRow(in).together();
                case "added" -> added = in.list(JsonLimits.ROWS, WhatIfResultJson::readAdded);
                case "note" -> note = in.text();
                case "owners" -> owners = in.list(JsonLimits.ROWS, WhatIfResultJson::readRow);
                default -> in.skip();
            }
        }
        List<WhatIfResult.OfOwner> others = new ArrayList<>();
        for (Row row : owners) {
            WhatIfResult.Together together = row.together();
            if (together != null) {
                others.add(new WhatIfResult.OfOwner(new Owner(row.owner()), together));
            }
        }
        return new WhatIfResult(
                at, futures, cut, jobs.stream().map(Row::ofJob).toList(), more, all, added, others, note);
    }

    /** Of a job, an owner or all. */
    private record Row(
            JobId id,
            String name,
            String owner,
            @Nullable Difference difference,
            WhatIfResult.@Nullable Due due,
            Count count) {
        WhatIfResult.OfJob ofJob() {
            return new WhatIfResult.OfJob(id, name, difference, due);
        }

        WhatIfResult.@Nullable Together together() {
            return difference == null ? null : new WhatIfResult.Together(difference, count.known(), count.of());
        }
    }

    /** How many jobs are known of how many. */
    private record Count(int known, int of) {}

    private static Row readRow(JsonInput in) throws IOException {
        JobId id = new JobId(1);
        String name = "";
        String owner = "";
        Forecast.Span now = null;
        Forecast.Span then = null;
        Gain gain = null;
        Instant deadline = null;
        List<Meets> meets = List.of();
        int known = 0;
        int of = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "id" -> id = new JobId(in.number());
                case "name" -> name = in.text();
                case "owner" -> owner = in.text();
                case "now" -> now = ForecastJson.readSpan(in);
                case "then" -> then = ForecastJson.readSpan(in);
                case "gain" -> gain = readGain(in);
                case "deadline" -> deadline = in.instant();
                case "meets" -> meets = readMeets(in);
                case "known" -> known = in.count();
                case "of" -> of = in.count();
                default -> in.skip();
            }
        }
        return new Row(
                id,
                name,
                owner,
                now == null || then == null || gain == null ? null : new Difference(now, then, gain),
                deadline == null || meets.size() < 2
                        ? null
                        : new WhatIfResult.Due(deadline, meets.get(0), meets.get(1)),
                new Count(known, of));
    }

    /** As things are, and with the change. */
    private static List<Meets> readMeets(JsonInput in) throws IOException {
        Meets now = null;
        Meets then = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "now" -> now = MEETS.get(in.text());
                case "then" -> then = MEETS.get(in.text());
                default -> in.skip();
            }
        }
        return now == null || then == null ? List.of() : List.of(now, then);
    }

    private static Gain readGain(JsonInput in) throws IOException {
        Duration p10 = null;
        Duration p50 = null;
        Duration p90 = null;
        int sooner = 0;
        int later = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "p10Ms" -> p10 = Duration.ofMillis(in.number());
                case "p50Ms" -> p50 = Duration.ofMillis(in.number());
                case "p90Ms" -> p90 = Duration.ofMillis(in.number());
                case "sooner" -> sooner = in.count();
                case "later" -> later = in.count();
                default -> in.skip();
            }
        }
        return new Gain(p10, p50, p90, sooner, later);
    }

    private static WhatIfResult.OfAdded readAdded(JsonInput in) throws IOException {
        String name = "";
        boolean known = false;
        Forecast.Span start = null;
        Forecast.Span finish = null;
        Instant deadline = null;
        Meets meets = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "name" -> name = in.text();
                case "known" -> known = in.flag();
                case "start" -> start = ForecastJson.readSpan(in);
                case "finish" -> finish = ForecastJson.readSpan(in);
                case "deadline" -> deadline = in.instant();
                case "meets" -> meets = MEETS.get(in.text());
                default -> in.skip();
            }
        }
        return new WhatIfResult.OfAdded(name, known, start, finish, deadline, meets);
    }
}
