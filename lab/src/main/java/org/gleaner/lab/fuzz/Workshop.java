package org.gleaner.lab.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gleaner.cli.verb.RehearseVerb.Runner;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * Where commands are tried inside this process: a directory that is made anew for each, deep enough that names with
 * dots stay inside, and a server to speak with. What takes too long or throws is a fault. Confined to one thread.
 */
final class Workshop implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_TOLD = 300;

    /** What a command said and how it ended. */
    record Result(int exit, String out, String err) {}

    private final Path root;
    private final Path directory;
    private final Map<String, String> environment = new TreeMap<>();
    private final Runner runner;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(Vigil.daemon("fuzz"));

    Workshop(Path root, ServerChild server, Runner runner) throws IOException {
        this.root = root;
        this.directory = root.resolve("a/b/c/d/here");
        this.runner = runner;
        environment.put("GLEANER_URL", server.address());
        environment.put("GLEANER_TOKEN", server.endpoint("admin.token").token());
    }

    Path directory() {
        return directory;
    }

    /** Leaves one small file and nothing else. */
    void clean() throws IOException {
        if (Files.exists(root)) {
            TemporaryFolder.delete(root);
        }
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("a.txt"), "hello\n", UTF_8);
    }

    Result run(List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream outStream = new PrintStream(out, false, UTF_8);
        PrintStream errStream = new PrintStream(err, false, UTF_8);
        Surroundings here = new Surroundings(
                root.resolve("home"),
                directory,
                environment,
                new Surroundings.Streams(
                        new ByteArrayInputStream("1\n2\n".getBytes(UTF_8)), outStream, errStream, false, false),
                List.of("gleaner"));
        int exit = runner.run(words, here);
        outStream.flush();
        errStream.flush();
        return new Result(exit, out.toString(UTF_8), err.toString(UTF_8));
    }

    /** Runs it, but not longer than our patience; the text says what is wrong, null: nothing. */
    @Nullable
    String fault(Callable<@Nullable String> work) throws InterruptedException {
        Future<@Nullable String> running = worker.submit(work);
        try {
            return running.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            running.cancel(true);
            return "it takes longer than " + PATIENCE.toSeconds() + " s";
        } catch (ExecutionException thrown) {
            Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
            StackTraceElement[] stack = cause.getStackTrace();
            return "it throws " + cause + (stack.length > 0 ? " at " + stack[0] : "");
        }
    }

    /** What is wrong with how a command ended; null: nothing. */
    static @Nullable String wrong(Result result) {
        String told = result.err().length() > MOST_TOLD ? result.err().substring(0, MOST_TOLD) : result.err();
        if (result.exit() < Exit.OK || result.exit() > Exit.UNREACHABLE) {
            return "it ends with " + result.exit() + ": " + told.replace('\n', ' ');
        }
        if (result.err().contains("\tat ")) {
            return "it prints a stack: " + told;
        }
        if (result.exit() == Exit.USAGE && result.err().lines().count() < 3) {
            return "the message does not say what happened, why, and what to do: " + told;
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        worker.shutdownNow();
        clean();
    }
}
