package org.gleaner.cli.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gleaner.simulator.experiment.Balance;
import org.gleaner.simulator.experiment.Balance.Course;
import org.gleaner.simulator.experiment.Balance.Sample;
import org.gleaner.simulator.report.BalancePicture;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Whether problems that come later are served as the others are: Fig. 3 of the paper about problems. */
record BalanceStudy(OutputFiles files, boolean json, Surroundings here) {
    static final String NAME = "page-fig3";

    private static final String SIMULATED = "simulated";
    private static final String REAL = "real";
    private static final double TOLERANCE = 0.02;
    private static final double EVEN = 0.05;

    /**
     * @param expected where the balance goes if it was even before
     * @param even milliseconds until it is even again; negative: it never is
     */
    private record Peak(int problems, double seen, double expected, long even) {
        boolean isAsExpected() {
            return Math.abs(seen - expected) <= TOLERANCE && even >= 0;
        }
    }

    /** In the simulation alone. */
    int run() throws IOException {
        return tell(Map.of(SIMULATED, Balance.simulated()));
    }

    /** In the simulation and beside that with real problems. */
    int run(MeasuredProblems problems) throws CliFailure, IOException, InterruptedException {
        Map<String, Course> courses = new LinkedHashMap<>();
        courses.put(SIMULATED, Balance.simulated());
        courses.put(REAL, problems.run(here));
        return tell(courses);
    }

    private int tell(Map<String, Course> courses) throws IOException {
        files.draw(paper -> paper ? BalancePicture.onPaper(courses) : BalancePicture.of(courses));
        Map<String, List<Peak>> peaks = new LinkedHashMap<>();
        courses.forEach((name, course) -> peaks.put(name, peaks(course)));
        boolean good = peaks.values().stream().flatMap(List::stream).allMatch(Peak::isAsExpected);
        if (json) {
            Printer.json(here.out(), peaks, (out, some) -> write(out, some, good));
            return good ? Exit.OK : Exit.FAILED;
        }
        courses.forEach((name, course) -> {
            if (courses.size() > 1) {
                here.out().println(name + ", " + text(course.phase(), course) + " between arrivals:\n");
            }
            table(course, peaks.getOrDefault(name, List.of()));
            if (courses.size() > 1) {
                here.out().println();
            }
        });
        here.out()
                .println(
                        good
                                ? "Those who come later are served like the others."
                                : "Those who come later are NOT served like the others.");
        return good ? Exit.OK : Exit.FAILED;
    }

    private void table(Course course, List<Peak> peaks) {
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
                            peak.even() < 0 ? "never" : text(peak.even(), course)));
        }
    }

    /** In minutes where a course takes hours. */
    private static String text(long millis, Course course) {
        boolean minutes = course.phase() >= Duration.ofHours(1).toMillis();
        return minutes ? millis / 60_000 + " min" : millis / 1_000 + " s";
    }

    private static List<Peak> peaks(Course course) {
        List<Peak> peaks = new ArrayList<>();
        for (int i = 1; i <= Balance.TIMES; i++) {
            peaks.add(peak(course, i));
        }
        return peaks;
    }

    private static Peak peak(Course course, int arrival) {
        List<Sample> since = course.since(arrival);
        double seen = since.stream().mapToDouble(Sample::sum).max().orElse(0);
        long even = since.stream()
                .filter(sample -> sample.sum() < EVEN)
                .mapToLong(sample -> sample.at() - arrival * course.phase())
                .findFirst()
                .orElse(-1);
        int problems = Balance.problems(arrival);
        return new Peak(problems, seen, 2.0 * Balance.MORE / problems, even);
    }

    private static void write(JsonGenerator out, Map<String, List<Peak>> peaks, boolean good) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeBooleanField("seen", good);
        write(out, "peaks", peaks.getOrDefault(SIMULATED, List.of()));
        if (peaks.containsKey(REAL)) {
            write(out, "realPeaks", peaks.getOrDefault(REAL, List.of()));
        }
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, String name, List<Peak> peaks) throws IOException {
        out.writeArrayFieldStart(name);
        for (Peak peak : peaks) {
            out.writeStartObject();
            out.writeNumberField("problems", peak.problems());
            out.writeNumberField("balance", peak.seen());
            out.writeNumberField("expected", peak.expected());
            if (peak.even() >= 0) {
                out.writeNumberField("evenAfterMs", peak.even());
            }
            out.writeEndObject();
        }
        out.writeEndArray();
    }
}
