package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.PastQuestion;
import org.gleaner.protocol.message.PastResult;
import org.jspecify.annotations.Nullable;

/** What a change of the pool would have brought: as the server asks the process that simulates it, and the answer. */
public final class PastWhatIfJson {
    private static final int MOST_SETTINGS = 100;

    private PastWhatIfJson() {}

    public static void writeQuestion(JsonGenerator out, PastQuestion question) throws IOException {
        out.writeStartObject();
        Members.instant(out, "since", question.since());
        Members.millis(out, "timeoutMs", question.timeout());
        writeSettings(out, "now", question.now());
        writeSettings(out, "then", question.then());
        Members.objects(out, "add", question.add(), (json, some) -> {
            json.writeNumberField("count", some.count());
            writeNodes(json, "like", some.like());
        });
        writeNodes(out, "remove", question.remove());
        out.writeEndObject();
    }

    private static void writeSettings(JsonGenerator out, String name, Map<String, String> settings) throws IOException {
        Members.objects(out, name, settings.entrySet(), (json, one) -> {
            json.writeStringField("name", one.getKey());
            json.writeStringField("value", one.getValue());
        });
    }

    private static void writeNodes(JsonGenerator out, String name, List<NodeId> nodes) throws IOException {
        Members.list(out, name, nodes, (json, node) -> json.writeNumber(node.value()));
    }

    public static PastQuestion readQuestion(JsonInput in) throws IOException {
        Instant since = Instant.EPOCH;
        Duration timeout = Duration.ZERO;
        Map<String, String> now = Map.of();
        Map<String, String> then = Map.of();
        List<Variation.Twins> add = List.of();
        List<NodeId> remove = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "since" -> since = in.instant();
                case "timeoutMs" -> timeout = in.millis();
                case "now" -> now = readSettings(in);
                case "then" -> then = readSettings(in);
                case "add" -> add = in.list(JsonLimits.ROWS, PastWhatIfJson::readTwins);
                case "remove" -> remove = readNodes(in);
                default -> in.skip();
            }
        }
        return new PastQuestion(since, timeout, now, then, add, remove);
    }

    private static Map<String, String> readSettings(JsonInput in) throws IOException {
        Map<String, String> settings = new LinkedHashMap<>();
        int unused = in.each(MOST_SETTINGS, each -> {
            String name = "";
            String value = "";
            for (String field = each.firstField(); field != null; field = each.nextField()) {
                switch (field) {
                    case "name" -> name = each.text();
                    case "value" -> value = each.text();
                    default -> each.skip();
                }
            }
            settings.put(name, value);
        });
        return settings;
    }

    private static Variation.Twins readTwins(JsonInput in) throws IOException {
        int count = 1;
        List<NodeId> like = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "count" -> count = in.count();
                case "like" -> like = readNodes(in);
                default -> in.skip();
            }
        }
        return new Variation.Twins(count, like);
    }

    private static List<NodeId> readNodes(JsonInput in) throws IOException {
        return in.list(Integer.MAX_VALUE, number -> new NodeId(number.number()));
    }

    /** As a line of the process that simulated it, which tells by the version that it is the last. */
    public static void writeAnswer(JsonGenerator out, PastResult result) throws IOException {
        StatusJson.start(out);
        writeResult(out, result);
        out.writeEndObject();
    }

    static void writeResult(JsonGenerator out, PastResult result) throws IOException {
        Members.instant(out, "since", result.since());
        out.writeNumberField("runs", result.runs());
        Members.objects(out, "owners", result.owners(), (json, one) -> {
            Members.owner(json, one.owner());
            json.writeNumberField("tasks", one.tasks());
            writeTook(json, "now", one.now());
            writeTook(json, "then", one.then());
            writeRange(json, "gain", one.gain());
            writeRange(json, "lastGain", one.lastGain());
        });
    }

    private static void writeRange(JsonGenerator out, String name, PastResult.@Nullable Range range)
            throws IOException {
        if (range != null) {
            out.writeObjectFieldStart(name);
            out.writeNumberField("lowMs", range.low().toMillis());
            out.writeNumberField("highMs", range.high().toMillis());
            out.writeEndObject();
        }
    }

    private static PastResult.Range readRange(JsonInput in) throws IOException {
        Duration low = Duration.ZERO;
        Duration high = Duration.ZERO;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "lowMs" -> low = Duration.ofMillis(in.number());
                case "highMs" -> high = Duration.ofMillis(in.number());
                default -> in.skip();
            }
        }
        return new PastResult.Range(low, high);
    }

    private static void writeTook(JsonGenerator out, String name, PastResult.Took took) throws IOException {
        out.writeObjectFieldStart(name);
        Members.millis(out, "meanMs", took.mean());
        Duration last = took.last();
        if (last == null) {
            out.writeNullField("lastMs");
        } else {
            Members.millis(out, "lastMs", last);
        }
        out.writeEndObject();
    }

    public static PastResult readResult(JsonInput in) throws IOException {
        Instant since = Instant.EPOCH;
        int runs = 0;
        List<PastResult.OfTasks> owners = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "since" -> since = in.instant();
                case "runs" -> runs = in.count();
                case "owners" -> owners = in.list(JsonLimits.ROWS, PastWhatIfJson::readOwner);
                default -> in.skip();
            }
        }
        return new PastResult(since, runs, owners);
    }

    private static PastResult.OfTasks readOwner(JsonInput in) throws IOException {
        String owner = "";
        long tasks = 0;
        PastResult.Took now = null;
        PastResult.Took then = null;
        PastResult.Range gain = null;
        PastResult.Range last = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "owner" -> owner = in.text();
                case "tasks" -> tasks = in.number();
                case "now" -> now = readTook(in);
                case "then" -> then = readTook(in);
                case "gain" -> gain = readRange(in);
                case "lastGain" -> last = readRange(in);
                default -> in.skip();
            }
        }
        return new PastResult.OfTasks(
                new Owner(owner), tasks, in.required(now, "now"), in.required(then, "then"), gain, last);
    }

    private static PastResult.Took readTook(JsonInput in) throws IOException {
        Duration mean = Duration.ZERO;
        @Nullable Duration last = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "meanMs" -> mean = in.millis();
                case "lastMs" -> last = in.millis();
                default -> in.skip();
            }
        }
        return new PastResult.Took(mean, last);
    }
}
