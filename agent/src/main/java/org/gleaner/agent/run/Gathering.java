package org.gleaner.agent.run;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.gleaner.agent.machine.Executables;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.message.Content;

/**
 * What gathering one attempt's outputs may take. A file may claim to be larger than any disk without taking a block of
 * it, and reading it would take days: so there is a bound for all together, the attempt's time limit goes on meanwhile,
 * whoever cancels it is heard, and what is beyond some gigabytes is hashed by a process with the priority of a task.
 * For one thread.
 */
final class Gathering {
    /** Of a job that declares no disk. */
    static final MemorySize USUAL_MOST = new MemorySize(256L << 30);
    /** For gathering alone, when a task used up its time limit. */
    static final Duration LEAST_TIME = Duration.ofMinutes(1);

    /** So much is hashed here, which is faster. */
    private static final long LARGE = 4L << 30;

    private static final int DIGITS = 64;
    private static final int BUFFER = 1 << 16;
    private static final Optional<Path> HASHING = Executables.find("/usr/bin:/bin", "sha256sum");

    private final Launcher launcher;
    private final StopWish stop;
    private final MemorySize most;
    private final Duration longest;
    private final long end;
    private long total;

    /** @param ran how much of its time limit the attempt has had */
    Gathering(Launcher launcher, StopWish stop, JobSpec spec, Duration ran) {
        this.launcher = launcher;
        this.stop = stop;
        MemorySize disk = spec.needs().disk();
        this.most = disk == null ? USUAL_MOST : disk;
        Duration limit = spec.limits().time();
        this.longest = limit == null ? Duration.ofDays(365) : limit;
        Duration left = longest.minus(ran);
        this.end = System.nanoTime()
                + (left.compareTo(LEAST_TIME) > 0 ? min(left, Duration.ofDays(365)) : LEAST_TIME).toNanos();
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Counts a file that is about to be taken. */
    void count(String name, long size) throws Ungathered {
        check();
        total += size;
        if (total > most.bytes()) {
            throw new Ungathered(
                    Outcome.OUT_OF_DISK,
                    "its outputs are too large: " + name + " brings them to " + new MemorySize(total)
                            + ", more than its limit of " + most);
        }
    }

    /** To be called between any two steps that take no time. */
    void check() throws Ungathered {
        if (stop.isAsked()) {
            throw new Ungathered(Outcome.STOPPED, "");
        }
        if (System.nanoTime() - end >= 0) {
            throw new Ungathered(
                    Outcome.TIMED_OUT,
                    "its outputs could not be collected within its time limit of " + Spans.text(longest));
        }
    }

    /** Copies so many bytes, or fewer if it has become shorter meanwhile. */
    void copy(SeekableByteChannel from, long size, Path to) throws IOException, Ungathered {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        try (OutputStream out = Files.newOutputStream(to)) {
            if (size > Files.getFileStore(to).getUsableSpace()) {
                throw new IOException("No space left on device for a copy of " + new MemorySize(size));
            }
            for (long left = size; left > 0; left -= buffer.position()) {
                check();
                buffer.clear().limit((int) Math.min(BUFFER, left));
                if (from.read(buffer) < 0) {
                    return;
                }
                out.write(buffer.array(), 0, buffer.position());
            }
        }
    }

    /** The name of the content of a file that nobody changes any more. */
    BlobHash hash(Path file) throws IOException, Ungathered, InterruptedException {
        return HASHING.isEmpty() || total < LARGE ? hashHere(file) : hashApart(HASHING.get(), file);
    }

    private BlobHash hashHere(Path file) throws IOException, Ungathered {
        MessageDigest digest = Content.sha256();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                check();
                digest.update(buffer, 0, read);
            }
        }
        return Content.finish(digest);
    }

    /** In a process, as a thread with a task's priority would hold up the whole agent when memory is collected. */
    private BlobHash hashApart(Path program, Path file) throws IOException, Ungathered, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(program.toString())
                .redirectInput(file.toFile())
                .redirectError(new File("/dev/null"));
        builder.environment().clear();
        Process hashing = launcher.start(builder);
        CompletableFuture<Void> waking = hashing.onExit().thenRun(stop::wake);
        try {
            while (hashing.isAlive()) {
                check();
                stop.await(hashing::isAlive, end - System.nanoTime());
            }
            byte[] said = hashing.getInputStream().readNBytes(DIGITS);
            return new BlobHash(new String(said, StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException nothing) {
            throw new IOException("could not hash an output: sha256sum ended with " + hashing.exitValue());
        } finally {
            waking.cancel(false);
            hashing.destroyForcibly();
        }
    }
}
