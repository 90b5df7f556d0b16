package org.gleaner.lab.torture;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.gleaner.client.Gleaner;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.GridException;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.client.problem.Algorithm;
import org.gleaner.client.problem.DataManager;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;

/**
 * A Java program as people write them, in a process of its own that may be killed: it lets the pool compute checksums
 * and prints what it is told. Another one of the same name comes back to what it left. Names nothing of this program
 * but the API, as all that it names travels.
 */
public final class ChecksumProgram {
    /** The words that it prints: each begins a line. */
    static final String JOB = "job ";

    static final String CALL = "call ";
    static final String ANSWER = "answer ";
    static final String END = "end";

    /** Its words: what it is, and whether it begins or comes back. */
    static final String EXECUTOR = "executor";

    static final String PROBLEM = "problem";
    static final String BEGIN = "begin";

    /** Long enough to be hurt while it is computed. */
    private static final long UNIT_MILLIS = 150;

    private static final int AHEAD = 4;
    private static final int MOST_TRIES = 20;
    private static final long PAUSE_MILLIS = 500;
    /** Kills are charged to a task like failures of its own; here they are not its fault. */
    private static final String ALWAYS = "100000";

    private ChecksumProgram() {}

    /** @param words kind, name, size, and {@code begin} or the number of the job to come back to */
    public static void main(String[] words) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        int size = Integer.parseInt(words[2]);
        try (Gleaner grid = Gleaner.connect()) {
            if (words[0].equals(PROBLEM)) {
                SubmittedProblem<Long> sum = words[3].equals(BEGIN)
                        ? submitted(grid, words[1], new Problem<>("checksum", new Sums(size), Checksum.class))
                        : grid.problem(Long.parseLong(words[3]), Long.class);
                out.println(JOB + sum.id());
                out.println(ANSWER + sum.answer());
            } else if (words[3].equals(BEGIN)) {
                call(grid, words[1], size, out);
            } else {
                print(patiently(() -> grid.attach(Long.class, words[3])), out);
            }
        }
        out.println(END);
    }

    static <A> SubmittedProblem<A> submitted(Gleaner grid, String name, Problem<?, ?, A> plain)
            throws InterruptedException {
        Problem<?, ?, A> problem = plain.with("name", name)
                .with("max-failures", ALWAYS)
                .with("max-lost", ALWAYS)
                .with("retry-limits");
        return patiently(() -> grid.submit(problem));
    }

    /** A server that is away or can't take it now is asked again: nobody who waits for days gives up at that. */
    private static <T> T patiently(Supplier<T> call) throws InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                return call.get();
            } catch (GridException refused) {
                if (tries == MOST_TRIES) {
                    throw refused;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }

    private static void call(Gleaner grid, String name, int size, PrintStream out)
            throws InterruptedException, ExecutionException {
        ExecutorOptions options = ExecutorOptions.usual()
                .with("name", name)
                .with("max-failures", ALWAYS)
                .with("max-lost", ALWAYS)
                .with("retry-limits");
        try (GridExecutor pool = grid.executor("checksum", options)) {
            List<Future<Long>> calls = new ArrayList<>();
            for (long i = 1; i <= size; i++) {
                long number = i;
                calls.add(pool.submit(() -> slow(number)));
            }
            for (int i = 0; i < calls.size(); i++) {
                out.println(CALL + (i + 1) + " " + calls.get(i).get());
            }
        }
    }

    private static void print(Map<Long, Future<Long>> calls, PrintStream out)
            throws InterruptedException, ExecutionException {
        for (Map.Entry<Long, Future<Long>> call : calls.entrySet()) {
            out.println(CALL + call.getKey() + " " + call.getValue().get());
        }
    }

    /** What a call or a unit of this number must find. */
    static long checksum(long number) {
        CRC32 sum = new CRC32();
        for (long i = 0; i < 1_000; i++) {
            sum.update((int) (number * 31 + i));
        }
        return sum.getValue();
    }

    /** What a problem of this size must answer. */
    static long answer(int units) {
        long sum = 0;
        for (long i = 1; i <= units; i++) {
            sum += i * checksum(i);
        }
        return sum;
    }

    private static long slow(long number) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(UNIT_MILLIS);
        return checksum(number);
    }

    /** Adds checksums up; complains of a unit that it is given twice. */
    public static final class Sums extends DataManager<Long, Long, Long> {
        private static final long serialVersionUID = 1;

        private final int units;
        private final BitSet merged = new BitSet();
        private int given;
        private long sum;

        Sums(int units) {
            this.units = units;
        }

        /** A unit follows from results: there are never more than a few beyond those that are merged. */
        // The annotation that says that it may be null would travel, and with it the jar that it is in.
        @SuppressWarnings("NullAway")
        @Override
        public Long next() {
            return given < units && given < merged.cardinality() + AHEAD ? (long) ++given : null;
        }

        @Override
        public void merge(Long unit, Long result) {
            if (merged.get(unit.intValue())) {
                throw new IllegalStateException("unit " + unit + " is merged twice");
            }
            merged.set(unit.intValue());
            sum += unit * result;
        }

        @Override
        public boolean isFinished() {
            return merged.cardinality() == units;
        }

        @Override
        public Long answer() {
            return sum;
        }
    }

    /** Computes one. */
    public static final class Checksum implements Algorithm<Long, Long> {
        @Override
        public Long compute(Long unit) throws InterruptedException {
            return slow(unit);
        }
    }
}
