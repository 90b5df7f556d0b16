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

/** What the server answers to people about what they did and asked. */
public final class AnswerJson {
    private AnswerJson() {}

    public static void writeSubmitted(JsonGenerator out, Reply.Submitted submitted) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("job", submitted.job().value());
        out.writeNumberField("tasks", submitted.tasks());
        if (submitted.again()) {
            out.writeBooleanField("again", true);
        }
        out.writeEndObject();
    }

    public static Reply.Submitted readSubmitted(JsonInput in) throws IOException {
        JobId job = null;
        int tasks = 0;
        boolean again = false;
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
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
        out.writeArrayFieldStart("jobs");
        for (ChangeReport.Line job : changed.jobs()) {
            out.writeStartObject();
            out.writeNumberField("job", job.job().value());
            out.writeNumberField("changed", job.changed());
            out.writeNumberField("left", job.left());
            if (!job.why().isEmpty()) {
                out.writeStringField("why", job.why());
            }
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    public static ChangeReport readChanged(JsonInput in) throws IOException {
        Verb verb = null;
        List<ChangeReport.Line> jobs = null;
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
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
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
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
        StatusJson.start(out);
        out.writeArrayFieldStart("reasons");
        for (Explanation.Point reason : explained.reasons()) {
            Explanation.Said said = reason.said();
            out.writeStartObject();
            out.writeNumberField("job", reason.job().value());
            out.writeStringField("kind", reason.kind().word());
            out.writeNumberField("tasks", reason.tasks());
            if (reason.nodes() > 0) {
                out.writeNumberField("nodes", reason.nodes());
            }
            writeText(out, "cause", said.cause());
            out.writeStringField("detail", said.detail());
            writeText(out, "more", said.more());
            writeText(out, "remedy", said.remedy());
            if (!said.facts().isEmpty()) {
                out.writeObjectFieldStart("facts");
                FactsJson.write(out, said.facts());
                out.writeEndObject();
            }
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void writeText(JsonGenerator out, String field, String text) throws IOException {
        if (!text.isEmpty()) {
            out.writeStringField(field, text);
        }
    }

    public static Explanation readExplained(JsonInput in) throws IOException {
        List<Explanation.Point> reasons = null;
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            switch (field) {
                case "reasons" -> reasons = in.list(JsonLimits.WHOLE, AnswerJson::readReason);
                default -> in.skip();
            }
        }
        return new Explanation(in.required(reasons, "reasons"));
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
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
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
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
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
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            if (!field.equals("settings")) {
                in.skip();
                continue;
            }
            in.enterObject();
            for (String name = in.nextField(); name != null; name = in.nextField()) {
                if (values.size() >= JsonLimits.ROWS) {
                    throw in.wrong("there are more than " + JsonLimits.ROWS + " settings");
                }
                values.put(name, in.text());
            }
        }
        return new Reply.Settings(values);
    }
}
