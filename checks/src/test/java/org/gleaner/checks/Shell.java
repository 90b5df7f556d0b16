package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs programs for end-to-end tests, in one directory, with the environment of the tests and some more variables. */
final class Shell {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    /** What a shell runs in the background ignores the signal, as do its children; ./check runs these tests there. */
    private static final List<String> HEARS_CTRL_C = List.of("env", "--default-signal=INT");

    private final Path directory;
    private final Map<String, String> variables = new TreeMap<>();

    Shell(Path directory) {
        this.directory = directory;
    }

    /** What a program did. */
    record Result(long pid, int exit, String out, String err) {}

    /** A program on its way. Its output goes to files, so that it never waits for a reader. */
    record Started(Process process, Path out, Path err) {
        Result result() throws IOException, InterruptedException {
            return result(LIMIT);
        }

        Result result(Duration limit) throws IOException, InterruptedException {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("still running after " + limit + ": " + process.info());
            }
            return new Result(
                    process.pid(), process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
        }
    }

    Shell with(String variable, Object value) {
        variables.put(variable, value.toString());
        return this;
    }

    Started start(Object... words) throws IOException {
        Path out = Files.createTempFile("gleaner", ".out");
        Path err = Files.createTempFile("gleaner", ".err");
        out.toFile().deleteOnExit();
        err.toFile().deleteOnExit();
        ProcessBuilder builder = new ProcessBuilder(
                        Stream.concat(HEARS_CTRL_C.stream(), Stream.of(words).map(Object::toString))
                                .toList())
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(variables);
        return new Started(builder.start(), out, err);
    }

    Result run(Object... words) throws IOException, InterruptedException {
        return start(words).result();
    }
}
