package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;
import org.jspecify.annotations.Nullable;

/** Where jobs stand: what {@code gleaner status --json} prints. */
public final class StatusJson {
    /** Grows only when a script that reads the JSON would break. */
    public static final int VERSION = 1;

    private StatusJson() {}

    /** Opens an object that carries the version. */
    public static void start(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", VERSION);
    }

    public static void writeJobs(JsonGenerator out, JobPage page) throws IOException {
        start(out);
        writeJobs(out, page.jobs(), page.forecasts());
        out.writeBooleanField("more", page.more());
        Members.textIfAny(out, "next", page.next());
        @Nullable Long total = page.total();
        if (total != null) {
            out.writeNumberField("total", total);
        }
        Members.instant(out, "now", page.now());
        out.writeEndObject();
    }

    private static void writeJobs(JsonGenerator out, List<JobSummary> jobs, Map<JobId, Forecast.Span> forecasts)
            throws IOException {
        Members.objects(out, "jobs", jobs, (json, job) -> {
            writeSummaryFields(json, job);
            writeForecast(json, forecasts.get(job.id()));
        });
    }

    private static void writeForecast(JsonGenerator out, Forecast.@Nullable Span forecast) throws IOException {
        if (forecast != null) {
            out.writeFieldName("forecast");
            ForecastJson.writeSpan(out, forecast);
        }
    }

    public static JobPage readJobs(JsonInput in) throws IOException {
        List<JobSummary> jobs = null;
        Map<JobId, Forecast.Span> forecasts = new LinkedHashMap<>();
        boolean more = false;
        String next = "";
        Long total = null;
        Instant now = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "jobs" -> jobs = in.list(JsonLimits.ROWS, one -> readSummary(one, forecasts));
                case "more" -> more = in.flag();
                case "next" -> next = in.text();
                case "total" -> total = in.number();
                case "now" -> now = in.instant();
                default -> in.skip();
            }
        }
        return new JobPage(in.required(jobs, "jobs"), more, next, total, forecasts, now);
    }

    public static void writeQuery(JsonGenerator out, JobQuery query) throws IOException {
        out.writeStartObject();
        writeIds(out, "ids", query.ids());
        out.writeEndObject();
    }

    public static JobQuery readQuery(JsonInput in) throws IOException {
        return new JobQuery(in.only("ids", one -> one.list(JobQuery.MOST, StatusJson::readId)));
    }

    public static void writeStates(JsonGenerator out, JobStates states) throws IOException {
        start(out);
        writeJobs(out, states.jobs(), states.forecasts());
        writeIds(out, "unknown", states.unknown());
        Members.instant(out, "now", states.now());
        out.writeEndObject();
    }

    public static JobStates readStates(JsonInput in) throws IOException {
        List<JobSummary> jobs = null;
        Map<JobId, Forecast.Span> forecasts = new LinkedHashMap<>();
        List<JobId> unknown = List.of();
        Instant now = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "jobs" -> jobs = in.list(JsonLimits.ROWS, one -> readSummary(one, forecasts));
                case "unknown" -> unknown = in.list(JobQuery.MOST, StatusJson::readId);
                case "now" -> now = in.instant();
                default -> in.skip();
            }
        }
        return new JobStates(in.required(jobs, "jobs"), unknown, forecasts, now);
    }

    static void writeIds(JsonGenerator out, String field, List<JobId> ids) throws IOException {
        Members.list(out, field, ids, (json, id) -> json.writeNumber(id.value()));
    }

    static JobId readId(JsonInput in) throws IOException {
        return new JobId(in.number());
    }

    public static void writeDetail(JsonGenerator out, JobDetail detail) throws IOException {
        start(out);
        writeSummaryFields(out, detail.summary());
        writeForecast(out, detail.forecast());
        Members.instant(out, "now", detail.now());
        out.writeFieldName("spec");
        SpecJson.writeSpec(out, detail.spec());
        Hosting hosting = detail.spec().hosting();
        if (hosting != null) {
            out.writeFieldName("problem");
            HostingJson.write(out, hosting);
        }
        out.writeEndObject();
    }

    public static JobDetail readDetail(JsonInput in) throws IOException {
        Fields summary = new Fields();
        JobSpec spec = null;
        Instant now = null;
        Hosting hosting = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (field.equals("spec")) {
                spec = SpecJson.readSpec(in);
            } else if (field.equals("problem")) {
                hosting = HostingJson.read(in);
            } else if (field.equals("now")) {
                now = in.instant();
            } else {
                summary.take(field, in);
            }
        }
        JobSpec known = in.required(spec, "spec");
        return new JobDetail(
                summary.summary(in), hosting == null ? known : known.hosted(hosting), summary.forecast, now);
    }

    /** The fields of one job, into an object that is open. */
    public static void writeSummaryFields(JsonGenerator out, JobSummary job) throws IOException {
        out.writeNumberField("id", job.id().value());
        out.writeStringField("name", job.name());
        out.writeStringField("type", job.type());
        out.writeStringField("owner", job.owner().name());
        out.writeStringField("state", job.state().word());
        Members.instant(out, "submitted", job.submitted());
        out.writeFieldName("tasks");
        writeCounts(out, job.tasks());
        Members.textIfAny(out, "note", job.note());
        Members.instant(out, "ended", job.ended());
        JobId origin = job.origin();
        if (origin != null) {
            out.writeNumberField("origin", origin.value());
        }
        Deadline deadline = job.deadline();
        if (deadline != null) {
            Members.instant(out, "deadline", deadline.at());
            Members.flag(out, "hopeless", deadline.hopeless());
        }
        Members.flag(out, "growing", job.growing());
        Members.flag(out, "hosted", job.hosted());
        Members.flag(out, "solved", job.solved());
    }

    private static JobSummary readSummary(JsonInput in, Map<JobId, Forecast.Span> forecasts) throws IOException {
        Fields fields = new Fields();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            fields.take(field, in);
        }
        JobSummary summary = fields.summary(in);
        Forecast.Span forecast = fields.forecast;
        if (forecast != null) {
            forecasts.put(summary.id(), forecast);
        }
        return summary;
    }

    /** A summary while it is being read; the state follows from the counts. */
    private static final class Fields {
        private @Nullable JobId id;
        private @Nullable String name;
        private @Nullable String type;
        private @Nullable Owner owner;
        private @Nullable Instant submitted;
        private @Nullable TaskCounts tasks;
        private String note = "";
        private @Nullable Instant ended;
        private @Nullable JobId origin;
        private @Nullable Instant deadline;
        private boolean hopeless;
        private boolean growing;
        private boolean hosted;
        private boolean solved;
        private Forecast.@Nullable Span forecast;

        void take(String field, JsonInput in) throws IOException {
            switch (field) {
                case "id" -> id = new JobId(in.number());
                case "name" -> name = in.text();
                case "type" -> type = in.text();
                case "owner" -> owner = new Owner(in.text());
                case "submitted" -> submitted = in.instant();
                case "tasks" -> tasks = readCounts(in);
                case "note" -> note = in.text();
                case "ended" -> ended = in.instant();
                case "forecast" -> forecast = ForecastJson.readSpan(in);
                case "origin" -> origin = readId(in);
                case "deadline" -> deadline = in.instant();
                case "hopeless" -> hopeless = in.flag();
                case "growing" -> growing = in.flag();
                case "hosted" -> hosted = in.flag();
                case "solved" -> solved = in.flag();
                default -> in.skip();
            }
        }

        JobSummary summary(JsonInput in) throws IOException {
            return new JobSummary(
                    in.required(id, "id"),
                    in.required(name, "name"),
                    in.required(type, "type"),
                    in.required(owner, "owner"),
                    in.required(submitted, "submitted"),
                    in.required(tasks, "tasks"),
                    note,
                    ended,
                    origin,
                    deadline == null ? null : new Deadline(deadline, hopeless),
                    growing,
                    hosted,
                    solved);
        }
    }

    public static void writeCounts(JsonGenerator out, TaskCounts counts) throws IOException {
        out.writeStartObject();
        out.writeNumberField("waiting", counts.waiting());
        out.writeNumberField("ready", counts.ready());
        out.writeNumberField("running", counts.running());
        out.writeNumberField("done", counts.done());
        out.writeNumberField("paused", counts.paused());
        out.writeNumberField("blocked", counts.blocked());
        out.writeNumberField("cancelled", counts.cancelled());
        if (counts.queued() > 0) {
            out.writeNumberField("queued", counts.queued());
        }
        out.writeEndObject();
    }

    static TaskCounts readCounts(JsonInput in) throws IOException {
        int waiting = 0;
        int ready = 0;
        int running = 0;
        int done = 0;
        int paused = 0;
        int blocked = 0;
        int cancelled = 0;
        int queued = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "waiting" -> waiting = in.count();
                case "ready" -> ready = in.count();
                case "running" -> running = in.count();
                case "done" -> done = in.count();
                case "paused" -> paused = in.count();
                case "blocked" -> blocked = in.count();
                case "cancelled" -> cancelled = in.count();
                case "queued" -> queued = in.count();
                default -> in.skip();
            }
        }
        return new TaskCounts(waiting, ready, running, done, paused, blocked, cancelled, queued);
    }
}
