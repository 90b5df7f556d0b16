package org.gleaner.cli.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import org.gleaner.protocol.json.Members;
import org.gleaner.simulator.report.Findings;
import org.gleaner.simulator.report.Measure;
import org.gleaner.simulator.report.Pair;
import org.gleaner.simulator.report.PairedRatio;
import org.gleaner.simulator.report.PartSummary;
import org.gleaner.simulator.report.Summary;

/** Findings for scripts. Times are minutes, which are steps of a scenario; names may be added, none changes or goes. */
final class FindingsJson {
    private static final double MINUTE = 60_000;
    /** More digits than this are noise and make the same result look different. */
    private static final double DIGITS = 1e4;

    private FindingsJson() {}

    static void write(JsonGenerator out, Findings findings) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeStringField("scenario", findings.scenario());
        out.writeStringField("unit", "minute");
        out.writeNumberField("seeds", findings.yardsticks().size());
        out.writeNumberField("from_seed", findings.yardsticks().get(0).seed());
        number(out, "capacity_mean", findings.capacity().mean() / MINUTE);
        number(out, "clairvoyant_mean", findings.clairvoyant().mean() / MINUTE);
        Members.objects(out, "results", findings.summaries(), FindingsJson::writeSummary);
        Members.objects(out, "pairs", findings.pairs(), FindingsJson::writePair);
        out.writeEndObject();
    }

    private static void writeSummary(JsonGenerator out, Summary summary) throws IOException {
        out.writeStringField("strategy", summary.combination().strategy());
        out.writeStringField("redundancy", summary.combination().redundancy());
        out.writeObjectFieldStart("settings");
        for (Map.Entry<String, String> setting :
                summary.combination().settings().entrySet()) {
            out.writeStringField(setting.getKey(), setting.getValue());
        }
        out.writeEndObject();
        for (Measure measure : Measure.values()) {
            double scale = measure.kind() == Measure.Kind.TIME ? MINUTE : 1;
            number(out, measure.key(), summary.mean(measure) / scale);
            if (measure == Measure.MAKESPAN) {
                number(out, "makespan_sd", summary.sample(measure).sd() / scale);
            }
        }
        out.writeNumberField("unfinished", summary.unfinished());
        out.writeNumberField("unfinished_tasks", summary.unfinishedTasks());
        Members.objects(out, "owners", summary.owners(), FindingsJson::writeOwner);
        Members.objects(out, "types", summary.types(), FindingsJson::writeType);
    }

    private static void writeOwner(JsonGenerator out, PartSummary owner) throws IOException {
        out.writeStringField("owner", owner.name());
        number(out, "tasks", owner.tasks());
        number(out, "share", owner.share());
        number(out, "flow_mean", owner.flow() / MINUTE);
        number(out, "finish_mean", owner.finish() / MINUTE);
    }

    private static void writeType(JsonGenerator out, PartSummary type) throws IOException {
        out.writeStringField("type", type.name());
        number(out, "tasks", type.tasks());
        number(out, "flow_mean", type.flow() / MINUTE);
        number(out, "finish_mean", type.finish() / MINUTE);
    }

    private static void writePair(JsonGenerator out, Pair pair) throws IOException {
        out.writeStringField("strategy", pair.combination().strategy());
        out.writeStringField("redundancy", pair.combination().redundancy());
        out.writeStringField("to_strategy", pair.to().strategy());
        out.writeStringField("to_redundancy", pair.to().redundancy());
        ratio(out, "makespan", pair.makespan());
        ratio(out, "flow", pair.flow());
    }

    private static void ratio(JsonGenerator out, String name, PairedRatio paired) throws IOException {
        number(out, name + "_ratio", paired.ratio());
        if (paired.hasInterval()) {
            number(out, name + "_low", paired.low());
            number(out, name + "_high", paired.high());
        } else {
            out.writeNullField(name + "_low");
            out.writeNullField(name + "_high");
        }
    }

    private static void number(JsonGenerator out, String name, double value) throws IOException {
        out.writeNumberField(name, Math.round(value * DIGITS) / DIGITS);
    }
}
