package org.gleaner.server.problem;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.id.NodeId;

/**
 * The process that holds what splits a problem. Nothing that it says is trusted: every number has a bound, and every
 * question a time by which it is answered. It ends when its standard input does, and is killed with its sandbox.
 * Confined to one thread, which has to live as long as it does: the sandbox dies with the thread that made it.
 */
final class HostProcess implements AutoCloseable {
    /** Takes one unit after the other. */
    @FunctionalInterface
    interface Units {
        void take(byte[] unit) throws IOException;
    }

    /** Bytes of which it is known how many there are. */
    record Content(InputStream bytes, long size) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            bytes.close();
        }
    }

    private static final int VERSION = 2;
    private static final int OPEN = 'O';
    private static final int MERGE = 'M';
    private static final int MORE = 'N';
    private static final int SAVE = 'S';
    private static final int ANSWER = 'A';
    private static final int FAILED = 'F';

    /** Somewhat more than what travels, for the frame around it. */
    private static final int LARGEST_UNIT = (64 << 20) + (1 << 10);

    /**
     * Bytes of results that it is given before it has answered: a pipe takes that without waiting for whoever reads, so
     * no time of its own code is counted as ours. A larger one travels alone.
     */
    private static final long MOST_UNANSWERED = 32 << 10;

    private static final int LARGEST_STATE = 1 << 30;
    private static final int LONGEST_TEXT = 16_000;
    private static final int OUT_OF_MEMORY = 3;
    private static final int ENDING_MILLIS = 2_000;
    /** Shells and sandboxes add this to the signal that ended a process. */
    private static final int SIGNALLED = 128;

    private final Process process;
    private final DataOutputStream out;
    private final DataInputStream in;
    private final LastWords said;
    private final Duration patience;
    private boolean late;
    /** Results that it was given and has not said that it merged. */
    private int unanswered;

    private long unansweredBytes;

    private HostProcess(Process process, Duration patience) {
        this.process = process;
        this.patience = patience;
        this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        this.in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        this.said = LastWords.of(process.getErrorStream());
    }

    /** @param patience for each answer */
    static HostProcess start(List<String> words, Path directory, Duration patience) throws IOException, HostFailed {
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("LC_ALL", "C.UTF-8");
        HostProcess host = new HostProcess(builder.start(), patience);
        boolean well = false;
        try {
            host.within(() -> {
                int version = host.in.readInt();
                if (version != VERSION) {
                    throw new HostFailed(
                            "Its host speaks a different protocol version from this server's (" + version + ", not"
                                    + " " + VERSION
                                    + "). Submit it with a client of the server's version.",
                            true);
                }
            });
            well = true;
            return host;
        } finally {
            if (!well) {
                host.close();
            }
        }
    }

    /** Something that waits for the host. */
    private interface Talk {
        void run() throws IOException, HostFailed;
    }

    private void within(Talk talk) throws IOException, HostFailed {
        CompletableFuture<Boolean> clock =
                new CompletableFuture<Boolean>().completeOnTimeout(true, patience.toNanos(), TimeUnit.NANOSECONDS);
        CompletableFuture<Void> unused = clock.thenAccept(isLate -> {
            if (isLate) {
                kill();
            }
        });
        try {
            talk.run();
        } catch (EOFException gone) {
            late = clock.getNow(false);
            throw ended();
        } catch (PipeBroken broken) {
            late = clock.getNow(false);
            throw ended();
        } finally {
            clock.complete(false);
        }
    }

    /** Writing to it failed: it is gone, which is no trouble of ours. */
    private static final class PipeBroken extends IOException {
        private static final long serialVersionUID = 1;

        PipeBroken(IOException cause) {
            super(cause);
        }
    }

    private HostFailed ended() {
        if (late) {
            String bound = patience.toSeconds() < 60 ? patience.toSeconds() + " s" : patience.toMinutes() + " min";
            return new HostFailed("It did not answer within " + bound + ".", true);
        }
        int exit;
        try {
            exit = process.waitFor(10, TimeUnit.SECONDS) ? process.exitValue() : SIGNALLED;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            exit = SIGNALLED;
        }
        String words = said.text();
        if (exit == OUT_OF_MEMORY) {
            return new HostFailed("It needs more memory than a host may use. " + words, true);
        }
        return exit >= SIGNALLED
                ? new HostFailed("Its host was ended by signal " + (exit - SIGNALLED) + ". " + words, false)
                : new HostFailed("Its host ended with exit code " + exit + ". " + words, true);
    }

    private void ask(int kind, Content... contents) throws IOException {
        try {
            out.write(kind);
            for (Content content : contents) {
                out.writeInt((int) content.size());
                send(content);
            }
            out.flush();
        } catch (PipeBroken | ReadFailed told) {
            throw told;
        } catch (IOException broken) {
            throw new PipeBroken(broken);
        }
    }

    private void say(long... numbers) throws IOException {
        try {
            for (long number : numbers) {
                out.writeLong(number);
            }
            out.flush();
        } catch (IOException broken) {
            throw new PipeBroken(broken);
        }
    }

    /** What is to be sent can't be read: that is trouble of ours. */
    private static final class ReadFailed extends IOException {
        private static final long serialVersionUID = 1;

        ReadFailed(String why) {
            super(why);
        }
    }

    private void send(Content content) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long left = content.size();
        while (left > 0) {
            int read;
            try {
                read = content.bytes().read(buffer, 0, (int) Math.min(buffer.length, left));
            } catch (IOException unreadable) {
                throw new ReadFailed(unreadable.toString());
            }
            if (read < 0) {
                throw new ReadFailed("a blob is shorter than it was");
            }
            out.write(buffer, 0, read);
            left -= read;
        }
    }

    private void expect(int kind) throws IOException, HostFailed {
        int answer = in.read();
        if (answer < 0) {
            throw new EOFException();
        }
        if (answer == FAILED) {
            byte[] text = in.readNBytes(number(LONGEST_TEXT));
            throw new HostFailed(new String(text, UTF_8), true);
        }
        if (answer != kind && isEnding()) {
            throw new EOFException();
        }
        if (answer != kind) {
            throw new HostFailed("Its host sent a message that can't be understood.", true);
        }
    }

    /** A JVM that runs out of memory says so where only answers are expected, and ends. */
    private boolean isEnding() {
        try {
            return process.waitFor(ENDING_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private int number(int most) throws IOException, HostFailed {
        int number = in.readInt();
        if (number < 0 || number > most) {
            throw new HostFailed("Its host said " + number + " where at most " + most + " is possible.", true);
        }
        return number;
    }

    void open(Content state) throws IOException, HostFailed {
        within(() -> {
            ask(OPEN, state);
            expect(OPEN);
        });
    }

    /**
     * Gives it a result. It may still be at it, and at those before, when this returns: {@link #merged} waits.
     *
     * @param node from which the result comes
     * @param ran how long its attempt ran at most, as the server knows it
     */
    void merge(Content unit, Content outcome, NodeId node, Duration ran) throws IOException, HostFailed {
        long bytes = unit.size() + outcome.size();
        if (unansweredBytes + bytes > MOST_UNANSWERED) {
            merged();
        }
        unanswered++;
        unansweredBytes += bytes;
        within(() -> {
            try {
                ask(MERGE, unit, outcome);
                say(node.value(), ran.toNanos());
            } catch (PipeBroken gone) {
                // It may have said why.
                for (; unanswered > 0; unanswered--) {
                    expect(MERGE);
                }
                throw gone;
            }
        });
    }

    /** Returns when all results that it was given are merged. It has the whole patience for each of them. */
    void merged() throws IOException, HostFailed {
        for (; unanswered > 0; unanswered--) {
            within(() -> expect(MERGE));
        }
        unansweredBytes = 0;
    }

    /** Takes at most so many units; returns whether it is finished. */
    boolean more(int most, Units units) throws IOException, HostFailed {
        boolean[] finished = new boolean[1];
        within(() -> {
            try {
                out.write(MORE);
                out.writeInt(most);
                out.flush();
            } catch (IOException broken) {
                throw new PipeBroken(broken);
            }
            expect(MORE);
            finished[0] = in.readBoolean();
            int count = number(most);
            for (int i = 0; i < count; i++) {
                int length = number(LARGEST_UNIT);
                byte[] unit = in.readNBytes(length);
                if (unit.length < length) {
                    throw new EOFException();
                }
                units.take(unit);
            }
        });
        return finished[0];
    }

    void save(OutputStream to) throws IOException, HostFailed {
        receive(SAVE, to);
    }

    void answer(OutputStream to) throws IOException, HostFailed {
        receive(ANSWER, to);
    }

    private void receive(int kind, OutputStream to) throws IOException, HostFailed {
        within(() -> {
            ask(kind);
            expect(kind);
            byte[] buffer = new byte[1 << 16];
            int left = number(LARGEST_STATE);
            while (left > 0) {
                int read = in.read(buffer, 0, Math.min(buffer.length, left));
                if (read < 0) {
                    throw new EOFException();
                }
                to.write(buffer, 0, read);
                left -= read;
            }
        });
    }

    /** From any thread. */
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
        said.end();
    }
}
