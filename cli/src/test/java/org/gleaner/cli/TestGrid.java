package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.agent.AgentFailed;
import org.gleaner.agent.AgentOptions;
import org.gleaner.agent.AgentProgram;
import org.gleaner.agent.person.HouseRules;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.cli.service.SandboxedHost;
import org.gleaner.cli.service.SimulatorProgram;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.store.Template;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.server.ServerAssembly;
import org.gleaner.server.http.HttpLimits;
import org.gleaner.server.loop.LoopClock;
import org.gleaner.server.loop.ServerLoop;
import org.gleaner.server.store.SqlStore;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.VersionVerb;

/** A server and an agent in this process, and commands that are typed at them. */
public final class TestGrid {
    /** What a command said and how it ended. */
    public record Result(int exit, String out, String err) {}

    private static final Template FRESH =
            new Template(directory -> SqlStore.open(directory).close());

    private final Path home;
    private final Path directory;
    private final SqlStore store;
    private final ServerAssembly server;
    private final AgentProgram agent;
    private final Thread running;

    public TestGrid(Path root) throws Exception {
        this(root, System.getenv());
    }

    /** @param around the environment of its agent */
    public TestGrid(Path root, Map<String, String> around) throws Exception {
        this(root, around, InstantSource.system());
    }

    /** @param clock of its server */
    public TestGrid(Path root, Map<String, String> around, InstantSource clock) throws Exception {
        // Some tests speak with their tasks through files outside.
        this(root, around, clock, Fence.NONE);
    }

    /** @param fence around tasks */
    TestGrid(Path root, Map<String, String> around, InstantSource clock, Fence fence) throws Exception {
        this(root, around, clock, fence, SandboxedHost.PATIENCE);
    }

    /** @param patience with hosts of problems */
    TestGrid(Path root, Duration patience) throws Exception {
        this(root, System.getenv(), InstantSource.system(), Fence.NONE, patience);
    }

    private TestGrid(Path root, Map<String, String> around, InstantSource clock, Fence fence, Duration patience)
            throws Exception {
        home = root.resolve("home");
        directory = Files.createDirectories(root.resolve("here"));
        Path data = FRESH.into(home.resolve("server"));
        store = SqlStore.open(data);
        server = new ServerAssembly(
                ServerAssembly.Storage.of(data, store),
                ServerAssembly.Setup.local(
                                HttpLimits.DEFAULT, ServerLoop.Bounds.DEFAULT, new SimulatorProgram(data, null))
                        .with(new SandboxedHost(data, patience)),
                new LoopClock(clock));
        server.start();
        String join = Files.readString(data.resolve("join.token"), UTF_8).strip();
        AgentOptions.Conditions conditions = new AgentOptions.Conditions(
                AgentOptions.Share.of(2, new MemorySize(1L << 30), null, null),
                fence,
                AgentOptions.Declared.NOTHING,
                new HouseRules(null, 1, null, Duration.ofSeconds(60), 0, HouseRules.USUAL_PORT));
        Map<String, String> environment = new TreeMap<>(around);
        environment.put("GLEANER_AGENT_PRIORITY", "normal");
        AgentOptions options = new AgentOptions(
                URI.create(server.url()),
                () -> join,
                home.resolve("agent"),
                VersionVerb.version(),
                environment,
                conditions);
        agent = new AgentProgram(options, null);
        running = new Thread(this::work, "test-agent");
        running.start();
    }

    private void work() {
        try {
            agent.run();
        } catch (AgentFailed failed) {
            throw new IllegalStateException(failed.trouble().toString(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public Path home() {
        return home;
    }

    /** The current directory of the commands. */
    public Path file(String name) {
        return directory.resolve(name);
    }

    public void write(String name, String content) throws IOException {
        Files.createDirectories(file(name).getParent());
        Files.writeString(file(name), content);
    }

    /** The server as a program speaks to it. */
    public UserCalls calls() throws IOException {
        String token =
                Files.readString(home.resolve("server/admin.token"), UTF_8).strip();
        return new UserCalls(new ServerConnection(Endpoint.of(server.url(), token), CallTimeouts.DEFAULT));
    }

    public Result gleaner(String... words) {
        return with(Map.of(), words);
    }

    public Result with(Map<String, String> environment, String... words) {
        return typed(home, directory, new TreeMap<>(environment), InputStream.nullInputStream(), words);
    }

    public Result withInput(String input, String... words) {
        return typed(home, directory, new TreeMap<>(), new ByteArrayInputStream(input.getBytes(UTF_8)), words);
    }

    static Result typed(
            Path home, Path directory, TreeMap<String, String> environment, InputStream in, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream outStream = new PrintStream(out, true, UTF_8);
        PrintStream errStream = new PrintStream(err, true, UTF_8);
        Surroundings here = new Surroundings(
                home,
                directory,
                environment,
                new Surroundings.Streams(in, outStream, errStream, false, false),
                List.of("gleaner"));
        int exit = Verbs.RUNNER.run(List.of(words), here);
        outStream.flush();
        errStream.flush();
        return new Result(exit, out.toString(UTF_8), err.toString(UTF_8));
    }

    public void stop() throws Exception {
        agent.stop();
        running.join(20_000);
        server.stop();
        store.close();
    }
}
