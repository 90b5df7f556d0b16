package org.gleaner.lab.bench;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.gleaner.client.Gleaner;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.client.executor.Task;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.server.token.TokenFiles;

/**
 * Calls of a Java executor of ours, which an agent with a sandbox really executes. The process of the benchmark is the
 * client, and all of it counts as ours.
 */
final class OurCalls implements Contender, Closeable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final ServerChild server;
    private final TaggedAgent agent;
    private final Gleaner gleaner;
    private final GridExecutor pool;
    private final IntFunction<Task<?>> kind;

    /** @param kind makes the call of a number */
    OurCalls(ServerChild server, TaggedAgent agent, IntFunction<Task<?>> kind) throws IOException {
        Endpoint user = server.endpoint(TokenFiles.ADMIN);
        this.server = server;
        this.agent = agent;
        this.kind = kind;
        this.gleaner = Gleaner.connect(server.address(), user.token());
        this.pool = gleaner.executor(agent.tag(), ExecutorOptions.usual().with("tag", agent.tag()));
    }

    @Override
    public String name() {
        return "Gleaner, a Java executor";
    }

    @Override
    public void work(int tasks) throws IOException, InterruptedException {
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            calls.add(pool.submit(kind.apply(i)));
        }
        agent.checkHealth();
        try {
            for (Future<?> call : calls) {
                Object unused = call.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException | TimeoutException failed) {
            throw new FleetFailure("a call failed: " + failed);
        }
    }

    @Override
    public Duration cpu() {
        Duration own = Duration.ofNanos(ThisMachine.processNanos());
        return new ProcessMeter(server.pid()).cpu().plus(own).plus(agent.cpu());
    }

    @Override
    public void close() {
        gleaner.close();
    }
}
