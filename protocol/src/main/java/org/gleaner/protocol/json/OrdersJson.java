package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;

/** What a node shall do. The spec of each job travels once, however many of its tasks start. */
public final class OrdersJson {
    private OrdersJson() {}

    public static void writeOrders(JsonGenerator out, Orders orders) throws IOException {
        out.writeStartObject();
        writeStarts(out, orders.start());
        writeAttempts(out, "stop", orders.stop());
        writeAttempts(out, "release", orders.release());
        writeAttempts(out, "report", orders.report());
        writeAttempts(out, "watch", orders.watch());
        out.writeEndObject();
    }

    public static Orders readOrders(JsonInput in) throws IOException {
        Starts starts = new Starts();
        List<AttemptId> stop = List.of();
        List<AttemptId> release = List.of();
        List<AttemptId> report = List.of();
        List<AttemptId> watch = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "jobs" -> starts.readJobs(in);
                case "start" -> starts.readStarts(in);
                case "stop" -> stop = in.list(JsonLimits.ORDERS, JsonInput::attempt);
                case "release" -> release = in.list(JsonLimits.ORDERS, JsonInput::attempt);
                case "report" -> report = in.list(JsonLimits.ORDERS, JsonInput::attempt);
                case "watch" -> watch = in.list(JsonLimits.ORDERS, JsonInput::attempt);
                default -> in.skip();
            }
        }
        return new Orders(starts.resolve(in), stop, release, report, watch);
    }

    private static void writeAttempts(JsonGenerator out, String field, List<AttemptId> attempts) throws IOException {
        if (!attempts.isEmpty()) {
            Members.list(out, field, attempts, (json, attempt) -> json.writeString(attempt.toString()));
        }
    }

    /** What shall start, and the jobs it belongs to; nothing if there is nothing to start. */
    static void writeStarts(JsonGenerator out, List<Start> starts) throws IOException {
        if (starts.isEmpty()) {
            return;
        }
        Map<Long, JobSpec> written = new HashMap<>();
        out.writeObjectFieldStart("jobs");
        for (Start start : starts) {
            if (written.put(start.attempt().job().value(), start.spec()) == null) {
                out.writeFieldName(start.attempt().job().toString());
                SpecJson.writeSpec(out, start.spec());
            }
        }
        out.writeEndObject();
        Members.objects(out, "start", starts, (json, start) -> {
            json.writeStringField("attempt", start.attempt().toString());
            json.writeNumberField("lane", start.lane());
            Entry entry = start.entry();
            if (entry != null) {
                json.writeFieldName("entry");
                SpecJson.writeEntry(json, entry);
            }
            Members.owner(json, start.owner());
            if (start.resumed()) {
                json.writeBooleanField("resumed", true);
            }
            if (!start.directories().isEmpty()) {
                Members.texts(json, "directories", start.directories());
            }
            Members.millis(json, "expiryMs", start.expiry());
        });
    }

    /** Starts and specs while they are being read, in whatever order they come. */
    static final class Starts {
        /** A server sends one job and its task in any case, and more only if all is much smaller. */
        private static final long MOST = 2 * JobWeight.FILES_LIMIT;

        private record Bare(
                AttemptId attempt,
                int lane,
                @Nullable Entry entry,
                @Nullable Owner owner,
                boolean resumed,
                List<String> directories,
                @Nullable Duration expiry) {}

        private final Map<String, JobSpec> jobs = new HashMap<>();
        private List<Bare> bare = List.of();
        private long weight;

        void readJobs(JsonInput in) throws IOException {
            for (String job = in.firstField(); job != null; job = in.nextField()) {
                if (jobs.size() >= JsonLimits.ORDERS) {
                    throw in.wrong("there are more than " + JsonLimits.ORDERS + " jobs");
                }
                JobSpec spec = SpecJson.readSpec(in);
                weigh(JobWeight.spec(spec) + JobWeight.files(spec), in);
                jobs.put(job, spec);
            }
        }

        void readStarts(JsonInput in) throws IOException {
            bare = in.list(JsonLimits.ORDERS, this::readBare);
        }

        /** While it is read: an agent has little memory, and what it was given before is in it too. */
        private void weigh(long more, JsonInput in) throws IOException {
            weight += more;
            if (weight > MOST) {
                throw in.wrong("the new work takes more than " + MOST + " bytes");
            }
        }

        private Bare readBare(JsonInput in) throws IOException {
            AttemptId attempt = null;
            int lane = 0;
            Entry entry = null;
            Owner owner = null;
            boolean resumed = false;
            List<String> directories = List.of();
            Duration expiry = null;
            for (String field = in.firstField(); field != null; field = in.nextField()) {
                switch (field) {
                    case "attempt" -> attempt = in.attempt();
                    case "lane" -> lane = in.count();
                    case "entry" -> {
                        entry = SpecJson.readEntry(in);
                        weigh(JobWeight.entry(entry), in);
                    }
                    case "owner" -> owner = new Owner(in.text());
                    case "resumed" -> resumed = in.flag();
                    case "directories" -> directories = in.list(Outputs.MOST_DIRECTORIES, JsonInput::text);
                    case "expiryMs" -> expiry = in.millis();
                    default -> in.skip();
                }
            }
            return new Bare(in.required(attempt, "attempt"), lane, entry, owner, resumed, directories, expiry);
        }

        List<Start> resolve(JsonInput in) throws IOException {
            List<Start> starts = new ArrayList<>(bare.size());
            for (Bare one : bare) {
                JobSpec spec = jobs.get(one.attempt.job().toString());
                if (spec == null) {
                    throw in.wrong("the job of " + one.attempt + " is not among the jobs");
                }
                starts.add(new Start(
                        one.attempt, one.lane, spec, one.entry, one.owner, one.resumed, one.directories, one.expiry));
            }
            return starts;
        }
    }
}
