package org.gleaner.client.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.gleaner.protocol.thread.ExclusiveFile;
import org.jspecify.annotations.Nullable;

/**
 * Keys of submissions that are not over, in {@code GLEANER_HOME/submissions/}: a run that was cut off and is repeated
 * uses the same keys again and so finds the jobs that it had made. A run holds the files of its keys, so that another
 * one of the same at the same time has keys of its own. When a run is over its keys are forgotten, so that the next one
 * makes new jobs. Confined to one run.
 */
public final class SubmissionKeys implements AutoCloseable {
    /** Shorter than any server should keep keys. */
    private static final Duration LIFE = Duration.ofDays(1);

    /** So many runs of the same at the same time can be repeated; further ones just have keys. */
    private static final int MOST_AT_ONCE = 100;

    private static final Pattern KEY = Pattern.compile("[0-9a-f]{1,64}");
    private static final int LONGEST = 64;

    private final Path directory;
    private final List<Used> used = new ArrayList<>();

    /** @param channel holds the file as long as it is open */
    private record Used(Path file, FileChannel channel) {
        /** Emptied first: who waits to hold it must not take it for that of a run that was cut off. */
        void forget() throws IOException {
            try (channel) {
                channel.truncate(0);
                Files.deleteIfExists(file);
            }
        }
    }

    public SubmissionKeys(Path home) {
        this.directory = home.resolve("submissions");
    }

    /** A key that nobody had before. */
    public static String fresh() {
        SecureRandom random = new SecureRandom();
        return Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
    }

    /** The key of something that is handed in: that of the last run if it was cut off, else a new one. */
    public String of(String what) throws IOException {
        PrivateFile.createDirectory(directory);
        forgetOld();
        for (int i = 1; i <= MOST_AT_ONCE; i++) {
            Path file = directory.resolve(what + (i == 1 ? "" : "." + i) + ".key");
            FileChannel channel = held(file);
            if (channel != null) {
                used.add(new Used(file, channel));
                return key(channel);
            }
        }
        return fresh();
    }

    /** Null if another run holds it. */
    private static @Nullable FileChannel held(Path file) throws IOException {
        FileChannel channel = PrivateFile.open(file);
        try {
            if (ExclusiveFile.takeNow(channel)) {
                return channel;
            }
        } catch (IOException noLocks) {
            // A file system that has none, on some networks: then two runs are not told apart.
            return channel;
        }
        channel.close();
        return null;
    }

    /** What it holds, or a new one if that is nothing or was cut off while it was written: no job has it then. */
    private static String key(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST);
        while (channel.read(bytes) > 0) {
            // On, up to the end.
        }
        String found = UTF_8.decode(bytes.flip()).toString();
        if (KEY.matcher(found).matches()) {
            return found;
        }
        String key = fresh();
        channel.truncate(0);
        ByteBuffer rest = UTF_8.encode(key);
        for (long at = 0; rest.hasRemaining(); ) {
            at += channel.write(rest, at);
        }
        return key;
    }

    /** Nothing was taken under the last key. */
    public void drop() throws IOException {
        if (!used.isEmpty()) {
            used.remove(used.size() - 1).forget();
        }
    }

    /** The run is over. */
    public void forget() throws IOException {
        for (Used one : used) {
            one.forget();
        }
        used.clear();
    }

    /** Keeps the keys that are not forgotten for whoever repeats the run. */
    @Override
    public void close() throws IOException {
        for (Used one : used) {
            one.channel().close();
        }
    }

    private void forgetOld() throws IOException {
        Instant limit = Instant.now().minus(LIFE);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.key")) {
            for (Path file : files) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(limit)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (NoSuchFileException gone) {
            // By another run.
        }
    }
}
