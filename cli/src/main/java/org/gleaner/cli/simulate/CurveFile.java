package org.gleaner.cli.simulate;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.experiment.RunResult.Point;
import org.gleaner.simulator.experiment.RunResult.TypeResult;
import org.gleaner.simulator.report.Findings;

/** How far each type was when, in every run: a row per point of a curve, for other programs to draw. */
final class CurveFile {
    private static final double MINUTE = 60_000;

    private CurveFile() {}

    static void write(Findings findings, Writer to) throws IOException {
        // The file's own writer closes what it writes to; that is the caller's.
        CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(to);
        csv.writeRecord("strategy", "redundancy", "seed", "type", "minute", "done", "tasks", "percent");
        for (List<RunResult> runs : findings.runs().values()) {
            for (RunResult run : runs) {
                for (TypeResult type : run.types()) {
                    write(csv, run, type);
                }
            }
        }
        csv.flush();
    }

    private static void write(CsvWriter csv, RunResult run, TypeResult type) {
        for (Point point : type.done()) {
            csv.writeRecord(
                    run.combination().strategy(),
                    run.combination().redundancy(),
                    Long.toString(run.seed()),
                    type.type(),
                    String.format(Locale.ROOT, "%.2f", point.at() / MINUTE),
                    Long.toString(point.tasks()),
                    Long.toString(type.tasks()),
                    String.format(Locale.ROOT, "%.2f", 100.0 * point.tasks() / type.tasks()));
        }
    }
}
