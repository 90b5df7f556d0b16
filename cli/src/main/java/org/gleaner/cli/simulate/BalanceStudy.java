package org.gleaner.cli.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.simulator.experiment.Balance;
import org.gleaner.simulator.experiment.Balance.Sample;
import org.gleaner.simulator.report.BalancePicture;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Whether problems that come later are served as the others are: Fig. 3 of the paper about problems. */
record BalanceStudy(OutputFiles files, boolean json, Surroundings here) {
    static final String NAME = "page-fig3";

    private static final double TOLERANCE = 0.02;
    private static final double EVEN = 0.05;

    /**
     * @param expected where the balance goes if it was even before
     * @param even minutes until it is even again; negative: it never is
     */
    private record Peak(int problems, double seen, double expected, long even) {
        boolean isAsExpected() {
            return Math.abs(seen - expected) <= TOLERANCE && even >= 0;
        }
    }

    int run() throws IOException {
        List<Sample> samples = Balance.samples();
        List<Peak> peaks = new ArrayList<>();
        for (int i = 1; i <= Balance.TIMES; i++) {
            peaks.add(peak(samples, i));
        }
        files.draw(paper -> paper ? BalancePicture.onPaper(samples) : BalancePicture.of(samples));
        boolean good = peaks.stream().allMatch(Peak::isAsExpected);
        if (json) {
            Printer.json(here.out(), peaks, (out, some) -> write(out, some, good));
            return good ? Exit.OK : Exit.FAILED;
        }
        here.out().println("| problems | balance when the last two came | expected | even again after |");
        here.out().println("| --- | --- | --- | --- |");
        for (Peak peak : peaks) {
            here.out()
                    .println(String.format(
                            Locale.ROOT,
                            "| %d | %.3f | 4/%d = %.3f | %s |",
                            peak.problems(),
                            peak.seen(),
                            peak.problems(),
                            peak.expected(),
                            peak.even() < 0 ? "never" : peak.even() + " min"));
        }
        here.out()
                .println(
                        good
                                ? "Whoever comes later is served as the others are."
                                : "Whoever comes later is NOT served as the others are.");
        return good ? Exit.OK : Exit.FAILED;
    }

    private static Peak peak(List<Sample> samples, int time) {
        long joined = time * Balance.PHASE;
        List<Sample> since = samples.stream()
                .filter(sample -> sample.at() >= joined && sample.at() < joined + Balance.PHASE)
                .toList();
        double seen = since.stream().mapToDouble(Sample::sum).max().orElse(0);
        long even = since.stream()
                .filter(sample -> sample.sum() < EVEN)
                .mapToLong(sample -> (sample.at() - joined) / 60_000)
                .findFirst()
                .orElse(-1);
        int problems = Balance.FIRST + Balance.MORE * time;
        return new Peak(problems, seen, 2.0 * Balance.MORE / problems, even);
    }

    private static void write(JsonGenerator out, List<Peak> peaks, boolean good) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeBooleanField("seen", good);
        out.writeArrayFieldStart("peaks");
        for (Peak peak : peaks) {
            out.writeStartObject();
            out.writeNumberField("problems", peak.problems());
            out.writeNumberField("balance", peak.seen());
            out.writeNumberField("expected", peak.expected());
            if (peak.even() >= 0) {
                out.writeNumberField("evenAfterMs", peak.even() * 60_000);
            }
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
