package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.TaskRow;
import org.jspecify.annotations.Nullable;

/**
 * A server, agents and people at their command lines, each a process of its own started by the launcher, all in one
 * directory. People act through the command line; only watching goes through HTTP, since it is done often. At the end
 * {@link #killAll} leaves nothing behind.
 */
final class RealGrid {
    private static final Path LAUNCHER =
            Path.of(System.getProperty("gleaner.root", "..")).resolve("gleaner").toAbsolutePath();
    private static final Pattern LISTENING = Pattern.compile("listening on (http://\\S+:([0-9]+))\\s");
    private static final List<String> OPEN = List.of("--sandbox", "off");
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Path directory;
    private final Path data;
    private final List<RealAgent> agents = new ArrayList<>();
    /** Also scripts of machines start things. */
    private final List<Shell.Started> started = new CopyOnWriteArrayList<>();

    private Shell.@Nullable Started server;
    private String database = "";
    private String port = "0";
    private String url = "";

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
        database = address;
        return this;
    }

    /** Starts the server and waits until it listens; a second start takes the port of the first. */
    RealGrid startServer() throws IOException {
        List<Object> words = new ArrayList<>(List.of("server", "--data", data, "--port", port));
        if (!database.isEmpty()) {
            words.addAll(List.of("--db", database));
        }
        return listening(launch(words.toArray()));
    }

    /** The same by way of another program, which becomes the server. */
    RealGrid startServerBehind(List<Object> program) throws IOException {
        return listening(launchBehind(program, "none", "server", "--data", data, "--port", port));
    }

    /** Starts the server with a line as somebody types it into a shell, on a port of its own. */
    RealGrid startServer(String line) throws IOException {
        Shell.Started process = shell("none")
                .with("PATH", LAUNCHER.getParent() + ":" + System.getenv("PATH"))
                .start("sh", "-c", "exec " + line + " --port 0");
        started.add(process);
        return listening(process);
    }

    private RealGrid listening(Shell.Started process) {
        server = process;
        until("the server listens", () -> {
            if (!process.process().isAlive()) {
                throw new IllegalStateException("the server ended: " + Files.readString(process.err()));
            }
            Matcher line = LISTENING.matcher(Files.readString(process.out()));
            if (line.find()) {
                url = line.group(1);
                port = line.group(2);
                return true;
            }
            return false;
        });
        return this;
    }

    /** SIGKILL: the server gets no chance to do anything more. */
    void killServer() throws InterruptedException {
        kill(runningServer().process());
    }

    /** SIGTERM; returns what the server said. */
    Shell.Result stopServer() throws IOException, InterruptedException {
        Shell.Started process = runningServer();
        process.process().destroy();
        return process.result();
    }

    void signalServer(String name) throws IOException, InterruptedException {
        signal(runningServer().process(), name);
    }

    static void signal(Process process, String name) throws IOException, InterruptedException {
        Shell.Result sent = new Shell(Path.of("/")).run("kill", "-" + name, process.pid());
        assertThat(sent.exit()).as(sent.err()).isZero();
    }

    boolean serverRuns() {
        return runningServer().process().isAlive();
    }

    private Shell.Started runningServer() {
        if (server == null) {
            throw new IllegalStateException("the server was never started");
        }
        return server;
    }

    /** Changes settings in short; names and values take turns. Agents learn them when they join. */
    RealGrid set(String... settings) throws CallFailed, IOException {
        for (int i = 0; i < settings.length; i += 2) {
            assertThat(calls().set(settings[i], settings[i + 1]).get()).isTrue();
        }
        return this;
    }

    /** Without a sandbox, as most tests speak with their tasks through files outside. */
    RealAgent startAgent(String name, int slots) throws IOException {
        return startAgent(name, slots, OPEN);
    }

    RealAgent startAgent(String name, int slots, List<String> flags) throws IOException {
        RealAgent agent = new RealAgent(this, directory.resolve(name), slots, flags);
        agents.add(agent);
        agent.start();
        return agent;
    }

    /** One that is not started yet. */
    RealAgent agent(String name, int slots) {
        RealAgent agent = new RealAgent(this, directory.resolve(name), slots, OPEN);
        agents.add(agent);
        return agent;
    }

    /** An agent started by another program, such as one that hides directories from it. */
    RealAgent startAgentBehind(String name, int slots, Object... program) throws IOException {
        return startAgentBehind(name, slots, List.of(), List.of(program));
    }

    RealAgent startAgentBehind(String name, int slots, List<String> flags, List<Object> program) throws IOException {
        RealAgent agent = new RealAgent(this, directory.resolve(name), slots, flags, program);
        agents.add(agent);
        agent.start();
        return agent;
    }

    /** Any program of the jar, as the administrator. */
    Shell.Started launch(Object... words) throws IOException {
        Path token = data.resolve("admin.token");
        return launchAs(Files.exists(token) ? Files.readString(token).strip() : "none", words);
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
        // The poorest of all languages: what is UTF-8 must stay UTF-8 even so.
        return new Shell(directory)
                .with("LC_ALL", "C")
                .with("GLEANER_HOME", directory.resolve("home"))
                .with("GLEANER_URL", url)
                .with("GLEANER_TOKEN", token);
    }

    Shell.Result gleaner(Object... words) throws IOException, InterruptedException {
        return launch(words).result();
    }

    /** A command that is expected to go well; returns what it printed. */
    String well(Object... words) throws IOException, InterruptedException {
        return wellDone(gleaner(words), words);
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

    /** Calls as the administrator. */
    UserCalls calls() throws IOException {
        return callsAs(Files.readString(data.resolve("admin.token")).strip());
    }

    UserCalls callsAs(String token) {
        return new UserCalls(new ServerConnection(Endpoint.of(url, token), CallTimeouts.DEFAULT));
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
        return url;
    }

    /** A file in the directory that people work in. */
    Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content, StandardCharsets.UTF_8);
    }

    /** Processes of tasks of any agent here, dead agents' included. */
    List<Long> taskProcesses() throws IOException {
        List<Long> pids = new ArrayList<>();
        for (RealAgent agent : agents) {
            pids.addAll(agent.taskProcesses());
        }
        return pids;
    }

    static void kill(Process process) throws InterruptedException {
        assertThat(process.destroyForcibly().waitFor(60, TimeUnit.SECONDS))
                .as("a process survived its killing")
                .isTrue();
    }

    /** To be called at the end of every test, however it ended. */
    void killAll() throws IOException, InterruptedException {
        for (Shell.Started process : started) {
            // An agent behind another program is that program's child.
            List<ProcessHandle> children = process.process().descendants().toList();
            kill(process.process());
            children.forEach(ProcessHandle::destroyForcibly);
        }
        for (long pid : taskProcesses()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
        for (RealAgent agent : agents) {
            agent.removeGroups();
        }
    }
}
