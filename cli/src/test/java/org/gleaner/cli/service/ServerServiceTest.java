package org.gleaner.cli.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.install.SystemCommands;
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

    private List<String> install(List<String> words) throws IOException, InterruptedException {
        return service().install(script, jar, machine.resolve("data"), words);
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

        assertThat(install(WORDS)).anyMatch(line -> line.contains("as the account gleaner"));

        assertThat(commands).noneMatch(one -> one.startsWith("systemctl"));
    }

    @Test
    void what_is_removed_leaves_only_the_data() throws Exception {
        install(WORDS);

        assertThat(service().uninstall()).isTrue();

        assertThat(commands).contains("systemctl disable --now gleaner-server.service", "userdel gleaner");
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
