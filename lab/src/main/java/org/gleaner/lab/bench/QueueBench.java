package org.gleaner.lab.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.store.InMemoryStore;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.SubmissionJson;
import org.gleaner.protocol.message.Submission;
import org.gleaner.server.store.SqlStore;
import org.gleaner.server.store.StoreUnusable;

/**
 * Does the cost of a decision grow with the number of tasks? Grids of 1 000 to 1 000 000 ready tasks, half of them
 * finished in random order, on the real store, one more whose entries come from a file of a million lines, and one
 * behind a history of a million finished tasks. Decisions are measured in turn on all of them, in CPU time, so that a
 * noisy moment hits all alike.
 */
final class QueueBench {
    private static final int[] SIZES = {1_000, 10_000, 100_000, 1_000_000};
    private static final int MILLION = 1_000_000;
    /** The queue that there is with and without a history: one of the sizes. */
    private static final int BEHIND_HISTORY = 100_000;

    private static final int HISTORY_JOBS = 10;
    private static final int NODES = 100;
    /** Fewer than half of the smallest grid has left to do. */
    private static final int DECISIONS = 480;

    private static final int WARM_UP = 100_000;
    /** The fastest counts: the others tell how busy the machine was. */
    private static final int SUBMISSIONS = 3;

    private static final int RESTARTS = 3;

    private static final double FLAT = 2;
    private static final double UNCHANGED = 1.25;
    private static final double HISTORY_MEGABYTES = 10;
    private static final double HISTORY_RESTART_SECONDS = 1;
    private static final double HEAP_MEGABYTES = 100;
    private static final double RANGE_SECONDS = 1;
    private static final double FILE_SECONDS = 5;
    private static final double RESTART_SECONDS = 10;
    private static final Owner OWNER = new Owner("bench");

    private final BenchFrame bench;
    private final List<Site> sites = new ArrayList<>();

    /** One grid, and what was measured of it. */
    private static final class Site implements AutoCloseable {
        private final String name;
        private final SqlStore store;
        private final BenchedGrid grid;
        private final Samples syncs = new Samples();
        private final Samples commits = new Samples();
        private final Samples writes = new Samples();
        private double submit;
        private double heap;
        private double restart = Double.MAX_VALUE;

        Site(String name, Path data) throws StoreUnusable {
            this.name = name;
            store = SqlStore.open(data);
            grid = new BenchedGrid(store);
            grid.connect(NODES);
        }

        void decide() {
            BenchedGrid.Cost cost = grid.serve();
            syncs.add(cost.sync());
            commits.add(cost.commit());
            writes.add(cost.store());
        }

        @Override
        public void close() {
            store.close();
        }
    }

    QueueBench(BenchFrame bench) {
        this.bench = bench;
    }

    BenchReport run() throws IOException, StoreException, StoreUnusable {
        warmUp();
        double history;
        try {
            for (int size : SIZES) {
                ready(size + " tasks", size, randomHalf(size));
            }
            ready("1000000 tasks done in order", MILLION, firstHalf());
            fromFile();
            history = afterHistory();
            for (int i = 0; i < DECISIONS; i++) {
                sites.forEach(Site::decide);
            }
        } finally {
            sites.forEach(Site::close);
        }
        for (int i = 0; i < RESTARTS; i++) {
            for (Site site : sites) {
                restart(site);
            }
        }
        return report(history);
    }

    /** The code is compiled before anything counts. */
    private static void warmUp() {
        BenchedGrid one = new BenchedGrid(new InMemoryStore());
        one.connect(NODES);
        one.submit(OWNER, BenchedGrid.job("bench", new ArrayShape.Range(1, 2 * WARM_UP, 1)), List.of());
        for (int i = 0; i < WARM_UP; i++) {
            one.serve();
        }
    }

    private Site open(String name) throws IOException, StoreUnusable {
        Site site = new Site(name, bench.folder(name.replace(' ', '-')));
        sites.add(site);
        return site;
    }

    private void ready(String name, int size, int[] finished) throws IOException, StoreException, StoreUnusable {
        fill(open(name), size, finished);
    }

    private static void fill(Site site, int size, int[] finished) throws StoreException {
        double empty = ThisMachine.heapMegabytes();
        long start = System.nanoTime();
        JobId job = site.grid.submit(OWNER, BenchedGrid.job("bench", new ArrayShape.Range(1, size, 1)), List.of());
        site.submit = ThisMachine.secondsSince(start);
        site.grid.finish(job, finished);
        site.heap = ThisMachine.heapMegabytes() - empty;
    }

    /** Jobs that are over have left memory; the store has their attempts. Returns what is still held of them, in MB. */
    private double afterHistory() throws IOException, StoreException, StoreUnusable {
        Site site = open(BEHIND_HISTORY + " tasks after 1000000 finished ones");
        double empty = ThisMachine.heapMegabytes();
        int[] all = IntStream.rangeClosed(1, MILLION / HISTORY_JOBS).toArray();
        for (int i = 0; i < HISTORY_JOBS; i++) {
            ArrayShape range = new ArrayShape.Range(1, all.length, 1);
            site.grid.finish(site.grid.submit(OWNER, BenchedGrid.job("bench", range), List.of()), all);
        }
        double held = ThisMachine.heapMegabytes() - empty;
        fill(site, BEHIND_HISTORY, randomHalf(BEHIND_HISTORY));
        return held;
    }

    /** What the command line and the server do with a file, but for the socket between them. */
    private void fromFile() throws IOException, StoreException, StoreUnusable {
        Path lines = writeLines();
        double fastest = Double.MAX_VALUE;
        for (int i = 1; i < SUBMISSIONS; i++) {
            try (Site once = new Site("", bench.folder("try-" + i))) {
                long start = System.nanoTime();
                submit(once, lines);
                fastest = Math.min(fastest, ThisMachine.secondsSince(start));
            }
        }
        Site site = open("1000000 lines of a file");
        double empty = ThisMachine.heapMegabytes();
        long start = System.nanoTime();
        JobId job = submit(site, lines);
        site.submit = Math.min(fastest, ThisMachine.secondsSince(start));
        site.grid.finish(job, randomHalf(MILLION));
        site.heap = ThisMachine.heapMegabytes() - empty;
    }

    /** A frame of its own, so that nothing of the message is kept alive when the heap is measured. */
    private static JobId submit(Site site, Path lines) throws IOException {
        byte[] message = Json.write(read(lines), SubmissionJson::writeSubmission);
        Submission received = Json.read(message, SubmissionJson::readSubmission);
        SubmissionJson.fingerprint(received);
        return site.grid.submit(OWNER, received.spec(), received.pages());
    }

    private Path writeLines() throws IOException {
        Path file = bench.folder().file("entries.txt");
        try (BufferedWriter writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            for (int i = 0; i < MILLION; i++) {
                writer.write("--seed " + i + " --scale 0." + i);
                writer.newLine();
            }
        }
        return file;
    }

    private static Submission read(Path file) throws IOException {
        List<EntryPage> pages = new ArrayList<>();
        List<Entry> page = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                page.add(new Entry(line, List.of()));
                if (page.size() == EntryPage.SIZE) {
                    pages.add(new EntryPage(pages.size(), page));
                    page.clear();
                }
            }
        }
        if (!page.isEmpty()) {
            pages.add(new EntryPage(pages.size(), page));
        }
        return new Submission(BenchedGrid.job("bench", new ArrayShape.Listed(MILLION)), pages);
    }

    /** As they are handed out: what is ready begins in the middle. */
    private static int[] firstHalf() {
        return IntStream.rangeClosed(1, MILLION / 2).toArray();
    }

    private static int[] randomHalf(int size) {
        SplittableRandom random = new SplittableRandom(size);
        int[] ordinals = new int[size];
        for (int i = 0; i < size; i++) {
            int other = random.nextInt(i + 1);
            ordinals[i] = ordinals[other];
            ordinals[other] = i + 1;
        }
        return Arrays.copyOf(ordinals, size / 2);
    }

    private void restart(Site site) throws IOException, StoreUnusable {
        long start = System.nanoTime();
        try (SqlStore store = SqlStore.open(bench.folder(site.name.replace(' ', '-')))) {
            BenchedGrid loaded = new BenchedGrid(store);
            site.restart = Math.min(site.restart, ThisMachine.secondsSince(start));
            loaded.connect(1);
            loaded.serve();
        }
    }

    private BenchReport report(double history) {
        FigureTable table = FigureTable.of(
                "Half of the tasks finished in random order; decisions in microseconds of CPU time",
                "grid | submit s | sync p50 us | sync p99 us | commit p50 us"
                        + " | commit p99 us | store p50 us | heap MB | restart s");
        for (Site site : sites) {
            table = table.with(
                    site.name,
                    site.submit,
                    site.syncs.micros(0.5),
                    site.syncs.micros(0.99),
                    site.commits.micros(0.5),
                    site.commits.micros(0.99),
                    site.writes.micros(0.5),
                    site.heap,
                    site.restart);
        }
        bench.notes()
                .addAll(List.of(
                        "a decision is the CPU time of the batch step for one call, without the store's commit",
                        "store is the CPU time of its commits for both calls",
                        "submit and restart are elapsed times, including the store's commit and load; the file was"
                                + " submitted and every grid loaded " + SUBMISSIONS
                                + " times, and the fastest counts"));
        return bench.report("queue", List.of(table), bars(history));
    }

    private List<Bar> bars(double history) {
        List<Bar> all = new ArrayList<>(queueBars());
        Site without = sites.get(Arrays.binarySearch(SIZES, BEHIND_HISTORY));
        Site with = sites.get(sites.size() - 1);
        String after = "after 10^6 finished tasks: ";
        all.add(new Bar(after + "sync decision", ratio(with.syncs, without.syncs), UNCHANGED, "times"));
        all.add(new Bar(after + "commit decision", ratio(with.commits, without.commits), UNCHANGED, "times"));
        all.add(new Bar(after + "store", ratio(with.writes, without.writes), UNCHANGED, "times"));
        all.add(new Bar(after + "heap that they take", history, HISTORY_MEGABYTES, "MB"));
        all.add(new Bar(after + "restart is longer by", with.restart - without.restart, HISTORY_RESTART_SECONDS, "s"));
        return all;
    }

    private List<Bar> queueBars() {
        Site smallest = sites.get(0);
        Site range = sites.get(SIZES.length - 1);
        Site inOrder = sites.get(SIZES.length);
        Site file = sites.get(SIZES.length + 1);
        List<Site> large = List.of(range, inOrder, file);
        return List.of(
                new Bar(
                        "sync decision, 10^6 tasks against 10^3",
                        worst(large, site -> ratio(site.syncs, smallest.syncs)),
                        FLAT,
                        "times"),
                new Bar(
                        "commit decision, 10^6 tasks against 10^3",
                        worst(large, site -> ratio(site.commits, smallest.commits)),
                        FLAT,
                        "times"),
                new Bar("heap above empty", worst(sites, site -> site.heap), HEAP_MEGABYTES, "MB"),
                new Bar("submit 10^6 tasks of a range", range.submit, RANGE_SECONDS, "s"),
                new Bar("submit 10^6 lines of a file", file.submit, FILE_SECONDS, "s"),
                new Bar("restart", worst(sites, site -> site.restart), RESTART_SECONDS, "s"));
    }

    private static double ratio(Samples large, Samples small) {
        return large.micros(0.5) / small.micros(0.5);
    }

    private static double worst(List<Site> among, ToDoubleFunction<Site> figure) {
        return among.stream().mapToDouble(figure).max().orElseThrow();
    }
}
