package org.gleaner.cli.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.install.SystemCommands;
import org.gleaner.agent.machine.Machine;
import org.gleaner.terminal.console.CliFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a service, on a machine whose commands are only noted. */
final class ServerServiceTest {
    private static final List<String> WORDS = List.of("--data", "/var/lib/gleaner", "--listen", "0.0.0.0", "--tls");

    @TempDir
    private Path machine;

    private final List<String> commands = new ArrayList<>();
    private boolean systemd = true;
    private boolean hosting;
    private ServerService.Places places = ServerService.Places.USUAL;
    private Path script = Path.of("");
    private Path jar = Path.of("");

    @BeforeEach
    void program() throws IOException {
        places = new ServerService.Places(
                machine.resolve("opt/gleaner"), machine.resolve("bin/gleaner"), machine.resolve("units"));
        script = Files.writeString(machine.resolve("gleaner"), "#!/bin/sh\n", UTF_8);
        jar = Files.writeString(machine.resolve("built.jar"), "one", UTF_8);
    }

    private ServerService service() {
        return new ServerService(places, new SystemCommands() {
            @Override
            public int run(List<String> command) {
                commands.add(String.join(" ", command));
                return command.get(0).equals("id") ? 1 : 0;
            }

            @Override
            public boolean hasSystemd() {
                return systemd;
            }
        });
    }

    private List<String> install(List<String> words) throws CliFailure, IOException, InterruptedException {
        return install(machine.resolve("data"), words);
    }

    private List<String> install(Path data, List<String> words) throws CliFailure, IOException, InterruptedException {
        return service().install(script, jar, data, words, hosting);
    }

    @Test
    void the_service_has_an_account_of_its_own_and_writes_only_its_data() throws Exception {
        assertThat(install(WORDS)).isEmpty();

        assertThat(places.unit())
                .content()
                .contains("User=gleaner\n", "server --data /var/lib/gleaner --listen 0.0.0.0 --tls\n")
                .contains("ProtectSystem=strict", "ReadWritePaths=" + machine.resolve("data"));
        assertThat(commands)
                .anyMatch(one -> one.startsWith("useradd --system"))
                .contains("chown -R gleaner: " + machine.resolve("data"))
                .endsWith("systemctl enable gleaner-server.service", "systemctl restart gleaner-server.service");
        assertThat(places.command()).isSymbolicLink().hasSameTextualContentAs(script);
        assertThat(machine.resolve("data")).isDirectory();
    }

    @Test
    void one_that_hosts_problems_is_root_with_the_rights_that_takes_and_can_become_the_account_again()
            throws Exception {
        hosting = true;
        assertThat(install(WORDS)).isEmpty();

        assertThat(places.unit())
                .content()
                .contains("User=root\n", "Delegate=yes\n", "CapabilityBoundingSet=", "NoNewPrivileges=yes\n")
                .doesNotContain("with-problems");
        assertThat(commands)
                .contains("chown -R root: " + machine.resolve("data"))
                .noneMatch(one -> one.startsWith("useradd"));
        install(List.of());
        assertThat(places.unit()).content().contains("User=root\n");

        hosting = false;
        install(WORDS);

        assertThat(places.unit()).content().contains("User=gleaner\n").doesNotContain("Delegate", "Capability");
        assertThat(commands).contains("chown -R gleaner: " + machine.resolve("data"));
    }

    @Test
    void everybody_can_run_the_program_whatever_the_mask_of_who_installed_it() throws Exception {
        install(WORDS);

        assertThat(Files.getPosixFilePermissions(places.program()))
                .contains(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_EXECUTE);
        assertThat(Files.getPosixFilePermissions(places.script())).contains(PosixFilePermission.OTHERS_EXECUTE);
    }

    @Test
    void a_new_program_takes_the_place_of_the_old_one_and_keeps_its_flags() throws Exception {
        install(WORDS);
        String unit = Files.readString(places.unit(), UTF_8);
        Files.writeString(jar, "two", UTF_8);

        assertThat(install(List.of())).isEmpty();

        assertThat(places.unit()).hasContent(unit);
        assertThat(places.program().resolve("gleaner.jar")).hasContent("two");
        assertThat(commands).endsWith("systemctl restart gleaner-server.service");
    }

    @Test
    void another_program_of_that_name_is_left_alone() throws Exception {
        Files.createDirectories(machine.resolve("bin"));
        Files.writeString(places.command(), "mine", UTF_8);

        assertThat(install(WORDS)).singleElement().asString().contains("left alone");

        assertThat(service().uninstall()).isTrue();
        assertThat(places.command()).hasContent("mine");
    }

    @Test
    void without_systemd_it_says_how_to_start_it() throws Exception {
        systemd = false;

        assertThat(install(WORDS)).anyMatch(line -> line.contains("as the account that User in"));

        assertThat(commands).noneMatch(one -> one.startsWith("systemctl"));
    }

    @Test
    void a_directory_that_holds_other_files_is_not_given_to_the_account() throws Exception {
        Path others = Files.createDirectory(machine.resolve("srv"));
        Files.writeString(others.resolve("database"), "of somebody else", UTF_8);

        assertThatThrownBy(() -> install(others, WORDS))
                .isInstanceOf(CliFailure.class)
                .hasMessageContaining("srv");
        assertThatThrownBy(() -> install(script, WORDS)).isInstanceOf(CliFailure.class);

        assertThat(commands).isEmpty();
        assertThat(places.program()).doesNotExist();
    }

    @Test
    void an_empty_directory_and_one_that_a_server_has_used_are_given_to_the_account() throws Exception {
        Path data = Files.createDirectory(machine.resolve("data"));
        install(WORDS);
        Files.writeString(data.resolve("database"), UUID.randomUUID() + "\ngleaner.db\n", UTF_8);
        install(WORDS);
        Path old = Files.createDirectory(machine.resolve("old"));
        Files.writeString(old.resolve("gleaner.db"), "of 0.1", UTF_8);
        install(old, WORDS);

        assertThat(commands).filteredOn(one -> one.startsWith("chown")).hasSize(3);
    }

    @Test
    void a_server_that_never_came_up_can_be_installed_again_with_other_flags() throws Exception {
        Path data = machine.resolve("data");
        install(List.of("--data", data.toString(), "--db", "postgresql://nobody@nowhere/x"));
        Files.writeString(data.resolve("server.log"), "no such host", UTF_8);

        assertThat(install(List.of("--data", data.toString()))).isEmpty();
    }

    @Test
    void the_installed_one_knows_where_its_data_is() throws Exception {
        Path data = machine.resolve("50% of \"my\" $DATA\\x");
        assertThat(service().data()).isEmpty();

        install(data, List.of("--data", data.toString(), "--listen", "0.0.0.0"));

        assertThat(service().data()).contains(data);
    }

    @Test
    void data_that_somebody_else_can_change_is_not_taken_over_by_root() throws Exception {
        assumeTrue(Machine.isRoot(), "this is a rule for root");
        Path data = Files.createDirectory(machine.resolve("data"));
        Files.setOwner(
                data, data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

        assertThatThrownBy(() -> install(data, WORDS)).hasMessageContaining("belongs to nobody");

        assertThat(commands).isEmpty();
        assertThat(places.program()).doesNotExist();
    }

    @Test
    void what_is_removed_leaves_the_data_and_the_account_that_owns_it() throws Exception {
        install(WORDS);

        assertThat(service().uninstall()).isTrue();

        assertThat(commands)
                .contains("systemctl disable --now gleaner-server.service")
                .noneMatch(one -> one.startsWith("userdel"));
        assertThat(places.unit()).doesNotExist();
        assertThat(places.program()).doesNotExist();
        assertThat(places.command()).doesNotExist();
        assertThat(machine.resolve("data")).isDirectory();
        assertThat(service().uninstall()).isFalse();
    }

    @Test
    void the_unit_is_what_systemd_reads() throws Exception {
        Path analyze = Path.of("/usr/bin/systemd-analyze");
        assumeTrue(Files.isExecutable(analyze), "systemd-analyze (package systemd) is not installed");
        Path log = machine.resolve("verify.log");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        install(WORDS);

        Process verify = new ProcessBuilder(
                        analyze.toString(), "verify", places.unit().toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();

        assertThat(verify.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(log, UTF_8)).doesNotContain("gleaner-server");
    }
}
