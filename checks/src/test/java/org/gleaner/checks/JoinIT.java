package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The three lines of the README, on a server and a PC that share nothing but a network cable. */
final class JoinIT {
    private static final Path ROOT =
            Path.of(System.getProperty("gleaner.root", "..")).toAbsolutePath().normalize();
    private static final Pattern JOIN = Pattern.compile("To add a machine: (.*)\n");

    @TempDir
    private Path directory;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private TwoMachines machines;
    private Path home;
    private Path here;
    private String joinLine;
    private List<String> readme;

    @BeforeEach
    void start() throws Exception {
        machines = TwoMachines.connect();
        opened.add(machines::switchOff);
        readme = threeLines();
        home = Files.createDirectories(directory.resolve("home-of-pc"));
        Shell.Result owned = new Shell(directory).run("chown", TwoMachines.PERSON + ":" + TwoMachines.PERSON, home);
        assertThat(owned.exit()).isZero();
        // The person at the PC can't look around in what the tests leave.
        for (Path up = directory; up != null && up.startsWith("/tmp") && up.getNameCount() > 1; up = up.getParent()) {
            Files.setPosixFilePermissions(up, PosixFilePermissions.fromString("rwx--x--x"));
        }

        here = Files.createDirectories(directory.resolve("here"));
        Files.createSymbolicLink(here.resolve("gleaner"), ROOT.resolve("gleaner"));
        Shell.Started server = machines.onServer(here, environment(), "exec " + readme.get(0));
        RealGrid.until("the server listens", () -> {
            assertThat(server.process().isAlive())
                    .as(Files.readString(server.err()))
                    .isTrue();
            return JOIN.matcher(Files.readString(server.out())).find();
        });
        Matcher line = JOIN.matcher(Files.readString(server.out()));
        assertThat(line.find()).isTrue();
        joinLine = line.group(1);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void a_pc_joins_by_the_line_works_comes_back_after_a_reboot_and_leaves_without_a_trace() throws Exception {
        assertThat(joinLine.replaceAll("sha256//[^']+", "sha256//KEY").replace(TwoMachines.SERVER_ADDRESS, "HOST"))
                .isEqualTo(readme.get(1));

        join();
        Path unit = home.resolve(".config/systemd/user/gleaner-agent.service");
        String command = command(unit);
        verify(unit);
        Shell.Started agent = machines.onPc(home, "exec " + command);
        untilNodes("\"id\":1,", "\"connected\":true");

        assertThat(onServer(readme.get(2)).exit()).isZero();
        assertNoTokenIsVisible();

        machines.cutPowerOfPc();
        assertThat(agent.process().waitFor()).isNotZero();
        assertThat(machines.pcProcesses()).isEmpty();
        machines.onPc(home, "exec " + command);
        assertThat(onServer(readme.get(2)).exit()).isZero();
        assertThat(onServer("./gleaner node list --json").out()).containsOnlyOnce("\"facts\"");

        machines.cutPowerOfPc();
        Shell.Result removed = machines.onPc(home, home + "/.gleaner/agent/program/gleaner agent uninstall")
                .result();
        assertThat(removed.exit()).as(removed.err()).isZero();
        try (Stream<Path> left = Files.walk(home)) {
            assertThat(left.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                            .filter(path -> !path.toString().contains(".java")))
                    .isEmpty();
        }
    }

    @Test
    void whoever_answers_in_the_servers_place_gets_nothing_run() throws Exception {
        // Another key, whichever the server has drawn.
        String wrong = joinLine.contains("sha256//x")
                ? joinLine.replace("sha256//x", "sha256//y")
                : joinLine.replaceAll("sha256//.", "sha256//x");

        Shell.Result result =
                machines.onPc(home, wrong + " -s -- --token-file " + token()).result();

        assertThat(result.err()).contains("pinned");
        assertThat(home.resolve(".gleaner")).doesNotExist();
    }

    @Test
    void a_token_that_the_server_does_not_know_installs_nothing() throws Exception {
        Path wrong = Files.writeString(home.resolve("wrong"), "glnr_join_wrong\n");
        Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-r--r--"));

        Shell.Result result =
                machines.onPc(home, joinLine + " -s -- --token-file " + wrong).result();

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.err()).contains("did not accept the join token");
        assertThat(home.resolve(".gleaner")).doesNotExist();
    }

    @Test
    void a_person_gets_the_command_by_one_line_logs_in_and_updates_it_by_the_same_line() throws Exception {
        String line = onServer("./gleaner join-line --cli").out().strip();
        Shell.Result installed = onPc(line);
        Matcher login = Pattern.compile("gleaner login '([^']+)'").matcher(installed.out());
        assertThat(login.find()).as(installed.out()).isTrue();
        assertThat(installed.out()).contains(".local/bin is not on your PATH").doesNotContain("glnr_");

        Path token = mine("admin.token");
        onPc("$HOME/.local/bin/gleaner login '" + login.group(1) + "' --token-file " + token);
        assertThat(onPc("PATH=$HOME/.local/bin:$PATH; gleaner user list").out()).contains("admin");
        assertThat(onPc(line).err()).isEmpty();

        Files.delete(home.resolve(".local/bin/gleaner"));
        Files.writeString(home.resolve(".local/bin/gleaner"), "another program");
        assertThat(machines.onPc(home, line).result().err()).contains("exists, and this script did not make it");
        assertThat(home.resolve(".local/bin/gleaner")).hasContent("another program");
    }

    private Shell.Result onPc(String line) throws Exception {
        Shell.Result result = machines.onPc(home, line).result();
        assertThat(result.exit()).as(line + ": " + result.out() + result.err()).isZero();
        return result;
    }

    private void join() throws Exception {
        Shell.Result joined = machines.onPc(home, joinLine + " -s -- --slots 2 --token-file " + token())
                .result();
        assertThat(joined.exit()).as(joined.out() + joined.err()).isZero();
        assertThat(joined.out()).contains("This machine does not use systemd", "agent uninstall");
    }

    /** The join token in a file of the person at the PC. */
    private Path token() throws Exception {
        return mine("join.token");
    }

    private Path mine(String token) throws Exception {
        Path mine = directory.resolve("token-of-pc");
        Files.copy(directory.resolve("home-of-server/server").resolve(token), mine);
        Shell.Result owned = new Shell(directory).run("chown", TwoMachines.PERSON + ":" + TwoMachines.PERSON, mine);
        assertThat(owned.exit()).isZero();
        return mine;
    }

    private static String command(Path unit) throws IOException {
        return Files.readAllLines(unit, UTF_8).stream()
                .filter(line -> line.startsWith("ExecStart="))
                .map(line -> line.substring("ExecStart=".length()))
                .findFirst()
                .orElseThrow();
    }

    private void verify(Path unit) throws Exception {
        if (Files.isExecutable(Path.of("/usr/bin/systemd-analyze"))) {
            Shell.Result verified = new Shell(directory)
                    .with("XDG_RUNTIME_DIR", directory)
                    .run("systemd-analyze", "--user", "verify", unit);
            assertThat(verified.err()).doesNotContain(unit.getFileName().toString());
            assertThat(verified.exit()).as(verified.err()).isZero();
        }
    }

    /** Nobody at the PC can find a token in the list of processes, and the join token is gone from the disk. */
    private void assertNoTokenIsVisible() throws Exception {
        for (long pid : machines.pcProcesses()) {
            for (String file : List.of("cmdline", "environ")) {
                assertThat(Files.readString(Path.of("/proc/" + pid, file), ISO_8859_1))
                        .doesNotContain("glnr_");
            }
        }
        assertThat(home.resolve(".gleaner/agent/join.token")).doesNotExist();
    }

    private void untilNodes(String... parts) {
        RealGrid.until("the node is there", () -> {
            String nodes = onServer("./gleaner node list --json").out();
            return Stream.of(parts).allMatch(nodes::contains);
        });
    }

    private Shell.Result onServer(String line) throws Exception {
        Shell.Result result = machines.onServer(here, environment(), line).result();
        assertThat(result.exit()).as(line + ": " + result.err()).isZero();
        return result;
    }

    private Map<String, String> environment() {
        return Map.of("GLEANER_HOME", directory.resolve("home-of-server").toString(), "GLEANER_BUILD", "never");
    }

    /** The commands of the README for a real pool. */
    private static List<String> threeLines() throws IOException {
        String page = Files.readString(ROOT.resolve("README.md"), UTF_8);
        Matcher block = Pattern.compile("For a real pool,.*?```\n(.*?)```", Pattern.DOTALL)
                .matcher(page);
        assertThat(block.find()).isTrue();
        // The comments say where each is typed.
        List<String> lines =
                block.group(1).lines().filter(line -> !line.startsWith("#")).toList();
        assumeTrue(lines.size() == 3, "the README has other than three lines for a real pool");
        return lines;
    }
}
