package org.gleaner.cli.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.experiment.RunResult.OwnerResult;
import org.gleaner.simulator.experiment.RunResult.Point;
import org.gleaner.simulator.experiment.RunResult.TypeResult;
import org.gleaner.simulator.report.Findings;
import org.gleaner.simulator.report.TimeScale;
import org.gleaner.simulator.report.Yardstick;
import org.gleaner.terminal.console.Printer;
import org.junit.jupiter.api.Test;

final class FindingsOutputTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "simulate");
    private static final long STEP = 60_000;
    private static final Combination FIRST =
            new Combination("balanced", "off", new TreeMap<>(Map.of("fairlevel", "0.2")));
    private static final Combination SECOND = new Combination("uptime", "plain");

    @Test
    void scripts_get_the_figures_under_their_names() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        Printer.json(new PrintStream(out, true, UTF_8), findings(), FindingsJson::write);

        assertThat(out.toString(UTF_8)).isEqualTo(golden("findings.json"));
    }

    @Test
    void people_get_a_row_per_combination_and_the_bounds_above() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new FindingsTable(findings()).print(new PrintStream(out, true, UTF_8));

        assertThat(out.toString(UTF_8)).isEqualTo(golden("findings.txt"));
        assertThat(out.toString(UTF_8).lines()).allMatch(line -> line.length() <= 160);
    }

    @Test
    void other_programs_get_the_points_of_every_curve() throws IOException {
        StringWriter out = new StringWriter();

        CurveFile.write(findings(), out);

        assertThat(out.toString()).isEqualTo(golden("curves.csv"));
    }

    private static String golden(String name) throws IOException {
        return Files.readString(GOLDEN.resolve(name), UTF_8);
    }

    private static Findings findings() {
        Map<Combination, List<RunResult>> runs = new LinkedHashMap<>();
        runs.put(FIRST, List.of(run(FIRST, 7, 2000, 0), run(FIRST, 8, 3000, 4)));
        runs.put(SECOND, List.of(run(SECOND, 7, 1000, 0), run(SECOND, 8, 2400, 0)));
        List<Yardstick> yardsticks =
                List.of(new Yardstick(7, 800 * STEP, 900 * STEP), new Yardstick(8, 1000 * STEP, 1500 * STEP));
        return new Findings("a campus", TimeScale.STEPS, yardsticks, runs);
    }

    private static RunResult run(Combination combination, long seed, long steps, long unfinished) {
        long makespan = steps * STEP;
        List<TypeResult> types = List.of(
                new TypeResult("job,10", 4, makespan / 2, 250.0 * STEP, List.of(new Point(makespan / 2, 4))),
                new TypeResult(
                        "job_400",
                        2,
                        makespan,
                        750.0 * STEP,
                        List.of(new Point(makespan / 4, 1), new Point(makespan, unfinished > 0 ? 1 : 2))));
        return new RunResult(
                "a campus",
                seed,
                combination,
                makespan,
                unfinished,
                makespan / 2,
                makespan * 4 / 5,
                60,
                30,
                10,
                120,
                new RunResult.Flow(500.0 * STEP, 400.0 * STEP, 900.0 * STEP),
                12,
                types,
                List.of(
                        new OwnerResult("ada", 4, 0.75, 300.0 * STEP, makespan / 2),
                        new OwnerResult("bob", 2, 0.25, 900.0 * STEP, makespan)),
                List.of());
    }
}
