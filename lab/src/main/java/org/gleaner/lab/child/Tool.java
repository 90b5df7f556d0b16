package org.gleaner.lab.child;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program of the system that ends by itself soon. */
public final class Tool {
    private static final int LIMIT_SECONDS = 60;

    private Tool() {}

    /** Its end; what it said is for people. */
    public record Result(int exit, String said) {
        public boolean isWell() {
            return exit == 0;
        }
    }

    public static Result run(List<String> words) throws IOException, InterruptedException {
        return run(words, Path.of("/"));
    }

    public static Result run(List<String> words, Path directory) throws IOException, InterruptedException {
        Path said = Files.createTempFile("gleaner-torture-", ".said");
        try {
            Process process = new ProcessBuilder(words)
                    .directory(directory.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Result(-1, "it did not end in " + LIMIT_SECONDS + " s");
            }
            return new Result(
                    process.exitValue(),
                    Files.readString(said, StandardCharsets.UTF_8).strip());
        } catch (IOException notThere) {
            return new Result(-1, String.valueOf(notThere.getMessage()));
        } finally {
            Files.deleteIfExists(said);
        }
    }

    /** As above, for what must go well to make a fault possible at all. */
    public static void must(String... words) throws Impossible, IOException, InterruptedException {
        Result result = run(List.of(words));
        if (!result.isWell()) {
            throw new Impossible("'" + String.join(" ", words) + "' failed: " + result.said());
        }
    }
}
