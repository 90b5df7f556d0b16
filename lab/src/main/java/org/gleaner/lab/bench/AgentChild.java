package org.gleaner.lab.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.server.token.TokenFiles;

/** A real agent in a process of its own. With options it gets only jobs that name its tag, and of one type. */
final class AgentChild implements Closeable {
    private static final Duration JOIN_PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final String tag;

    /**
     * Starts it and does not wait.
     *
     * @param server whose folder has the token
     * @param environment what its own differs in from ours
     */
    AgentChild(List<String> launcher, ServerChild server, Path folder, Options options, Map<String, String> environment)
            throws IOException {
        this(launcher, server, folder, options.tag(), options.words(), environment);
    }

    /** Starts one with no options at all, as most people do. */
    static AgentChild usual(List<String> launcher, ServerChild server, Path folder) throws IOException {
        return new AgentChild(launcher, server, folder, "", List.of(), Map.of());
    }

    private AgentChild(
            List<String> launcher,
            ServerChild server,
            Path folder,
            String tag,
            List<String> options,
            Map<String, String> environment)
            throws IOException {
        this.tag = tag;
        List<String> words = new ArrayList<>(launcher);
        words.addAll(List.of("agent", server.address(), "--dir", folder.toString()));
        words.addAll(List.of("--token-file", server.file(TokenFiles.JOIN).toString()));
        words.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("GLEANER_BUILD", "never");
        builder.environment().putAll(environment);
        process = builder.start();
        Machine.endWithUs(process);
    }

    /**
     * How it is started.
     *
     * @param tag also the type of jobs that it takes
     * @param sandbox what the option of that name takes
     */
    record Options(String tag, String sandbox, int slots) {
        private List<String> words() {
            return List.of("--types", tag, "--tag", tag, "--sandbox", sandbox, "--slots", Integer.toString(slots));
        }
    }

    /** What a job needs that only this agent shall do; its type is the tag. */
    Requirements needs() {
        return new Requirements(1, null, null, new Platform(null, null, List.of(), List.of(tag), false));
    }

    /** Waits until the server knows it as its only node, and returns what it knows. */
    Reply.NodeSummary awaitJoined(Customer customer) throws IOException, InterruptedException {
        long end = System.nanoTime() + JOIN_PATIENCE.toNanos();
        while (process.isAlive() && System.nanoTime() < end) {
            List<Reply.NodeSummary> nodes = customer.nodes();
            if (!nodes.isEmpty()) {
                return nodes.get(0);
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new FleetFailure("no agent joined it");
    }

    String tag() {
        return tag;
    }

    long pid() {
        return process.pid();
    }

    void checkHealth() throws FleetFailure {
        if (!isAlive()) {
            throw new FleetFailure("an agent ended");
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** With that of its tasks. */
    Duration cpu() {
        return ProcessTree.cpu(process.pid());
    }

    @Override
    public void close() {
        Machine.end(process);
    }
}
