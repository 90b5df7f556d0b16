package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gleaner.agent.machine.Signals;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command run on the pool as if it ran here: its output as it comes, and what Ctrl-C does, sent to the process. */
class RunIT {
    /** The JVM believes the launcher about terminals, and whatever is named last. */
    private static final List<Object> AT_A_TERMINAL = List.of("env", "GLEANER_JAVA_OPTS=-Dgleaner.terminals=2");

    @TempDir
    static Path temp;

    private static RealGrid grid = new RealGrid(Path.of("unset"));
    private static String token = "";

    @BeforeAll
    static void start_a_server_and_an_agent() throws Exception {
        grid = new RealGrid(temp).startServer();
        grid.startAgent("agent", 2);
        token = Files.readString(grid.data().resolve("admin.token")).strip();
    }

    @AfterAll
    static void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void output_comes_as_it_is_printed_and_one_ctrl_c_at_a_terminal_lets_the_job_go_on() throws Exception {
        Shell.Started run = grid.launchBehind(AT_A_TERMINAL, token, waitingFor("go-on"));
        JobId job = running(run, "go-on");

        press(run);

        RealGrid.until(
                "it says that the job goes on",
                () -> Files.readString(run.err())
                        .contains("Job " + job + " keeps running, and this command keeps waiting"));
        grid.file("go-on", "");
        Shell.Result result = run.result();
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).isEqualTo("begun\nended\n");
        assertThat(result.err()).contains("Job " + job + " is done.");
    }

    @Test
    void two_at_a_terminal_cancel_it() throws Exception {
        Shell.Started run = grid.launchBehind(AT_A_TERMINAL, token, waitingFor("never-2"));
        JobId job = running(run, "never-2");

        press(run);
        RealGrid.until(
                "it says that the job goes on",
                () -> Files.readString(run.err()).contains("Job " + job + " keeps running,"));
        press(run);

        Shell.Result result = run.result();
        assertThat(result.exit()).isEqualTo(130);
        assertThat(result.err()).contains("Job " + job + " was cancelled.");
        assertThat(grid.counts(job).cancelled()).isOne();
    }

    @Test
    void a_script_that_is_interrupted_leaves_nothing_running_and_does_not_go_on() throws Exception {
        // A shell goes on after a child that handled the signal, and ends with one that died of it.
        Path next = temp.resolve("went-on");
        List<Object> script = List.of("setsid", "bash", "-c", "\"$0\" \"$@\"; echo on > " + next);
        Shell.Started run = grid.launchBehind(script, token, waitingFor("never-1"));
        JobId job = running(run, "never-1");

        assertThat(new Shell(temp)
                        .run("sh", "-c", "kill -s INT -- -" + run.process().pid())
                        .exit())
                .isZero();

        Shell.Result result = run.result();
        assertThat(result.exit()).isEqualTo(130);
        assertThat(result.err()).contains("Job " + job + " was cancelled.");
        assertThat(grid.counts(job).cancelled()).isOne();
        assertThat(next).doesNotExist();
    }

    @Test
    void the_java_program_of_the_tutorial_runs_its_calls_on_the_pool() throws Exception {
        grid.file("Pi.java", tutorial("java"));
        grid.well("java", "jar", temp);

        assertPi(new Shell(temp)
                .with("GLEANER_URL", grid.url())
                .with("GLEANER_TOKEN", token)
                .run("java", "-cp", "gleaner-client.jar", "Pi.java"));
        assertThat(grid.calls().jobs("name:pi", 1).get().jobs())
                .singleElement()
                .satisfies(job -> assertThat(job.growing()).isFalse());
    }

    @Test
    void the_maven_project_of_the_tutorial_runs_its_calls_on_the_pool() throws Exception {
        Path known = Path.of(System.getProperty("user.home"), ".m2", "repository");
        assumeTrue(
                Files.exists(known.resolve("org/apache/maven/plugins/maven-compiler-plugin/3.16.0"))
                        && Files.exists(known.resolve("org/apache/maven/plugins/maven-resources-plugin/3.5.0")),
                "the Maven plugins of the tutorial are not in the local repository");
        Path project = Files.createDirectories(temp.resolve("project"));
        Path repository = project.resolve("repository");
        Files.createDirectories(repository.resolve("org"));
        link(known, repository, "org");
        link(known.resolve("org"), repository.resolve("org"), "gleaner");
        String installed = grid.well("java", "install", repository);
        String jar = installed.lines().findFirst().orElse("");
        String pom = tutorial("xml");
        Files.writeString(project.resolve("pom.xml"), pom);
        Path sources = Files.createDirectories(project.resolve("src/main/java"));
        Files.writeString(sources.resolve("Pi.java"), tutorial("java"));

        Shell.Result compiled =
                new Shell(project).run("mvn", "-o", "-q", "-B", "-Dmaven.repo.local=" + repository, "compile");

        assertThat(pom.replaceAll("\\s", ""))
                .contains(installed.substring(jar.length()).replaceAll("\\s", ""));
        assertThat(compiled.exit()).as(compiled.out() + compiled.err()).isZero();
        assertPi(new Shell(project)
                .with("GLEANER_URL", grid.url())
                .with("GLEANER_TOKEN", token)
                .run("java", "-cp", "target/classes:" + jar, "Pi"));
    }

    /** Lets a repository have what another has, but for what is its own. */
    private static void link(Path from, Path to, String own) throws IOException {
        try (Stream<Path> all = Files.list(from)) {
            for (Path one : all.toList()) {
                if (!one.getFileName().toString().equals(own)) {
                    Files.createSymbolicLink(to.resolve(one.getFileName()), one);
                }
            }
        }
    }

    /** The first piece of the page in this language. */
    private static String tutorial(String language) throws IOException {
        String page = Files.readString(
                Path.of(System.getProperty("gleaner.root", "..")).resolve("docs/JAVA.md"));
        String mark = "```" + language + "\n";
        int begin = page.indexOf(mark) + mark.length();
        return page.substring(begin, page.indexOf("```", begin));
    }

    private static void assertPi(Shell.Result result) {
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).matches("pi is about 3\\.14\\d*\\n|pi is about 3\\.13\\d+\\n");
    }

    /** Ends when a file of this name appears. */
    private static Object[] waitingFor(String file) {
        return new Object[] {
            "run",
            "--name",
            file,
            "--shell",
            "echo begun; until [ -e " + temp.resolve(file) + " ]; do sleep 0.1; done; echo ended"
        };
    }

    private static JobId running(Shell.Started run, String name) {
        RealGrid.until(
                "its first words are here", () -> Files.readString(run.out()).equals("begun\n"));
        JobId[] job = new JobId[1];
        RealGrid.until(
                "it runs",
                () -> grid.calls().jobs("name:" + name, 1).get().jobs().stream()
                        .filter(one -> one.tasks().running() == 1)
                        .peek(one -> job[0] = one.id())
                        .findFirst()
                        .isPresent());
        return job[0];
    }

    private static void press(Shell.Started run) {
        Signals.send("INT", List.of(run.process().pid()));
    }
}
