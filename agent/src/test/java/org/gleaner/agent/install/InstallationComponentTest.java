package org.gleaner.agent.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gleaner.agent.disk.DirectoryRefused;
import org.gleaner.agent.disk.FileHash;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.Content;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstallationComponentTest {
    private static final List<String> WORDS =
            List.of("https://pool:8443#sha256=" + "ab".repeat(32), "--tag", "it's 100% of $HOME \"here\"");

    @TempDir
    private Path directory;

    private final List<String> commands = new ArrayList<>();
    private Path jar = Path.of("");

    @BeforeEach
    void makeJar() throws Exception {
        jar = zip("some.jar", "anything");
    }

    @Test
    void of_the_whole_program_only_the_agents_own_is_installed() throws Exception {
        Installation installation = installation(false, false);

        installation.install(zip("whole.jar", "gleaner-agent.jar"), Path.of("/usr/bin/java"), "t", WORDS);

        assertThat(installation.program().current()).contains(Content.hash("a program".getBytes(UTF_8)));
    }

    @Test
    void a_service_of_the_machine_runs_as_an_account_of_its_own_and_leaves_nothing_behind() throws Exception {
        Installation installation = installation(true, true);

        List<String> left = installation.install(jar, Path.of("/usr/bin/java"), "glnr_join_x", WORDS);

        assertThat(left).isEmpty();
        assertThat(commands)
                .contains("systemctl daemon-reload", "systemctl enable --now gleaner-agent.service")
                .anyMatch(command -> command.startsWith("useradd --system"))
                .anyMatch(command -> command.startsWith("chown -R gleaner-agent:"))
                .noneMatch(command -> command.contains("glnr_"));
        assertThat(unit()).content().contains("User=gleaner-agent", "WantedBy=multi-user.target");
        assertThat(unit()).content().contains("Slice=gleaner.slice");
        assertThat(slice()).content().contains("CPUWeight=2");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(agent().resolve("join.token"))))
                .isEqualTo("rw-------");

        assertThat(installation.uninstall()).isTrue();
        assertThat(commands).contains("systemctl disable --now gleaner-agent.service", "userdel gleaner-agent");
        assertThat(unit()).doesNotExist();
        assertThat(slice()).doesNotExist();
        assertThat(agent()).doesNotExist();
        assertThat(installation.uninstall()).isFalse();
    }

    @Test
    void what_root_is_told_to_run_belongs_to_root_and_stays_out_of_reach_of_the_account() throws Exception {
        Files.createDirectories(agent().resolve("program"));
        Files.writeString(agent().resolve("program/gleaner"), "#!/bin/sh\n# of an earlier version");
        Installation installation = installation(true, false);

        List<String> left = installation.install(jar, Path.of("/usr/bin/java"), "t", WORDS);

        assertThat(installation.command()).startsWith(rootCommand()).isExecutable();
        assertThat(installation.command())
                .content()
                .contains(rootCommand().resolve("gleaner-agent.jar").toString())
                .doesNotContain("current");
        try (Stream<Path> files = Files.walk(rootCommand())) {
            for (Path file : (Iterable<Path>) files::iterator) {
                assertThat(Files.getPosixFilePermissions(file))
                        .doesNotContain(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
            }
        }
        assertThat(agent().resolve("program/gleaner")).doesNotExist();
        assertThat(commands)
                .contains("chown -R gleaner-agent: " + agent())
                .noneMatch(command -> command.contains(rootCommand().toString()));
        assertThat(left).last(STRING).startsWith("Start it with: runuser -u gleaner-agent -- ");

        installation.uninstall();
        assertThat(rootCommand()).doesNotExist();
    }

    @Test
    void the_directory_is_roots_while_root_writes_to_it() throws Exception {
        installation(true, false).install(jar, Path.of("/usr/bin/java"), "t", WORDS);

        assertThat(commands)
                .containsSubsequence(
                        "chown --no-dereference root: " + agent(),
                        "chown --no-dereference root: " + agent().resolve("program"),
                        "chown -R gleaner-agent: " + agent());
    }

    @Test
    void nothing_is_installed_or_removed_behind_a_link() throws Exception {
        Path victim = Files.createDirectory(directory.resolve("victim"));
        Files.writeString(victim.resolve("current"), "ab".repeat(32) + ".jar");
        Files.createDirectory(agent());
        Files.createSymbolicLink(agent().resolve("program"), victim);
        Installation installation = installation(true, true);

        assertThatThrownBy(() -> installation.install(jar, Path.of("/usr/bin/java"), "t", WORDS))
                .isInstanceOf(DirectoryRefused.class)
                .hasMessageContaining(agent().resolve("program") + " is a link");
        assertThatThrownBy(installation::uninstall).isInstanceOf(DirectoryRefused.class);

        assertThat(victim).isDirectoryContaining("glob:**current");
        try (Stream<Path> files = Files.list(victim)) {
            assertThat(files).hasSize(1);
        }
        assertThat(agent().resolve("program")).isSymbolicLink();
        assertThat(commands).isEmpty();
        assertThat(unit()).doesNotExist();
    }

    @Test
    void a_service_of_a_person_lingers() throws Exception {
        Installation installation = installation(false, true);

        assertThat(installation.install(jar, Path.of("/usr/bin/java"), "t", WORDS))
                .isEmpty();

        assertThat(commands)
                .contains("systemctl --user enable --now gleaner-agent.service", "loginctl enable-linger")
                .noneMatch(command -> command.startsWith("useradd"));
        assertThat(unit()).content().contains("WantedBy=default.target").doesNotContain("User=");
        assertThat(installation.uninstall()).isTrue();
        assertThat(commands).contains("loginctl disable-linger");
    }

    @Test
    void a_directory_in_which_no_agent_was_installed_is_never_removed() throws Exception {
        installation(true, true).install(jar, Path.of("/usr/bin/java"), "t", WORDS);
        Path home = Files.createDirectories(directory.resolve("home"));
        Files.writeString(home.resolve("thesis.tex"), "three years");

        assertThat(installation(home, true, true).uninstall()).isFalse();

        assertThat(home.resolve("thesis.tex")).exists();
        assertThat(unit()).as("the service of another directory").exists();
        assertThat(commands).noneMatch(command -> command.contains("disable"));
    }

    @Test
    void the_directory_of_an_installed_agent_is_found_in_its_unit() throws Exception {
        assertThat(Installation.directory(directory.resolve("units"))).isEmpty();

        installation(true, true).install(jar, Path.of("/usr/bin/java"), "t", WORDS);

        assertThat(Installation.directory(directory.resolve("units"))).contains(agent());
    }

    @Test
    void both_units_are_what_systemd_reads() throws Exception {
        Path analyze = Path.of("/usr/bin/systemd-analyze");
        assumeTrue(Files.isExecutable(analyze), "systemd-analyze (package systemd) is not installed");
        for (boolean system : new boolean[] {true, false}) {
            installation(system, false).install(jar, Path.of("/usr/bin/java"), "t", WORDS);
            Path log = directory.resolve("verify.log");
            String manager = system ? "--system" : "--user";
            ProcessBuilder verify =
                    new ProcessBuilder(analyze.toString(), manager, "verify", unit().toString(), slice().toString());
            verify.environment().put("XDG_RUNTIME_DIR", directory.toString());
            Process process = verify.redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();

            assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
            // It also complains of units of the machine that is not ours; what it says of ours names it.
            assertThat(Files.readString(log, UTF_8)).doesNotContain("gleaner-agent", "gleaner.slice");
        }
    }

    @Test
    void a_program_is_tried_confirmed_and_the_old_one_removed() throws Exception {
        Installation installation = installation(false, false);
        installation.install(jar, Path.of("/usr/bin/java"), "t", WORDS);
        ProgramDirectory program = installation.program();
        BlobHash old = FileHash.of(jar);
        Files.writeString(program.arriving(), "a newer program");
        BlobHash fresh = FileHash.of(program.arriving());

        program.propose(fresh);
        assertThat(program.current()).contains(old);
        assertThat(program.confirm()).as("nobody has tried it yet").isFalse();
        Files.createFile(program.path().resolve("trying"));
        assertThat(program.confirm()).isTrue();

        assertThat(program.current()).contains(fresh);
        assertThat(program.path().resolve(old.hex() + ".jar")).doesNotExist();
        assertThat(program.isOnTrial()).isFalse();
    }

    @Test
    void a_program_that_failed_is_left_alone_for_a_while() throws Exception {
        Installation installation = installation(false, false);
        installation.install(jar, Path.of("/usr/bin/java"), "t", WORDS);
        ProgramDirectory program = installation.program();
        BlobHash bad = new BlobHash("cd".repeat(32));
        Files.writeString(program.path().resolve("failed"), bad.hex() + ".jar\n");
        Instant now = Instant.now();

        assertThat(program.hasFailed(bad, now, Duration.ofHours(1))).isTrue();
        assertThat(program.hasFailed(bad, now.plus(Duration.ofHours(2)), Duration.ofHours(1)))
                .isFalse();
        assertThat(program.hasFailed(FileHash.of(jar), now, Duration.ofHours(1)))
                .isFalse();
    }

    @Test
    void the_script_of_an_older_version_becomes_that_of_this_one_and_keeps_its_java() throws Exception {
        Installation installation = installation(false, false);
        installation.install(jar, Path.of("/opt/my java/bin/java"), "t", WORDS);
        ProgramDirectory program = installation.program();
        String wanted = Files.readString(program.script());
        assertThat(program.renewScript()).isEqualTo(ProgramDirectory.Script.UP_TO_DATE);

        Files.writeString(program.script(), released().replace("@JAVA@", "/opt/my java/bin/java"));

        assertThat(program.renewScript()).isEqualTo(ProgramDirectory.Script.REPLACED);
        assertThat(program.script()).hasContent(wanted).isExecutable();
        assertThat(program.renewScript()).isEqualTo(ProgramDirectory.Script.UP_TO_DATE);
    }

    @Test
    void a_script_that_a_person_edited_is_kept() throws Exception {
        Installation installation = installation(false, false);
        installation.install(jar, Path.of("/usr/bin/java"), "t", WORDS);
        ProgramDirectory program = installation.program();

        for (String edited : List.of(released().replace("-Xmx64m", "-Xmx200m"), "#!/bin/sh\nexec mine\n")) {
            Files.writeString(program.script(), edited);

            assertThat(program.renewScript()).isEqualTo(ProgramDirectory.Script.EDITED);
            assertThat(program.script()).hasContent(edited);
        }
    }

    @Test
    void the_service_is_known_by_its_group() throws Exception {
        Path groups = directory.resolve("cgroup");

        Files.writeString(groups, "0::/user.slice/user-1000.slice/session-3.scope\n");
        assertThat(Installation.isService(groups)).isFalse();
        Files.writeString(groups, "0::/gleaner.slice/gleaner-agent.service/agent\n");
        assertThat(Installation.isService(groups)).isTrue();
        assertThat(Installation.isService(directory.resolve("none"))).isFalse();
    }

    /** The script as 0.1.0 had it. */
    private static String released() throws IOException {
        try (InputStream in = InstallationComponentTest.class.getResourceAsStream("start-0.1.0.sh")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
        }
    }

    private Path zip(String name, String entry) throws IOException {
        Path file = directory.resolve(name);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new ZipEntry(entry));
            out.write("a program".getBytes(UTF_8));
        }
        return file;
    }

    private Installation installation(boolean system, boolean systemd) {
        return installation(agent(), system, systemd);
    }

    private Installation installation(Path dir, boolean system, boolean systemd) {
        Path command = system ? rootCommand() : null;
        return new Installation(dir, directory.resolve("units"), command, new SystemCommands() {
            @Override
            public int run(List<String> command) {
                commands.add(String.join(" ", command));
                // There is no such account yet.
                return command.get(0).equals("id") ? 1 : 0;
            }

            @Override
            public boolean hasSystemd() {
                return systemd;
            }
        });
    }

    private Path rootCommand() {
        return directory.resolve("opt/gleaner-agent");
    }

    private Path agent() {
        return directory.resolve("agent");
    }

    private Path slice() {
        return directory.resolve("units/gleaner.slice");
    }

    private Path unit() {
        return directory.resolve("units").resolve("gleaner-agent.service");
    }
}
