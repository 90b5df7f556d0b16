package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.ChangeReport;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.JobAdvice;
import org.gleaner.protocol.message.WhySummary;
import org.jspecify.annotations.Nullable;

/** What the server answers to people about what they did and asked. */
public final class AnswerJson {
    private AnswerJson() {}

    public static void writeSubmitted(JsonGenerator out, Reply.Submitted submitted) throws IOException {
        writeSubmitted(out, submitted, List.of());
    }

    /** @param warnings what the program that submitted it has to say about it */
    public static void writeSubmitted(JsonGenerator out, Reply.Submitted submitted, List<String> warnings)
            throws IOException {
        StatusJson.start(out);
        out.writeNumberField("job", submitted.job().value());
        out.writeNumberField("tasks", submitted.tasks());
        Members.flag(out, "again", submitted.again());
        Members.textsIfAny(out, "warnings", warnings);
        out.writeEndObject();
    }

    public static void writeAdded(JsonGenerator out, Reply.Added added) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("job", added.job().value());
        if (added.tasks() > 0) {
            out.writeNumberField("first", added.first());
        }
        out.writeNumberField("tasks", added.tasks());
        Members.flag(out, "again", added.again());
        out.writeEndObject();
    }

    public static Reply.Added readAdded(JsonInput in) throws IOException {
        JobId job = null;
        int first = 0;
        int tasks = 0;
        boolean again = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "first" -> first = in.count();
                case "tasks" -> tasks = in.count();
                case "again" -> again = in.flag();
                default -> in.skip();
            }
        }
        return new Reply.Added(in.required(job, "job"), first, tasks, again);
    }

    public static void writeSealed(JsonGenerator out, Reply.Sealed sealed) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("job", sealed.job().value());
        out.writeEndObject();
    }

    public static Reply.Sealed readSealed(JsonInput in) throws IOException {
        JobId job = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (field.equals("job")) {
                job = new JobId(in.number());
            } else {
                in.skip();
            }
        }
        return new Reply.Sealed(in.required(job, "job"));
    }

    public static Reply.Submitted readSubmitted(JsonInput in) throws IOException {
        JobId job = null;
        int tasks = 0;
        boolean again = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "tasks" -> tasks = in.count();
                case "again" -> again = in.flag();
                default -> in.skip();
            }
        }
        return new Reply.Submitted(in.required(job, "job"), tasks, again);
    }

    public static void writeChanged(JsonGenerator out, ChangeReport changed) throws IOException {
        StatusJson.start(out);
        out.writeStringField("verb", changed.verb().word());
        Members.objects(out, "jobs", changed.jobs(), (json, job) -> {
            json.writeNumberField("job", job.job().value());
            json.writeNumberField("changed", job.changed());
            json.writeNumberField("left", job.left());
            Members.textIfAny(json, "why", job.why());
        });
        out.writeEndObject();
    }

    public static ChangeReport readChanged(JsonInput in) throws IOException {
        Verb verb = null;
        List<ChangeReport.Line> jobs = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "verb" -> verb = in.word(Words.VERBS);
                case "jobs" -> jobs = in.list(JsonLimits.WHOLE, AnswerJson::readChange);
                default -> in.skip();
            }
        }
        return new ChangeReport(in.required(verb, "verb"), in.required(jobs, "jobs"));
    }

    private static ChangeReport.Line readChange(JsonInput in) throws IOException {
        JobId job = null;
        int changed = 0;
        int left = 0;
        String why = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "changed" -> changed = in.count();
                case "left" -> left = in.count();
                case "why" -> why = in.text();
                default -> in.skip();
            }
        }
        return new ChangeReport.Line(in.required(job, "job"), changed, left, why);
    }

    public static void writeExplained(JsonGenerator out, Explanation explained) throws IOException {
        writeExplained(out, explained, null);
    }

    /** For scripts: with what would help. */
    public static void writeExplained(JsonGenerator out, Explanation explained, @Nullable JobAdvice advice)
            throws IOException {
        StatusJson.start(out);
        Members.objects(out, "reasons", explained.reasons(), AnswerJson::writeReasonFields);
        Members.flag(out, "more", explained.more());
        JobId next = explained.next();
        Members.number(out, "next", next == null ? null : next.value());
        if (advice != null) {
            out.writeObjectFieldStart("advice");
            AdviceJson.writeMembers(out, advice);
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private static void writeReasonFields(JsonGenerator out, Explanation.Point reason) throws IOException {
        Explanation.Said said = reason.said();
        out.writeNumberField("job", reason.job().value());
        out.writeStringField("kind", reason.kind().word());
        out.writeNumberField("tasks", reason.tasks());
        if (reason.nodes() > 0) {
            out.writeNumberField("nodes", reason.nodes());
        }
        Members.textIfAny(out, "cause", said.cause());
        out.writeStringField("detail", said.detail());
        Members.textIfAny(out, "more", said.more());
        Members.textIfAny(out, "remedy", said.remedy());
        if (!said.facts().isEmpty()) {
            out.writeObjectFieldStart("facts");
            FactsJson.write(out, said.facts());
            out.writeEndObject();
        }
    }

    public static void writeSummary(JsonGenerator out, WhySummary summary) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("jobs", summary.jobs());
        out.writeBooleanField("more", summary.more());
        Members.objects(out, "groups", summary.groups(), (json, group) -> {
            json.writeNumberField("jobs", group.jobs());
            json.writeNumberField("tasks", group.tasks());
            json.writeObjectFieldStart("example");
            writeReasonFields(json, group.example());
            json.writeEndObject();
        });
        out.writeEndObject();
    }

    public static WhySummary readSummary(JsonInput in) throws IOException {
        List<WhySummary.Group> groups = null;
        int jobs = 0;
        boolean more = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "groups" -> groups = in.list(JsonLimits.ROWS, AnswerJson::readGroup);
                case "jobs" -> jobs = in.count();
                case "more" -> more = in.flag();
                default -> in.skip();
            }
        }
        return new WhySummary(in.required(groups, "groups"), jobs, more);
    }

    private static WhySummary.Group readGroup(JsonInput in) throws IOException {
        Explanation.Point example = null;
        int jobs = 0;
        long tasks = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "example" -> example = readReason(in);
                case "jobs" -> jobs = in.count();
                case "tasks" -> tasks = in.number();
                default -> in.skip();
            }
        }
        return new WhySummary.Group(in.required(example, "example"), jobs, tasks);
    }

    public static Explanation readExplained(JsonInput in) throws IOException {
        List<Explanation.Point> reasons = null;
        boolean more = false;
        JobId next = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "reasons" -> reasons = in.list(JsonLimits.WHOLE, AnswerJson::readReason);
                case "more" -> more = in.flag();
                case "next" -> next = StatusJson.readId(in);
                default -> in.skip();
            }
        }
        return new Explanation(in.required(reasons, "reasons"), more, next);
    }

    private static Explanation.Point readReason(JsonInput in) throws IOException {
        JobId job = null;
        Reason.Kind kind = null;
        int tasks = 0;
        int nodes = 0;
        String cause = "";
        String detail = "";
        String more = "";
        String remedy = "";
        SortedMap<String, Object> facts = new TreeMap<>();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "kind" -> kind = in.word(Words.REASONS);
                case "tasks" -> tasks = in.count();
                case "nodes" -> nodes = in.count();
                case "cause" -> cause = in.text();
                case "detail" -> detail = in.text();
                case "more" -> more = in.text();
                case "remedy" -> remedy = in.text();
                case "facts" -> readFacts(in, facts);
                default -> in.skip();
            }
        }
        Explanation.Said said = new Explanation.Said(cause, detail, more, remedy, facts);
        return new Explanation.Point(in.required(job, "job"), in.required(kind, "kind"), tasks, nodes, said);
    }

    private static void readFacts(JsonInput in, SortedMap<String, Object> facts) throws IOException {
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            FactsJson.read(in, field, facts);
        }
    }

    public static void writeSettings(JsonGenerator out, Reply.Settings settings) throws IOException {
        StatusJson.start(out);
        out.writeObjectFieldStart("settings");
        for (Map.Entry<String, String> one : settings.values().entrySet()) {
            out.writeStringField(one.getKey(), one.getValue());
        }
        out.writeEndObject();
        out.writeEndObject();
    }

    public static Reply.Settings readSettings(JsonInput in) throws IOException {
        SortedMap<String, String> values = new TreeMap<>();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (!field.equals("settings")) {
                in.skip();
                continue;
            }
            for (String name = in.firstField(); name != null; name = in.nextField()) {
                if (values.size() >= JsonLimits.ROWS) {
                    throw in.wrong("there are more than " + JsonLimits.ROWS + " settings");
                }
                values.put(name, in.text());
            }
        }
        return new Reply.Settings(values);
    }
}
