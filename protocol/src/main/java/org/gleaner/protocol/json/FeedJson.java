package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Role;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.JobLine;
import org.gleaner.core.image.NodeLine;
import org.gleaner.core.image.SeenAttempt;
import org.gleaner.core.image.SeenChange;
import org.gleaner.core.image.Sight;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.message.FeedSnapshot;
import org.jspecify.annotations.Nullable;

/** What {@code GET /events} tells: a snapshot, then changes. */
public final class FeedJson {
    private FeedJson() {}

    public static void writeSnapshot(JsonGenerator out, FeedSnapshot snapshot) throws IOException {
        StatusJson.start(out);
        out.writeStringField("run", snapshot.run());
        out.writeNumberField("number", snapshot.number());
        Members.instant(out, "at", snapshot.at());
        out.writeObjectFieldStart("viewer");
        out.writeStringField("name", snapshot.viewer().owner().name());
        out.writeStringField("role", (snapshot.viewer().admin() ? Role.ADMIN : Role.USER).word());
        out.writeEndObject();
        Sight sight = snapshot.sight();
        writeSight(
                out,
                new Sight.Change(
                        sight.tasks(),
                        sight.others(),
                        sight.openJobs(),
                        sight.nodes(),
                        sight.slots(),
                        sight.slotsUsed()));
        out.writeEndObject();
    }

    public static FeedSnapshot readSnapshot(JsonInput in) throws IOException {
        String run = null;
        Long number = null;
        Instant at = null;
        Caller viewer = null;
        SightFields sight = new SightFields();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "run" -> run = in.text();
                case "number" -> number = in.number();
                case "at" -> at = in.instant();
                case "viewer" -> viewer = readViewer(in);
                default -> sight.take(field, in);
            }
        }
        return new FeedSnapshot(
                in.required(run, "run"),
                in.required(number, "number"),
                in.required(at, "at"),
                in.required(viewer, "viewer"),
                sight.whole(in));
    }

    private static Caller readViewer(JsonInput in) throws IOException {
        Owner name = null;
        Role role = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "name" -> name = new Owner(in.text());
                case "role" -> role = in.word(Words.ROLES);
                default -> in.skip();
            }
        }
        return new Caller(in.required(name, "name"), in.required(role, "role") == Role.ADMIN);
    }

    public static void writeChange(JsonGenerator out, SeenChange change) throws IOException {
        out.writeStartObject();
        out.writeNumberField("number", change.number());
        Members.instant(out, "at", change.at());
        writeSight(out, change.sight());
        if (!change.jobs().isEmpty()) {
            Members.objects(out, "jobs", change.jobs(), FeedJson::writeJob);
        }
        if (!change.machines().isEmpty()) {
            Members.objects(out, "machines", change.machines(), FeedJson::writeMachine);
        }
        if (!change.attempts().isEmpty()) {
            Members.objects(out, "attempts", change.attempts(), FeedJson::writeAttempt);
        }
        Members.textsIfAny(out, "settings", change.settings());
        Members.textsIfAny(out, "more", change.more());
        out.writeEndObject();
    }

    public static SeenChange readChange(JsonInput in) throws IOException {
        Long number = null;
        Instant at = null;
        SightFields sight = new SightFields();
        List<JobLine> jobs = List.of();
        List<NodeLine> machines = List.of();
        List<SeenAttempt> attempts = List.of();
        List<String> settings = List.of();
        List<String> more = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "number" -> number = in.number();
                case "at" -> at = in.instant();
                case "jobs" -> jobs = in.list(JsonLimits.ROWS, FeedJson::readJob);
                case "machines" -> machines = in.list(JsonLimits.ROWS, FeedJson::readMachine);
                case "attempts" -> attempts = in.list(JsonLimits.ROWS, FeedJson::readAttempt);
                case "settings" -> settings = in.list(JsonLimits.ROWS, JsonInput::text);
                case "more" -> more = in.list(JsonLimits.ROWS, JsonInput::text);
                default -> sight.take(field, in);
            }
        }
        return new SeenChange(
                in.required(number, "number"),
                in.required(at, "at"),
                sight.change(),
                jobs,
                machines,
                attempts,
                settings,
                more);
    }

    private static void writeSight(JsonGenerator out, Sight.Change sight) throws IOException {
        writeCounts(out, "tasks", sight.tasks());
        writeCounts(out, "others", sight.others());
        Members.number(out, "openJobs", sight.openJobs());
        SortedMap<String, Integer> nodes = sight.nodes();
        if (nodes != null) {
            out.writeObjectFieldStart("nodes");
            for (Map.Entry<String, Integer> one : nodes.entrySet()) {
                out.writeNumberField(one.getKey(), one.getValue());
            }
            out.writeEndObject();
        }
        Members.number(out, "slots", sight.slots());
        Members.number(out, "slotsUsed", sight.slotsUsed());
    }

    private static void writeCounts(JsonGenerator out, String name, @Nullable TaskCounts counts) throws IOException {
        if (counts != null) {
            out.writeFieldName(name);
            StatusJson.writeCounts(out, counts);
        }
    }

    /** The numbers while they are being read. */
    private static final class SightFields {
        private @Nullable TaskCounts tasks;
        private @Nullable TaskCounts others;
        private @Nullable Integer openJobs;
        private @Nullable SortedMap<String, Integer> nodes;
        private @Nullable Integer slots;
        private @Nullable Integer slotsUsed;

        void take(String field, JsonInput in) throws IOException {
            switch (field) {
                case "tasks" -> tasks = StatusJson.readCounts(in);
                case "others" -> others = StatusJson.readCounts(in);
                case "openJobs" -> openJobs = in.count();
                case "nodes" -> nodes = readNodes(in);
                case "slots" -> slots = in.count();
                case "slotsUsed" -> slotsUsed = in.count();
                default -> in.skip();
            }
        }

        private static SortedMap<String, Integer> readNodes(JsonInput in) throws IOException {
            SortedMap<String, Integer> read = new TreeMap<>();
            for (String state = in.firstField(); state != null; state = in.nextField()) {
                read.put(state, in.count());
            }
            return read;
        }

        Sight.Change change() {
            return new Sight.Change(tasks, others, openJobs, nodes, slots, slotsUsed);
        }

        Sight whole(JsonInput in) throws BadMessage {
            return new Sight(
                    in.required(tasks, "tasks"),
                    others,
                    in.required(openJobs, "openJobs"),
                    in.required(nodes, "nodes"),
                    in.required(slots, "slots"),
                    in.required(slotsUsed, "slotsUsed"));
        }
    }

    private static void writeJob(JsonGenerator out, JobLine job) throws IOException {
        out.writeNumberField("id", job.id().value());
        TaskCounts tasks = job.tasks();
        if (tasks != null) {
            out.writeStringField(
                    "state", tasks.jobState(job.growing(), job.solved()).word());
            writeCounts(out, "tasks", tasks);
        }
        Members.flag(out, "growing", job.growing());
        Members.flag(out, "solved", job.solved());
        Members.flag(out, "gone", tasks == null);
    }

    private static JobLine readJob(JsonInput in) throws IOException {
        JobId id = null;
        TaskCounts tasks = null;
        boolean growing = false;
        boolean solved = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "id" -> id = new JobId(in.number());
                case "tasks" -> tasks = StatusJson.readCounts(in);
                case "growing" -> growing = in.flag();
                case "solved" -> solved = in.flag();
                default -> in.skip();
            }
        }
        return new JobLine(in.required(id, "id"), tasks, growing, solved);
    }

    private static void writeMachine(JsonGenerator out, NodeLine node) throws IOException {
        out.writeNumberField("id", node.id().value());
        if (node.isGone()) {
            out.writeBooleanField("gone", true);
            return;
        }
        out.writeStringField("state", node.state());
        out.writeNumberField("slotsUsed", node.slotsUsed());
        out.writeNumberField("attempts", node.attempts());
        out.writeNumberField("load", node.load());
        Members.flag(out, "suspended", node.suspended());
    }

    private static NodeLine readMachine(JsonInput in) throws IOException {
        NodeId id = null;
        String state = "";
        int slotsUsed = 0;
        int attempts = 0;
        double load = 0;
        boolean suspended = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "id" -> id = new NodeId(in.number());
                case "state" -> state = in.text();
                case "slotsUsed" -> slotsUsed = in.count();
                case "attempts" -> attempts = in.count();
                case "load" -> load = in.fraction();
                case "suspended" -> suspended = in.flag();
                default -> in.skip();
            }
        }
        return new NodeLine(in.required(id, "id"), state, slotsUsed, attempts, load, suspended);
    }

    private static void writeAttempt(JsonGenerator out, SeenAttempt one) throws IOException {
        AttemptId attempt = one.attempt();
        if (attempt != null) {
            out.writeStringField("attempt", attempt.toString());
        }
        out.writeNumberField("node", one.node().value());
        Members.flag(out, "others", attempt == null);
        Members.textIfAny(out, "key", one.key());
        if (one.ended()) {
            Members.instant(out, "ended", one.at());
            Outcome outcome = one.outcome();
            Members.text(out, "outcome", outcome == null ? null : outcome.word());
        } else {
            out.writeNumberField("lane", one.lane());
            Members.instant(out, "assigned", one.at());
        }
    }

    private static SeenAttempt readAttempt(JsonInput in) throws IOException {
        AttemptId attempt = null;
        NodeId node = null;
        String key = "";
        int lane = -1;
        Instant assigned = null;
        Instant ended = null;
        Outcome outcome = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "attempt" -> attempt = in.attempt();
                case "node" -> node = new NodeId(in.number());
                case "key" -> key = in.text();
                case "lane" -> lane = in.count();
                case "assigned" -> assigned = in.instant();
                case "ended" -> ended = in.instant();
                case "outcome" -> outcome = in.word(Words.OUTCOMES);
                default -> in.skip();
            }
        }
        Instant at = ended == null ? in.required(assigned, "assigned") : ended;
        return new SeenAttempt(attempt, in.required(node, "node"), key, lane, at, ended != null, outcome);
    }
}
