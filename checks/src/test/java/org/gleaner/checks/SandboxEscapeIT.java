package org.gleaner.checks;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gleaner.agent.install.Installation;
import org.gleaner.agent.install.SystemCommands;
import org.gleaner.client.Gleaner;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.TaskRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Jobs that want out, on agents of every kind: root with control groups, root without, and somebody's own without. The
 * first two are started with a umask that once cost them their sandbox. A further way out is a line in
 * {@code escape.pl}, or a task of {@link #ATTACK} where it is about a limit. With {@code -Dgleaner.agent.jar=JAR} the
 * agents are of that program: an attack which does not succeed on one that is known to be open proves nothing.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SandboxEscapeIT {
    /** Nobody's number, so that what it owns is nobody else's. */
    private static final int PERSON = 54_321;

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private static final String SECRET = "a-value-that-no-process-list-shows";

    /**
     * It stays as it is until somebody looks, however busy the machine is, unless the kernel has counted. No more than
     * it takes: the tasks of other tests are the same user's, and where nothing else counts, that user has two
     * thousand.
     */
    private static final String FORKS =
            "for (1..1300) { my $p = fork; if (!defined $p) { %s exit 1 }" + " if (!$p) { sleep 60; exit } } sleep 60";

    /** The kernel counts the processes of all tasks of a machine together: only one test at a time has very many. */
    private static final Path MANY_PROCESSES =
            Path.of(System.getProperty("java.io.tmpdir"), "gleaner-many-processes.lock");

    /** The ways out. */
    private static final String ATTACK = "exec perl escape.pl \"$AGENT_DIRECTORY\" "
            + ProcessHandle.current().pid() + " 1";

    /** Of four tasks, on an agent with one slot: a lane comes when one was done and the next is on its way. */
    private static final List<Integer> IN_A_LANE = List.of(3, 4);

    /**
     * Leaves a trace wherever it is loaded and can, which is not in a sandbox: there its place does not exist. Whose
     * agent it was loaded by is compiled in, as programs of a clean environment know nothing else.
     */
    private static final String LIBRARY = """
            #include <fcntl.h>
            #include <stdio.h>
            #include <unistd.h>
            __attribute__((constructor)) static void loaded(void) {
              int trace = open(TRACE, O_CREAT | O_WRONLY, 0644);
              dprintf(1, "a library for user %d: %s\\n", geteuid(), trace < 0 && geteuid() ? "held" : "ESCAPED");
              close(trace);
            }
            """;

    /** Another program whose agents are attacked; empty: this one's. */
    private static final String OTHER = System.getProperty("gleaner.agent.jar", "");

    private static final String AS_PERSON = "setpriv --reuid " + PERSON + " --regid " + PERSON + " --clear-groups ";

    /** How an agent is started by hand; its program is a copy, as the sources may be root's alone. */
    private static final String BY_HAND = "\"$JAVA\" -XX:TieredStopAtLevel=1 -jar \"$JAR\" \"$@\"";

    /** By what an installation lays down for machines without systemd, which says "agent" by itself. */
    private static final String AS_INSTALLED = OTHER.isEmpty() ? "shift; exec \"$START\" \"$@\"" : "exec " + BY_HAND;

    /** How an agent is started. */
    enum Kind {
        ROOT_WITH_GROUPS("umask 077; " + AS_INSTALLED, ""),
        ROOT_WITHOUT_GROUPS("mount -t tmpfs -o ro none /sys/fs/cgroup; umask 027; exec " + BY_HAND, ""),
        PERSON_WITHOUT_GROUPS("exec " + AS_PERSON + BY_HAND, AS_PERSON);

        private final String line;
        private final String user;

        /** @param user what makes any command one of the agent's user; empty: root */
        Kind(String line, String user) {
            // Without the launcher's name.
            this.line = "shift; " + line;
            this.user = user;
        }

        String tag() {
            return "kind=" + agent();
        }

        String library() {
            return agent() + ".so";
        }

        String agent() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private Path temp = Path.of("unset");
    private RealGrid grid = new RealGrid(Path.of("unset"));
    private final Map<Kind, JobId> attacks = new TreeMap<>();
    private final Map<Kind, JobId> lanes = new TreeMap<>();
    private final Map<Kind, JobId> hogs = new TreeMap<>();

    @BeforeAll
    void attack_on_agents_of_every_kind(@TempDir Path directory) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/bwrap")), "skipped: bubblewrap is not installed");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "skipped: perl is not installed");
        assumeTrue(isRoot(), "skipped: only root can start agents of several users");
        temp = directory;
        open(temp, "rwx--x--x");
        grid = new RealGrid(temp).startServer().set("chunk-time", "1h");
        open(grid.data(), "rwx--x--x");
        open(grid.data().resolve("join.token"), "rw-r--r--");
        try (InputStream script = Objects.requireNonNull(SandboxEscapeIT.class.getResourceAsStream("escape.pl"))) {
            Files.write(temp.resolve("escape.pl"), script.readAllBytes());
        }
        Files.createDirectory(temp.resolve("lib"));
        grid.file("lib/word", "an archive: held\n");
        boolean library = Files.isExecutable(Path.of("/usr/bin/gcc"));
        if (library) {
            compileLibraries();
        }
        // So a set-up finds the library in its directory as well.
        run("tar czf lib.tgz lib" + (library ? " *.so" : ""));
        Path program = Path.of(OTHER.isEmpty() ? System.getProperty("gleaner.jar") : OTHER);
        open(Files.copy(program, jar()), "rw-r--r--");
        for (Kind kind : Kind.values()) {
            start(kind);
        }
        RealGrid.until("all are there", () -> nodes().size() == Kind.values().length);
        for (Kind kind : Kind.values()) {
            // What is unpacked has to be open to the task's user, whatever the agent's umask is.
            attacks.put(
                    kind,
                    grid.submit(attack(
                            kind,
                            library,
                            "--in-archive",
                            "lib.tgz",
                            "--setup",
                            "cat lib/word",
                            "--shell",
                            "cat lib/word && " + ATTACK)));
            lanes.put(
                    kind,
                    grid.submit(attack(
                            kind, library, "--array", "1-4", "--shell", "[ $GLEANER_INDEX -lt 3 ] || " + ATTACK)));
            hogs.put(
                    kind,
                    grid.submit(
                            "--tag",
                            kind.tag(),
                            "--max-failures",
                            "1",
                            "--memory",
                            "50M",
                            "--shell",
                            "head -c 600000000 /dev/zero >/dev/shm/x"));
        }
    }

    @AfterAll
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @ParameterizedTest
    @EnumSource
    void no_way_leads_out(Kind kind) throws Exception {
        assumeConfined(kind);
        JobId job = Objects.requireNonNull(attacks.get(kind));
        RealGrid.until("it is over", () -> cause(job, 1) != null);

        String said = grid.well("logs", job + ".1");

        assertThat(said).contains("by itself: held\n");
        assertHeld(kind, said);
    }

    @ParameterizedTest
    @EnumSource
    void no_way_leads_out_of_what_the_tasks_of_a_lane_share(Kind kind) throws Exception {
        assumeConfined(kind);
        JobId job = Objects.requireNonNull(lanes.get(kind));
        for (int task : IN_A_LANE) {
            RealGrid.until("it is over", () -> cause(job, task) != null);

            String said = grid.well("logs", job + "." + task);

            assertThat(said).contains("in a runner: held\n");
            assertHeld(kind, said);
        }
    }

    /** Warm, a JVM serves one call after the other: the second comes when it has served the first. */
    @ParameterizedTest
    @EnumSource
    void no_way_leads_out_of_what_the_calls_of_a_java_program_share(Kind kind) throws Exception {
        assumeConfined(kind);
        String script = Files.readString(temp.resolve("escape.pl"));
        EscapingCall call = new EscapingCall(
                script,
                temp.resolve(kind.agent()).toString(),
                ProcessHandle.current().pid());
        ExecutorOptions options = ExecutorOptions.usual().tag(kind.tag());
        try (Gleaner gleaner = Gleaner.connect(grid.url(), grid.adminToken());
                GridExecutor pool = gleaner.executor("escape", options)) {
            for (int i = 0; i < 2; i++) {
                assertHeld(kind, pool.submit(call).get(5, TimeUnit.MINUTES));
            }
        }
    }

    private void assertHeld(Kind kind, String said) {
        assertThat(said.lines())
                .as(said)
                .hasSizeGreaterThan(40)
                .allMatch(line -> line.endsWith(": held") || line.equals("end"));
        assertThat(said).endsWith("end\n");
        assertThat(trace(kind)).as("what a preloaded library leaves outside").doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    void nobody_has_more_processes_than_a_task_may_have(Kind kind) throws Exception {
        assumeConfined(kind);
        try (FileChannel file = FileChannel.open(MANY_PROCESSES, CREATE, WRITE);
                FileLock alone = file.lock()) {
            assertThat(alone.isValid()).isTrue();
            String forks = FORKS.formatted(kind == Kind.ROOT_WITH_GROUPS ? "" : "sleep 60;");
            JobId job =
                    grid.submit("--tag", kind.tag(), "--max-failures", "1", "--shell", "exec perl -e '" + forks + "'");
            RealGrid.until("it is over", () -> cause(job, 1) != null);

            assertThat(cause(job, 1)).isEqualTo(Outcome.EXITED);
            assertThat(last(job, 1).detail()).contains("processes and threads").contains("1000");
        }
    }

    @ParameterizedTest
    @EnumSource
    void memory_that_no_process_shows_is_limited_too(Kind kind) throws Exception {
        assumeConfined(kind);
        JobId job = Objects.requireNonNull(hogs.get(kind));
        RealGrid.until("it is over", () -> grid.tasks(job).get(0).state() == TaskState.BLOCKED);

        assertThat(cause(job, 1)).isIn(Outcome.EXITED, Outcome.OUT_OF_MEMORY);
    }

    @Test
    void what_a_job_sets_shows_in_no_process_list() throws Exception {
        JobId job = grid.submit("--tag", Kind.ROOT_WITH_GROUPS.tag(), "--env", "SECRET=" + SECRET, "sleep", "9753");
        RealGrid.until("it runs", () -> commandLines().anyMatch(line -> line.endsWith("9753")));

        assertThat(commandLines()).noneMatch(line -> line.contains(SECRET));
        grid.well("cancel", job);
    }

    @Test
    void a_command_that_exists_only_outside_does_not_exist() throws Exception {
        Path identity = temp.resolve(Kind.ROOT_WITH_GROUPS.agent()).resolve("identity");

        JobId job = grid.submit("--no-check", "--tag", Kind.ROOT_WITH_GROUPS.tag(), identity);
        RealGrid.until("it was tried", () -> cause(job, 1) != null);

        assertThat(last(job, 1).detail()).isEqualTo("command not found: " + identity);
        grid.well("cancel", job);
    }

    @Test
    void a_task_with_the_network_reaches_no_desktop_of_the_person() throws Exception {
        assumeConfined(Kind.PERSON_WITHOUT_GROUPS);
        String tries =
                "perl -e 'exit(socket(my $s, 1, 1, 0) ? 1 : 0)' && perl -e 'exit(socket(my $s, 2, 1, 0) ? 0 : 1)'";

        JobId job = grid.submit("--tag", Kind.PERSON_WITHOUT_GROUPS.tag(), "--network", "--shell", tries);

        grid.untilDone(job);
    }

    @Test
    void a_task_with_the_network_pauses_no_agent_of_another_user() throws Exception {
        assumeConfined(Kind.PERSON_WITHOUT_GROUPS);
        Path other = temp.resolve(Kind.ROOT_WITH_GROUPS.agent());
        RealGrid.until("it has a page", () -> Files.exists(other.resolve("page")));
        String host =
                URI.create(Files.readString(other.resolve("page")).strip()).getAuthority();
        String call = "exec 3<>/dev/tcp/" + host.replace(':', '/') + "; printf 'GET / HTTP/1.1\\r\\nHost: " + host
                + "\\r\\n\\r\\n' >&3; head -n 1 <&3";

        JobId job = grid.submit("--tag", Kind.PERSON_WITHOUT_GROUPS.tag(), "--network", "bash", "-c", call);
        grid.untilDone(job);

        assertThat(grid.well("logs", job)).isEqualTo("HTTP/1.1 403 Refused\r\n");
        assertThat(other.resolve("pause")).doesNotExist();
    }

    @Test
    void an_agent_that_is_root_does_not_start_without_a_sandbox() throws Exception {
        List<Object> hiding =
                List.of("unshare", "--mount", "sh", "-c", "mount --bind /dev/null /usr/bin/bwrap; exec \"$@\"", "sh");

        Shell.Result refused = grid.launchBehind(
                        hiding,
                        "none",
                        "agent",
                        grid.url(),
                        "--token-file",
                        grid.data().resolve("join.token"),
                        "--dir",
                        temp.resolve("refused"))
                .result();

        assertThat(refused.exit()).isEqualTo(3);
        assertThat(refused.err()).contains("without a sandbox", "bubblewrap is not installed", "--sandbox off");
    }

    @Test
    void an_agent_of_a_person_starts_where_no_sandbox_can_exist_and_says_so() throws Exception {
        Path directory = Files.createDirectory(temp.resolve("open"));
        Files.setAttribute(directory, "unix:uid", PERSON);
        String line = "shift; mount --bind /dev/null /usr/bin/bwrap; exec " + AS_PERSON + BY_HAND;
        List<String> behind =
                List.of("env", "JAR=" + jar(), "JAVA=" + JAVA, "unshare", "--mount", "sh", "-c", line, "sh");

        AgentChild agent = grid.startAgentBehind("open", 1, List.of("--name", "open"), behind);
        RealGrid.until("it is there", () -> nodes().size() > Kind.values().length);

        assertThat(agent.child().said())
                .contains("tasks run without a sandbox, as the agent's user: bubblewrap is not installed");
        assertThat(grid.well("node", "list").lines())
                .anyMatch(node -> node.contains(" open ") && node.contains("no sandbox"));
        RealGrid.stop(agent.child());
    }

    private void start(Kind kind) throws Exception {
        Path directory = Files.createDirectory(temp.resolve(kind.agent()));
        String start = "";
        if (kind == Kind.PERSON_WITHOUT_GROUPS) {
            Files.setAttribute(directory, "unix:uid", PERSON);
            Files.setAttribute(directory, "unix:gid", PERSON);
        } else if (kind == Kind.ROOT_WITH_GROUPS && OTHER.isEmpty()) {
            start = installed(directory);
        }
        List<String> behind = new ArrayList<>(List.of("env", "JAR=" + jar(), "JAVA=" + JAVA, "START=" + start));
        if (kind != Kind.PERSON_WITHOUT_GROUPS) {
            behind.addAll(List.of("unshare", "--mount"));
        }
        behind.addAll(List.of("sh", "-c", kind.line, "sh"));
        grid.startAgentBehind(kind.agent(), 1, List.of("--tag", kind.tag()), behind);
    }

    /** What an installation says to type where there is no systemd. */
    private String installed(Path directory) throws Exception {
        SystemCommands none = new SystemCommands() {
            @Override
            public int run(List<String> command) {
                return 1;
            }

            @Override
            public boolean hasSystemd() {
                return false;
            }
        };
        String token = Files.readString(grid.data().resolve("join.token")).strip();
        List<String> left = new Installation(directory, temp.resolve("units"), null, none)
                .install(jar(), JAVA, token, List.of(grid.url()));
        String line = left.get(left.size() - 1);
        assertThat(line).startsWith("Start it with: /");
        return line.split(" ", -1)[3];
    }

    private Path jar() {
        return temp.resolve("gleaner.jar");
    }

    private Object[] attack(Kind kind, boolean library, String... more) {
        List<Object> words = new ArrayList<>(List.of("--tag", kind.tag(), "--max-failures", "1"));
        words.addAll(List.of("--in", "escape.pl", "--env", "AGENT_DIRECTORY=" + temp.resolve(kind.agent())));
        if (library) {
            words.addAll(List.of("--in", kind.library(), "--env", "LD_PRELOAD=./" + kind.library()));
        }
        words.addAll(List.of(more));
        return words.toArray();
    }

    /** One for each kind of agent, each tried out: outside, its user would leave a trace by it. */
    private void compileLibraries() throws IOException, InterruptedException {
        open(Files.createDirectory(temp.resolve("traces")), "rwxrwxrwx");
        grid.file("evil.c", LIBRARY);
        for (Kind kind : Kind.values()) {
            Path library = temp.resolve(kind.library());
            run("gcc -shared -fPIC -DTRACE='\"" + trace(kind) + "\"' -o " + library + " evil.c");
            open(library, "rwxr-xr-x");
            run(kind.user + "env LD_PRELOAD=" + library + " true");
            Files.delete(trace(kind));
        }
    }

    private Path trace(Kind kind) {
        return temp.resolve("traces").resolve(kind.agent());
    }

    private void run(String line) throws IOException, InterruptedException {
        Shell.Result result = new Shell(temp).run("sh", "-c", line);
        assertThat(result.exit()).as(line + ": " + result.err()).isZero();
    }

    private void assumeConfined(Kind kind) throws IOException, CallFailed {
        boolean confined = nodes().stream()
                .filter(node -> node.facts().abilities().tags().contains(kind.tag()))
                .allMatch(node -> node.facts().isConfined());
        // Root's agents would not have started without; those of an older program count as not confined.
        assumeTrue(confined || !OTHER.isEmpty(), "skipped: this machine lets nobody but root make a sandbox");
    }

    private @Nullable Outcome cause(JobId job, int task) throws IOException, CallFailed {
        TaskRow.LastAttempt last = grid.tasks(job).get(task - 1).last();
        return last == null ? null : last.cause();
    }

    private TaskRow.LastAttempt last(JobId job, int task) throws IOException, CallFailed {
        return Objects.requireNonNull(grid.tasks(job).get(task - 1).last());
    }

    private List<NodeSummary> nodes() throws IOException, CallFailed {
        return grid.calls().nodes().get().nodes();
    }

    private static Stream<String> commandLines() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""));
    }

    private static void open(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private static boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }
}
