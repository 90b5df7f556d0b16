package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.KeptResults;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.store.Template;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.server.store.SqlStore;
import org.jspecify.annotations.Nullable;

/**
 * A server, agents and people at their command lines, each a process of its own started by the launcher, all in one
 * directory. People act through the command line; only watching goes through HTTP, since it is done often. At the end
 * {@link #killAll} leaves nothing behind.
 */
final class RealGrid {
    static final Path LAUNCHER =
            Path.of(System.getProperty("gleaner.root", "..")).resolve("gleaner").toAbsolutePath();
    private static final Template FRESH =
            new Template(directory -> SqlStore.open(directory).close());
    private static final List<String> OPEN = List.of("--sandbox", "off");
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final Path directory;
    private final Path data;
    private final List<AgentChild> agents = new ArrayList<>();
    /** Also scripts of machines start things. */
    private final List<Shell.Started> started = new CopyOnWriteArrayList<>();

    private @Nullable ServerChild server;
    private List<String> database = List.of();

    /** Everything goes below the directory; people work in it. */
    RealGrid(Path directory) {
        this(directory, directory.resolve("server"));
    }

    /** As above, with the server's files elsewhere. */
    RealGrid(Path directory, Path data) {
        this.directory = directory;
        this.data = data;
    }

    /** With the database elsewhere than in a file. */
    RealGrid on(String address) {
        database = List.of("--db", address);
        return this;
    }

    /** How the launcher starts any program of the jar in a directory. */
    static Launch launcher(Path directory) {
        // The poorest of all languages: what is UTF-8 must stay UTF-8 even so.
        Map<String, String> environment =
                Map.of("LC_ALL", "C", "GLEANER_HOME", directory.resolve("home").toString());
        return new Launch(List.of(LAUNCHER.toString()), directory, environment, true);
    }

    /**
     * Starts the server, whose database has its tables by then, and waits until it listens; a second start takes the
     * port of the first.
     */
    RealGrid startServer() throws IOException, InterruptedException {
        return startServerBehind(List.of());
    }

    /** The same by way of another program, which becomes the server. */
    RealGrid startServerBehind(List<String> program) throws IOException, InterruptedException {
        if (server == null) {
            if (database.isEmpty()) {
                FRESH.into(data);
            }
            server = new ServerChild(launcher(directory).behind(program), data, database.toArray(String[]::new));
        }
        server.start();
        return this;
    }

    /** Starts the server with a line as somebody types it into a shell, on a port of its own. */
    RealGrid startServer(String line) throws IOException, InterruptedException {
        Map<String, String> path = Map.of("PATH", LAUNCHER.getParent() + ":" + System.getenv("PATH"));
        Launch shell = new Launch(
                List.of("sh", "-c"), directory, launcher(directory).with(path).environment(), true);
        server = new ServerChild(shell, data, List.of("exec " + line + " --port 0")).start();
        return this;
    }

    Child server() {
        return running().child();
    }

    private ServerChild running() {
        if (server == null) {
            throw new IllegalStateException("the server was never started");
        }
        return server;
    }

    /** SIGTERM; a minute or two later it has ended. */
    static void stop(Child child) throws InterruptedException {
        assertThat(child.end(PATIENCE)).as("%s does not end", child.name()).isTrue();
    }

    /** Changes settings in short; names and values take turns. Agents learn them when they join. */
    RealGrid set(String... settings) throws CallFailed, IOException {
        for (int i = 0; i < settings.length; i += 2) {
            assertThat(calls().set(settings[i], settings[i + 1]).get()).isTrue();
        }
        return this;
    }

    /** Without a sandbox, as most tests speak with their tasks through files outside. */
    AgentChild startAgent(String name, int slots) throws IOException {
        return agent(name, slots).start();
    }

    AgentChild startAgent(String name, int slots, List<String> flags) throws IOException {
        return startAgentBehind(name, slots, flags, List.of());
    }

    /** One that is not started yet. */
    AgentChild agent(String name, int slots) {
        return agent(name, slots, OPEN, List.of());
    }

    /** An agent started by another program, such as one that hides directories from it. */
    AgentChild startAgentBehind(String name, int slots, List<String> flags, List<String> program) throws IOException {
        return agent(name, slots, flags, program).start();
    }

    private AgentChild agent(String name, int slots, List<String> flags, List<String> program) {
        List<String> all = new ArrayList<>(List.of("--slots", Integer.toString(slots)));
        all.addAll(flags);
        Launch launch = launcher(directory).behind(program);
        AgentChild agent = new AgentChild(launch, running(), directory.resolve(name), all);
        agents.add(agent);
        return agent;
    }

    /** Any program of the jar, as the administrator. */
    Shell.Started launch(Object... words) throws IOException {
        return launchAs(Files.exists(data.resolve("admin.token")) ? adminToken() : "none", words);
    }

    String adminToken() throws IOException {
        return Files.readString(data.resolve("admin.token")).strip();
    }

    Shell.Started launchAs(String token, Object... words) throws IOException {
        return launchBehind(List.of(), token, words);
    }

    Shell.Started launchBehind(List<Object> program, String token, Object... words) throws IOException {
        List<Object> line = new ArrayList<>(program);
        line.add(LAUNCHER);
        line.addAll(Arrays.asList(words));
        Object[] all = line.toArray();
        Shell.Started process = shell(token).start(all);
        started.add(process);
        return process;
    }

    private Shell shell(String token) {
        Shell shell = new Shell(directory).with("GLEANER_URL", url()).with("GLEANER_TOKEN", token);
        launcher(directory).environment().forEach(shell::with);
        return shell;
    }

    Shell.Result gleaner(Object... words) throws IOException, InterruptedException {
        return launch(words).result();
    }

    /** A command that is expected to go well; returns what it printed. */
    String well(Object... words) throws IOException, InterruptedException {
        return wellDone(gleaner(words), words);
    }

    /** The token of somebody new. */
    String newUser(String name) throws IOException, InterruptedException {
        return well("user", "add", name).strip();
    }

    String wellAs(String token, Object... words) throws IOException, InterruptedException {
        return wellDone(launchAs(token, words).result(), words);
    }

    private static String wellDone(Shell.Result result, Object... words) {
        assertThat(result.exit())
                .as("%s said: %s", Arrays.toString(words), result.err())
                .isZero();
        return result.out();
    }

    /** {@code gleaner submit} with these words; returns the job's number. */
    JobId submit(Object... words) throws IOException, InterruptedException {
        Object[] all = new Object[words.length + 1];
        all[0] = "submit";
        System.arraycopy(words, 0, all, 1, words.length);
        return new JobId(Long.parseLong(well(all).strip()));
    }

    /** What the server counts, as the administrator sees it. */
    String metrics() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + "/metrics"))
                .header("Authorization", "Bearer " + adminToken())
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Calls as the administrator. */
    UserCalls calls() throws IOException {
        return running().calls();
    }

    UserCalls callsAs(String token) {
        return new UserCalls(new ServerConnection(Endpoint.of(url(), token), CallTimeouts.DEFAULT));
    }

    JobSummary job(JobId job) throws IOException, CallFailed {
        return calls().jobs(job.toString(), 1).get().jobs().get(0);
    }

    TaskCounts counts(JobId job) throws IOException, CallFailed {
        return job(job).tasks();
    }

    List<TaskRow> tasks(JobId job) throws IOException, CallFailed {
        return calls().tasks(job, 1, 1000, null).get().tasks();
    }

    void untilDone(JobId job) throws IOException, CallFailed {
        int total = counts(job).total();
        until("all tasks are done", () -> counts(job).done() == total);
    }

    /** Waits for a condition; what it throws ends the wait. */
    static void until(String what, Callable<Boolean> condition) {
        until(what, PATIENCE, condition);
    }

    static void until(String what, Duration patience, Callable<Boolean> condition) {
        await(what).atMost(patience).pollInterval(Duration.ofMillis(50)).until(condition);
    }

    Path directory() {
        return directory;
    }

    Path data() {
        return data;
    }

    String url() {
        return server == null ? "" : server.address();
    }

    /** A file in the directory that people work in. */
    Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content, StandardCharsets.UTF_8);
    }

    /** Processes of tasks of any agent here, dead agents' included. */
    List<Long> taskProcesses() throws IOException {
        List<Long> pids = new ArrayList<>();
        for (AgentChild agent : agents) {
            pids.addAll(agent.place().taskProcesses());
        }
        return pids;
    }

    static void kill(Process process) throws InterruptedException {
        assertThat(process.destroyForcibly().waitFor(300, TimeUnit.SECONDS))
                .as("a process survived its killing")
                .isTrue();
    }

    /** To be called at the end of every test, however it ended. */
    void killAll() throws IOException, InterruptedException {
        for (Shell.Started process : started) {
            // A command behind another program is that program's child.
            List<ProcessHandle> children = process.process().descendants().toList();
            kill(process.process());
            children.forEach(ProcessHandle::destroyForcibly);
        }
        if (server != null) {
            server.child().close();
            server.close();
        }
        for (AgentChild agent : agents) {
            agent.child().close();
            agent.close();
        }
    }

    /** Reports of this agent that the server has not accepted yet. */
    static long keptResults(AgentChild agent) throws IOException {
        return new KeptResults(AgentDirectory.results(agent.place().directory())).count();
    }

    /** In how many sessions the processes of its tasks are: one that called setsid has one of its own. */
    static long sessionsOfTasks(AgentChild agent) throws IOException {
        List<Long> tasks = agent.place().taskProcesses();
        return new ProcessTable()
                .read().stream()
                        .filter(process -> tasks.contains(process.pid()))
                        .map(ProcessTable.Entry::session)
                        .distinct()
                        .count();
    }
}
