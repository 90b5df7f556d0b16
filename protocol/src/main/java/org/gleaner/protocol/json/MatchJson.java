package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.node.Mismatch;
import org.gleaner.protocol.message.MatchReport;
import org.gleaner.protocol.message.MatchReport.Change;
import org.gleaner.protocol.message.MatchReport.Misfit;

/** Which nodes could run a job, before it is submitted. */
public final class MatchJson {
    private MatchJson() {}

    /** The job without its entries, which no node is chosen by. */
    public static void writeQuestion(JsonGenerator out, JobSpec spec) throws IOException {
        SpecJson.writeSpec(out, spec);
    }

    public static JobSpec readQuestion(JsonInput in) throws IOException {
        return SpecJson.readSpec(in);
    }

    public static void writeMatched(JsonGenerator out, MatchReport matched) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("tasks", matched.tasks());
        writeMachines(out, matched);
        out.writeEndObject();
    }

    /** What is said of the machines, as members of an object that is open. */
    public static void writeMachines(JsonGenerator out, MatchReport matched) throws IOException {
        out.writeNumberField("nodes", matched.nodes());
        out.writeNumberField("fitting", matched.fitting());
        out.writeNumberField("atOnce", matched.atOnce());
        Members.objects(out, "misfits", matched.misfits(), (json, one) -> {
            json.writeStringField("kind", one.kind().word());
            json.writeNumberField("nodes", one.nodes());
            json.writeStringField("detail", one.detail());
        });
        Members.objects(out, "changes", matched.changes(), (json, one) -> {
            json.writeNumberField("nodes", one.nodes());
            json.writeStringField("detail", one.detail());
        });
        out.writeNumberField("away", matched.away());
        Members.textsIfAny(out, "unknown", matched.unknown());
        Members.textIfAny(out, "objection", matched.objection());
    }

    public static MatchReport readMatched(JsonInput in) throws IOException {
        int tasks = 0;
        int nodes = 0;
        int fitting = 0;
        int away = 0;
        int atOnce = 0;
        List<String> unknown = List.of();
        List<Misfit> misfits = List.of();
        List<Change> changes = List.of();
        String objection = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "tasks" -> tasks = in.count();
                case "nodes" -> nodes = in.count();
                case "fitting" -> fitting = in.count();
                case "away" -> away = in.count();
                case "atOnce" -> atOnce = in.count();
                case "unknown" -> unknown = in.list(JsonLimits.WORDS, JsonInput::text);
                case "misfits" -> misfits = in.list(JsonLimits.ROWS, MatchJson::readMisfit);
                case "changes" -> changes = in.list(JsonLimits.ROWS, MatchJson::readChange);
                case "objection" -> objection = in.text();
                default -> in.skip();
            }
        }
        return new MatchReport(tasks, nodes, fitting, away, atOnce, unknown, misfits, changes, objection);
    }

    private static Misfit readMisfit(JsonInput in) throws IOException {
        Mismatch.Kind kind = null;
        int nodes = 0;
        String detail = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "kind" -> kind = in.word(Words.MISMATCHES);
                case "nodes" -> nodes = in.count();
                case "detail" -> detail = in.text();
                default -> in.skip();
            }
        }
        return new Misfit(in.required(kind, "kind"), nodes, detail);
    }

    private static Change readChange(JsonInput in) throws IOException {
        int nodes = 0;
        String detail = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "nodes" -> nodes = in.count();
                case "detail" -> detail = in.text();
                default -> in.skip();
            }
        }
        return new Change(nodes, detail);
    }
}
