package org.gleaner.cli.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.simulator.report.SpeedUpPicture;
import org.gleaner.simulator.report.SpeedUpPicture.Point;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Whether many machines are as many times as fast as one: Fig. 4 of the paper about problems, with real agents. */
record SpeedUpStudy(OutputFiles files, boolean json, Surroundings here) {
    static final String NAME = "page-fig4";
    static final int AGENTS = 86;

    private static final Duration UNIT = Duration.ofSeconds(10);
    /** For each agent, so that what is lost at the begin and the end is a small part. */
    private static final int UNITS = 18;

    private static final double WANTED = 0.98;

    /** What was seen with so many agents. */
    private record Seen(int agents, Duration took) {
        double speedUp() {
            return agents * efficiency();
        }

        double efficiency() {
            return (double) UNIT.multipliedBy(UNITS).toMillis() / took.toMillis();
        }
    }

    /**
     * How many agents are tried.
     *
     * @param brief only one, and the most; else twice as many each time
     */
    static List<Integer> numbers(int most, boolean brief) {
        List<Integer> numbers = new ArrayList<>();
        for (int agents = 1; agents < most; agents *= brief ? most : 2) {
            numbers.add(agents);
        }
        numbers.add(most);
        return numbers;
    }

    int run(MeasuredPool.Maker maker, List<Integer> numbers) throws CliFailure, IOException, InterruptedException {
        List<Seen> all = new ArrayList<>();
        try (MeasuredPool pool = maker.open(here)) {
            for (int agents : numbers) {
                all.add(new Seen(agents, pool.time(agents, UNITS, UNIT)));
                Seen last = all.get(all.size() - 1);
                here.err()
                        .println(String.format(
                                Locale.ROOT, "%d agents: %.1f %%", last.agents(), 100 * last.efficiency()));
            }
        }
        List<Point> points =
                all.stream().map(one -> new Point(one.agents(), one.speedUp())).toList();
        files.draw(paper -> paper ? SpeedUpPicture.onPaper(points) : SpeedUpPicture.of(points));
        boolean good = all.get(all.size() - 1).efficiency() >= WANTED;
        if (json) {
            Printer.json(here.out(), all, (out, some) -> write(out, some, good));
            return good ? Exit.OK : Exit.FAILED;
        }
        here.out().println("| agents | seconds | speed-up | efficiency |");
        here.out().println("| --- | --- | --- | --- |");
        for (Seen one : all) {
            here.out()
                    .println(String.format(
                            Locale.ROOT,
                            "| %d | %.1f | %.2f | %.1f %% |",
                            one.agents(),
                            one.took().toMillis() / 1e3,
                            one.speedUp(),
                            100 * one.efficiency()));
        }
        here.out()
                .println(
                        good
                                ? "The most agents are used to 98 % or more."
                                : "The most agents are NOT used to 98 %. Was this machine busy?");
        return good ? Exit.OK : Exit.FAILED;
    }

    private static void write(JsonGenerator out, List<Seen> all, boolean good) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeBooleanField("seen", good);
        out.writeArrayFieldStart("sizes");
        for (Seen one : all) {
            out.writeStartObject();
            out.writeNumberField("agents", one.agents());
            out.writeNumberField("tookMs", one.took().toMillis());
            out.writeNumberField("speedUp", one.speedUp());
            out.writeNumberField("efficiency", one.efficiency());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
