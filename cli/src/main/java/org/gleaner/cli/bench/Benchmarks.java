package org.gleaner.cli.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gleaner.core.store.StoreException;
import org.gleaner.protocol.json.Json;
import org.gleaner.server.store.StoreUnusable;

/** The benchmarks by name. */
public final class Benchmarks {
    public static final List<String> NAMES = List.of("dispatch", "queue");

    private Benchmarks() {}

    /** Runs one and prints what it found; returns whether all bars were kept. */
    public static boolean run(String name, boolean json, List<String> launcher, PrintStream out)
            throws IOException, InterruptedException, StoreException, StoreUnusable {
        QuietLog.install();
        BenchReport report;
        try (TemporaryFolder folder = new TemporaryFolder()) {
            report = name.equals("dispatch") ? new DispatchBench(launcher, folder).run() : new QueueBench(folder).run();
        }
        if (json) {
            out.println(new String(Json.write(report, BenchReport::writeJson), StandardCharsets.UTF_8));
        } else {
            out.print(report.text());
        }
        return report.isGood();
    }
}
