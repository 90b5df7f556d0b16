package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gleaner.client.problem.Algorithm;
import org.gleaner.client.problem.DataManager;
import org.gleaner.client.problem.IndexRange;
import org.gleaner.client.problem.IndexRanges;
import org.jspecify.annotations.Nullable;

/** Problems that travel in tests. */
public final class SampleProblems {
    private SampleProblems() {}

    /** The sum of the squares of a range. */
    public static final class Squares extends IndexRanges<Long, Long> {
        private static final long serialVersionUID = 1;

        private long sum;

        public Squares(long end, long grain) {
            super(new IndexRange(0, end), grain);
        }

        @Override
        protected void mergeRange(IndexRange range, Long result) {
            sum += result;
        }

        @Override
        public Long answer() {
            return sum;
        }
    }

    public static final class SumOfSquares implements Algorithm<IndexRange, Long> {
        @Override
        public Long compute(IndexRange range) {
            long sum = 0;
            for (long i = range.first(); i < range.end(); i++) {
                sum += i * i;
            }
            return sum;
        }
    }

    /** What one stage found, as a unit and as a result. */
    public record Step(int stage, long value) implements Serializable {}

    /** Stages: the units of one follow from all results of the one before. */
    public static final class Stages extends DataManager<Step, Step, List<Long>> {
        private static final long serialVersionUID = 1;

        private final int stages;
        private final Deque<Step> ready = new ArrayDeque<>(List.of(new Step(1, 1), new Step(1, 2)));
        private final List<Long> sums = new ArrayList<>();
        private int out;
        private long sum;

        public Stages(int stages) {
            this.stages = stages;
        }

        @Override
        public @Nullable Step next() {
            Step step = ready.poll();
            out += step == null ? 0 : 1;
            return step;
        }

        @Override
        public void merge(Step unit, Step result) {
            if (unit.stage() != result.stage()) {
                throw new IllegalStateException("a result of another unit");
            }
            sum += result.value();
            if (--out == 0 && ready.isEmpty()) {
                sums.add(sum);
                if (sums.size() < stages) {
                    ready.add(new Step(sums.size() + 1, sum));
                    ready.add(new Step(sums.size() + 1, 1));
                }
                sum = 0;
            }
        }

        @Override
        public boolean isFinished() {
            return sums.size() == stages;
        }

        @Override
        public List<Long> answer() {
            return sums;
        }
    }

    /** Units without end, of which the first is enough; the others take long. */
    public static final class FirstIsEnough extends DataManager<Integer, Integer, Integer> {
        private static final long serialVersionUID = 1;

        private int given;
        private int found;

        @Override
        public @Nullable Integer next() {
            return ++given;
        }

        @Override
        public void merge(Integer unit, Integer result) {
            found = result;
        }

        @Override
        public boolean isFinished() {
            return found != 0;
        }

        @Override
        public Integer answer() {
            return found;
        }
    }

    public static final class SlowButFirst implements Algorithm<Integer, Integer> {
        @Override
        public Integer compute(Integer unit) throws InterruptedException {
            new CountDownLatch(unit == 1 ? 0 : 1).await();
            return unit;
        }
    }

    public static final class Doubling implements Algorithm<Step, Step> {
        @Override
        public Step compute(Step unit) {
            return new Step(unit.stage(), 2 * unit.value());
        }
    }

    /** What a manager does when it is asked to merge. */
    public enum Deed {
        THROW,
        HOG_MEMORY,
        EXIT,
        LOOK_AROUND,
        PRINT,
        START_PROCESSES,
        LOOP,
        WAIT_FOR_NOTHING,
        ANSWER_UNSENDABLE,
        ANSWER_CODE
    }

    /** Misbehaves when its first result comes. */
    public static final class Misbehaving extends DataManager<Integer, Integer, Object> {
        private static final long serialVersionUID = 1;

        private final Deed deed;
        private final int port;
        private final String secret;
        private boolean given;
        private String found = "";

        /**
         * @param port on which somebody listens outside
         * @param secret a file that is not for it
         */
        public Misbehaving(Deed deed, int port, String secret) {
            this.deed = deed;
            this.port = port;
            this.secret = secret;
        }

        @Override
        public @Nullable Integer next() {
            if (given) {
                return null;
            }
            given = true;
            return 1;
        }

        @Override
        public void merge(Integer unit, Integer result) {
            switch (deed) {
                case THROW -> throw new IllegalArgumentException("these results contradict each other");
                case HOG_MEMORY -> {
                    List<byte[]> all = new ArrayList<>();
                    while (all.size() < Integer.MAX_VALUE) {
                        all.add(new byte[10 << 20]);
                    }
                }
                case EXIT -> System.exit(9);
                case LOOK_AROUND -> found = look(port, secret);
                case PRINT -> found = print();
                case START_PROCESSES ->
                    throw new IllegalStateException("it got no more processes: exit code " + start(3_000, "100"));
                case LOOP -> {
                    while (given) {
                        Thread.onSpinWait();
                    }
                }
                case WAIT_FOR_NOTHING -> found = "";
                case ANSWER_UNSENDABLE, ANSWER_CODE -> found = deed.name();
            }
        }

        /** As many as it gets, and not for ever if nobody stops it; returns how the shell ended that did it. */
        static int start(int most, String seconds) {
            String line = "i=0; while [ $i -lt " + most + " ]; do sleep " + seconds + " & i=$((i + 1)); done";
            try {
                Process shell = new ProcessBuilder("/bin/sh", "-c", line)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return shell.waitFor();
            } catch (IOException | InterruptedException refused) {
                throw new IllegalStateException("it got no process", refused);
            }
        }

        /** Wherever a process may, and reads what it can. */
        private static String print() {
            try (FileOutputStream out = new FileOutputStream(FileDescriptor.out);
                    FileInputStream in = new FileInputStream(FileDescriptor.in)) {
                out.write("printed".getBytes(UTF_8));
                int exit = new ProcessBuilder("/bin/sh", "-c", "echo hello; cat; ls -l /proc/self/fd >&2")
                        .inheritIO()
                        .start()
                        .waitFor();
                return "exit code " + exit + ", read " + in.read();
            } catch (IOException | InterruptedException refused) {
                throw new IllegalStateException(refused);
            }
        }

        private static String look(int port, String secret) {
            StringBuilder seen = new StringBuilder("user " + System.getProperty("user.name"));
            seen.append(new File("/task/x").canWrite() ? " writes" : "");
            seen.append(new File(secret).exists() ? " found" : "");
            try {
                seen.append(new File("/tmp/x").createNewFile() ? " wrote" : "");
            } catch (IOException refused) {
                seen.append(" wrote nothing");
            }
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                seen.append(" connected ").append(socket.getPort());
            } catch (IOException refused) {
                seen.append(" connected nowhere");
            }
            return seen.toString();
        }

        @Override
        public boolean isFinished() {
            return !found.isEmpty();
        }

        @Override
        public Object answer() {
            return switch (deed) {
                case ANSWER_UNSENDABLE -> new Thread();
                case ANSWER_CODE -> (Supplier<String> & Serializable) () -> "code";
                default -> found;
            };
        }
    }

    /** Makes no unit, and does not say so either. */
    public static final class Hanging extends DataManager<Integer, Integer, Integer> {
        private static final long serialVersionUID = 1;

        @Override
        public @Nullable Integer next() {
            while (!isFinished()) {
                LockSupport.park(this);
            }
            return null;
        }

        @Override
        public void merge(Integer unit, Integer result) {
            throw new IllegalStateException("it never gave a unit");
        }

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public Integer answer() {
            return 0;
        }
    }

    /** What it knows is a megabyte, and another one after each result. */
    public static final class Forgetful extends DataManager<Integer, Integer, Integer> {
        private static final long serialVersionUID = 1;

        private final int units;
        private final byte[] state = new byte[1 << 20];
        private int given;
        private int merged;

        public Forgetful(int units) {
            this.units = units;
        }

        @Override
        public @Nullable Integer next() {
            // One after the other, so that each result has a checkpoint of its own.
            return given < units && given == merged ? ++given : null;
        }

        @Override
        public void merge(Integer unit, Integer result) {
            new Random(result).nextBytes(state);
            merged++;
        }

        @Override
        public boolean isFinished() {
            return merged == units;
        }

        @Override
        public Integer answer() {
            return merged;
        }
    }

    /** One unit that says what its algorithm does; its result is the answer, or its length. */
    public static final class OneUnit extends DataManager<String, Object, Object> {
        private static final long serialVersionUID = 1;

        private final String deed;
        private boolean given;
        private String found = "";

        public OneUnit(String deed) {
            this.deed = deed;
        }

        @Override
        public @Nullable String next() {
            if (given) {
                return null;
            }
            given = true;
            return deed;
        }

        @Override
        public void merge(String unit, Object result) {
            found = result instanceof byte[] bytes ? bytes.length + " bytes" : result.toString();
        }

        @Override
        public boolean isFinished() {
            return !found.isEmpty();
        }

        @Override
        public Object answer() {
            return found;
        }
    }

    /** Has no end when it is written. */
    static final class Endless implements Serializable {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            byte[] block = new byte[1 << 20];
            while (block.length > 0) {
                out.write(block);
            }
        }
    }

    /** Misbehaves as its unit says. */
    public static final class BadUnit implements Algorithm<String, Object> {
        @Override
        public Object compute(String deed) {
            String[] words = deed.split(" ", -1);
            return switch (words[0]) {
                case "exit" -> exit();
                case "hog" -> hog();
                case "loop" -> loop(deed);
                case "crash" -> crash();
                case "fork" -> fork(words[1]);
                case "look" -> look(words[1]);
                case "array" -> new byte[Integer.parseInt(words[1])];
                case "endless" -> new Endless();
                case "code" -> (Supplier<String> & Serializable) () -> "code";
                default -> new Thread();
            };
        }

        private static Object exit() {
            System.exit(3);
            return "";
        }

        private static Object crash() {
            Runtime.getRuntime().halt(77);
            return "";
        }

        private static Object hog() {
            List<byte[]> all = new ArrayList<>();
            while (all.size() < Integer.MAX_VALUE) {
                all.add(new byte[10 << 20]);
            }
            return all;
        }

        private static Object loop(String deed) {
            while (!deed.isEmpty()) {
                Thread.onSpinWait();
            }
            return "";
        }

        /** As many as it gets, all of which would stay. */
        private static String fork(String seconds) {
            throw new IllegalStateException("it got no more processes: exit code " + Misbehaving.start(5_000, seconds));
        }

        /** What it can do with a file of somebody else and where that is. */
        private static String look(String secret) {
            List<String> done = new ArrayList<>();
            try {
                done.add("read " + Files.readString(Path.of(secret)));
            } catch (IOException refused) {
                done.add("read nothing");
            }
            for (String place :
                    List.of(secret + ".more", "/etc/more", "/usr/more", "/more", "/var/tmp/more", "../more")) {
                try {
                    done.add("wrote " + Files.writeString(Path.of(place), "more"));
                } catch (IOException refused) {
                    done.add("no");
                }
            }
            try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
                long others = processes
                        .filter(process -> process.getFileName().toString().matches("[0-9]+"))
                        .filter(process -> !process.toFile().canRead())
                        .count();
                done.add(others + " processes of others");
            } catch (IOException refused) {
                done.add("no processes");
            }
            return String.join(", ", done);
        }
    }

    public static final class Same implements Algorithm<Integer, Integer> {
        @Override
        public Integer compute(Integer unit) {
            return unit;
        }
    }
}
