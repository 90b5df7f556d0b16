package org.gleaner.client.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Keys of submissions that are not over, in {@code GLEANER_HOME/submissions/}: a run that was cut off and is repeated
 * uses the same keys again and so finds the jobs that it had made. When a run is over its keys are forgotten, so that
 * the next one makes new jobs. Confined to one run.
 */
public final class SubmissionKeys {
    /** Shorter than any server should keep keys. */
    private static final Duration LIFE = Duration.ofDays(1);

    private static final Pattern KEY = Pattern.compile("[0-9a-f]{1,64}");

    private final Path directory;
    private final List<Path> used = new ArrayList<>();

    public SubmissionKeys(Path home) {
        this.directory = home.resolve("submissions");
    }

    /** A key that nobody had before. */
    public static String fresh() {
        SecureRandom random = new SecureRandom();
        return Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
    }

    /** The key of something that is handed in: that of the last run if it was not over, else a new one. */
    public String of(String what) throws IOException {
        PrivateFile.createDirectory(directory);
        forgetOld();
        Path file = directory.resolve(what + ".key");
        used.add(file);
        try {
            String key = fresh();
            Files.writeString(PrivateFile.create(file), key, StandardCharsets.UTF_8);
            return key;
        } catch (FileAlreadyExistsException cutOff) {
            String key = Files.readString(file, StandardCharsets.UTF_8);
            if (KEY.matcher(key).matches()) {
                return key;
            }
            // Cut off while it was written: nothing was handed in under it.
            Files.delete(file);
            return of(what);
        }
    }

    /** Nothing was taken under the last key. */
    public void drop() throws IOException {
        Files.deleteIfExists(used.remove(used.size() - 1));
    }

    /** The run is over. */
    public void forget() throws IOException {
        for (Path file : used) {
            Files.deleteIfExists(file);
        }
        used.clear();
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
