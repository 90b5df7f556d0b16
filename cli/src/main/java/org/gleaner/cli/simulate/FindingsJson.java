package org.gleaner.cli.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.gleaner.protocol.json.Members;
import org.gleaner.simulator.experiment.RunResult.TypeResult;
import org.gleaner.simulator.report.Findings;
import org.gleaner.simulator.report.Measure;
import org.gleaner.simulator.report.Pair;
import org.gleaner.simulator.report.PairedRatio;
import org.gleaner.simulator.report.PartSummary;
import org.gleaner.simulator.report.Summary;
import org.gleaner.simulator.report.Yardstick;

/** Findings for scripts. Times are minutes, which are steps of a scenario; names may be added, none changes or goes. */
final class FindingsJson {
    private static final double MINUTE = 60_000;
    /** More digits than this are noise and make the same result look different. */
    private static final double DIGITS = 1e4;

    private static final int MOST_PARTS = 20;

    private FindingsJson() {}

    static void write(JsonGenerator out, Findings findings) throws IOException {
        out.writeStartObject();
        writeHead(out, findings);
        Members.objects(out, "results", findings.summaries(), FindingsJson::writeSummary);
        Members.objects(out, "pairs", findings.pairs(), FindingsJson::writePair);
        out.writeEndObject();
    }

    /** The same for who draws it: with the curves of the first seed, and of owners and types only the largest. */
    static void writeDrawn(JsonGenerator out, Findings findings) throws IOException {
        Yardstick first = findings.yardsticks().get(0);
        out.writeStartObject();
        writeHead(out, findings);
        number(out, "capacity_first", first.capacity() / MINUTE);
        number(out, "clairvoyant_first", first.clairvoyant() / MINUTE);
        Members.objects(out, "results", findings.summaries(), (json, summary) -> {
            writeFigures(json, summary);
            Members.objects(json, "owners", largest(summary.owners()), FindingsJson::writeOwner);
            Members.objects(json, "types", largest(summary.types()), FindingsJson::writeType);
            Members.objects(json, "curves", findings.curves(summary.combination()), FindingsJson::writeCurve);
        });
        Members.objects(out, "pairs", findings.pairs(), FindingsJson::writePair);
        out.writeEndObject();
    }

    private static List<PartSummary> largest(List<PartSummary> parts) {
        return parts.stream()
                .sorted(Comparator.comparingDouble(PartSummary::tasks).reversed())
                .limit(MOST_PARTS)
                .toList();
    }

    private static void writeCurve(JsonGenerator out, TypeResult type) throws IOException {
        out.writeStringField("type", type.type());
        out.writeNumberField("tasks", type.tasks());
        Members.list(out, "minutes", type.done(), (json, point) -> json.writeNumber(rounded(point.at() / MINUTE)));
        Members.list(out, "done", type.done(), (json, point) -> json.writeNumber(point.tasks()));
    }

    private static void writeHead(JsonGenerator out, Findings findings) throws IOException {
        out.writeNumberField("version", 1);
        out.writeStringField("scenario", findings.scenario());
        out.writeStringField("unit", "minute");
        out.writeNumberField("seeds", findings.yardsticks().size());
        out.writeNumberField("from_seed", findings.yardsticks().get(0).seed());
        number(out, "capacity_mean", findings.capacity().mean() / MINUTE);
        number(out, "clairvoyant_mean", findings.clairvoyant().mean() / MINUTE);
    }

    private static void writeSummary(JsonGenerator out, Summary summary) throws IOException {
        writeFigures(out, summary);
        Members.objects(out, "owners", summary.owners(), FindingsJson::writeOwner);
        Members.objects(out, "types", summary.types(), FindingsJson::writeType);
    }

    private static void writeFigures(JsonGenerator out, Summary summary) throws IOException {
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
        out.writeNumberField(name, rounded(value));
    }

    private static double rounded(double value) {
        return Math.round(value * DIGITS) / DIGITS;
    }
}
