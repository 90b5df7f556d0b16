package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/**
 * How long do files take on their way to a task and back, beside a plain download that is checked and forced to the
 * disk? One large file and many small ones go the whole way by the commands that people use, in turn with {@code curl}
 * from nginx. And does a large file need more memory on its way than one a tenth of its size?
 */
final class FilesBench {
    private static final long LARGE = 2_000_000_000L;
    private static final int SMALL_FILES = 10_000;
    private static final long SMALL = 10_000;
    /** Large enough for a collector of garbage to find its pace. */
    private static final long MEDIUM = 200_000_000;

    private static final int ROUNDS = 3;
    private static final Duration LONGEST = Duration.ofSeconds(165);
    /** Of a large file at once: where it comes from, on the server twice, on the agent three times, and fetched. */
    private static final long COPIES = 8;

    private static final double MOST_TIMES = 1 / 0.7;
    /** An eighth of the large file: whoever holds it in memory holds more. */
    private static final double MOST_MORE_MEGABYTES = 250;

    private final BenchFrame bench;
    private long renewed;

    FilesBench(BenchFrame bench) {
        this.bench = bench;
    }

    /** One kind of freight, and what both ways took for it, round by round. */
    private record Load(Freight freight, List<Legs> ours, List<Double> baseline) {
        double bestBaseline() {
            return baseline.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        }
    }

    BenchReport run() throws CliFailure, IOException, InterruptedException {
        Rounds rounds = Rounds.within(LONGEST, ROUNDS);
        Path files = bench.folder("files");
        checkRoom(files);
        bench.say("writing the files");
        Freight medium = Freight.make(files, "medium", 1, MEDIUM);
        Load large = new Load(Freight.make(files, "large", 1, LARGE), new ArrayList<>(), new ArrayList<>());
        Load small = new Load(Freight.make(files, "small", SMALL_FILES, SMALL), new ArrayList<>(), new ArrayList<>());
        try (ServerChild server = bench.server();
                TaggedAgent agent = agent(server)) {
            Carrier carrier = new Carrier(bench.launcher(), server, new Submitter(server), agent, bench.folder("user"));
            carrier.carry(medium);
            Memory before = Memory.of(server, agent);
            Memory after = measure(carrier, List.of(large, small), rounds, server, agent);
            return report(large, small, before, after);
        }
    }

    private TaggedAgent agent(ServerChild server) throws IOException {
        // What the task itself does is not measured, and should not make the benchmark longer on a busy machine.
        Launch normal = bench.launcher().with(Map.of("GLEANER_AGENT_PRIORITY", "normal"));
        return TaggedAgent.start(normal, server, bench.folder("agent"), "files", "off", 1);
    }

    /** The most memory that server and agent had at once, in megabytes. */
    private record Memory(double server, double agent) {
        static Memory of(ServerChild server, TaggedAgent agent) throws IOException {
            return new Memory(
                    new ProcessMeter(server.pid()).peakMegabytes(),
                    new ProcessMeter(agent.agent().pid()).peakMegabytes());
        }
    }

    /** Returns what memory was needed for the first round of the large file, before anything else came. */
    private Memory measure(Carrier carrier, List<Load> loads, Rounds rounds, ServerChild server, TaggedAgent agent)
            throws IOException, InterruptedException {
        List<Memory> seen = new ArrayList<>();
        try (NginxChild nginx = nginx()) {
            int done = rounds.repeat(number -> {
                for (Load load : loads) {
                    renewed++;
                    load.freight().renew(renewed);
                    if (nginx != null) {
                        load.baseline().add(download(nginx, load.freight()));
                    }
                    load.ours().add(carrier.carry(load.freight()));
                    tell(number, load);
                    seen.add(Memory.of(server, agent));
                }
            });
            bench.notes().add("of " + done + " rounds the shortest time of each leg counts");
        }
        return seen.get(0);
    }

    private void tell(int round, Load load) {
        Legs ours = load.ours().get(round - 1);
        bench.say(
                "round %d of at most %d, %s: there %.1f and %.1f s, back %.1f and %.1f s, by curl %.1f s",
                round,
                ROUNDS,
                load.freight().name(),
                ours.submitted(),
                ours.placed(),
                ours.returned(),
                ours.fetched(),
                load.bestBaseline());
    }

    private @Nullable NginxChild nginx() throws IOException, InterruptedException {
        try {
            Called.in(bench.folder("user"), Map.of(), List.of("curl", "--version"));
            return new NginxChild(bench.folder("nginx"), bench.folder("files"));
        } catch (IOException missing) {
            bench.notes().add("left out: curl from nginx (Debian: curl, nginx-light): " + missing.getMessage());
            return null;
        }
    }

    /** What anybody would do by hand who wants a file to be here, whole and safe. */
    private double download(NginxChild nginx, Freight freight) throws IOException, InterruptedException {
        Path target = bench.folder("downloaded");
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < freight.files(); i++) {
            String name = Freight.nameOf(i);
            String url = nginx.address() + "/" + freight.name() + "/" + name;
            list.append("url = \"" + url + "\"\noutput = \"" + name + "\"\n");
        }
        Path urls = Files.writeString(bench.folder().file("urls"), list, StandardCharsets.UTF_8);
        double curl = Called.in(target, Map.of(), List.of("curl", "--fail", "--silent", "-K", urls.toString()))
                .seconds();
        double sync = Called.in(target, Map.of(), List.of("find", ".", "-type", "f", "-exec", "sync", "{}", "+"))
                .seconds();
        double hash = Called.in(target, Map.of(), List.of("find", ".", "-type", "f", "-exec", "sha256sum", "{}", "+"))
                .seconds();
        TemporaryFolder.delete(target);
        bench.say("%s: curl %.1f s, sync %.1f s, sha256sum %.1f s", freight.name(), curl, sync, hash);
        return curl + sync + hash;
    }

    private static void checkRoom(Path files) throws CliFailure, IOException {
        long needed = COPIES * LARGE + ROUNDS * 4 * LARGE;
        long free = Files.getFileStore(files).getUsableSpace();
        if (free < needed) {
            throw CliFailure.refused(
                    "There is not enough disk space for this benchmark.",
                    String.format(
                            Locale.ROOT, "It needs %d GB in %s; %d GB are free.", needed >> 30, files, free >> 30),
                    "Free some space, or use another directory with GLEANER_JAVA_OPTS=-Djava.io.tmpdir=DIR.");
        }
    }

    private BenchReport report(Load large, Load small, Memory before, Memory after) {
        List<Bar> bars = new ArrayList<>();
        FigureTable table =
                FigureTable.of("Files on their way", "way | seconds | MB/s | times curl, sync and sha256sum");
        for (Load load : List.of(large, small)) {
            Freight freight = load.freight();
            double baseline = load.bestBaseline();
            String what = freight.files() + " x " + (freight.bytesEach() >= 1e9 ? "2 GB" : "10 kB") + ": ";
            if (baseline > 0) {
                table = table.with(
                        what + "curl from nginx, sync, sha256sum", baseline, freight.megabytes() / baseline, 1.0);
            }
            List<Double> seconds = Legs.shortest(load.ours());
            for (int leg = 0; leg < seconds.size(); leg++) {
                double took = seconds.get(leg);
                double times = baseline > 0 ? took / baseline : 0;
                table = table.with(what + Legs.NAMES.get(leg), took, freight.megabytes() / took, times);
                if (baseline > 0 && freight.files() == 1) {
                    bars.add(new Bar(what + Legs.NAMES.get(leg), times, MOST_TIMES, "times curl, sync and sha256sum"));
                }
            }
        }
        FigureTable memory = FigureTable.of("Most memory at once, MB", "file | server | agent")
                .with("200 MB", before.server(), before.agent())
                .with("2 GB", after.server(), after.agent());
        bars.add(new Bar(
                "memory of the server, 2 GB against 200 MB",
                after.server() - before.server(),
                MOST_MORE_MEGABYTES,
                "MB more"));
        bars.add(new Bar(
                "memory of the agent, 2 GB against 200 MB",
                after.agent() - before.agent(),
                MOST_MORE_MEGABYTES,
                "MB more"));
        return bench.report("files", List.of(table, memory), bars);
    }
}
