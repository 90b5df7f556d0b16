package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.cli.TestGrid.Result;
import org.gleaner.client.access.Login;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person on another machine, who has an address and a token but no server of their own. */
final class LoginComponentTest {
    @TempDir
    static Path root;

    @TempDir
    private Path home;

    private static TestGrid grid;

    @BeforeAll
    static void start() throws Exception {
        grid = new TestGrid(root);
    }

    @AfterAll
    static void stop() throws Exception {
        grid.stop();
    }

    @Test
    void login_is_tried_then_stored_for_its_owner_only_and_used_by_every_command() throws Exception {
        Path token = grid.home().resolve("server/admin.token");

        Result login = away("login", url(), "--token-file", token.toString());

        assertThat(login.exit()).as(login.err()).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("login"))))
                .isEqualTo("rw-------");
        assertThat(away("status").exit()).isZero();
        assertThat(away("status", "--json").out()).startsWith("{\"version\":1");
    }

    @Test
    void directories_made_for_it_are_for_its_owner_only() throws Exception {
        Path fresh = home.resolve("new/.gleaner");
        Path token = grid.home().resolve("server/admin.token");
        InputStream none = InputStream.nullInputStream();
        String[] words = {"login", url(), "--token-file", token.toString()};

        Result login = TestGrid.typed(fresh, home, new TreeMap<>(), none, words);

        assertThat(login.exit()).as(login.err()).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(fresh)))
                .isEqualTo("rwx------");
    }

    @Test
    void a_port_that_does_not_exist_is_a_mistake_of_the_caller() {
        Result login = away("login", "http://127.0.0.1:99999");
        Result status = with(Map.of("GLEANER_URL", "http://127.0.0.1:0", "GLEANER_TOKEN", "x"), "status");

        assertThat(login.exit()).isEqualTo(2);
        assertThat(status.exit()).isEqualTo(2);
        assertThat(login.err() + status.err())
                .contains("must be from 1 to 65535")
                .doesNotContain("bug");
    }

    @Test
    void a_token_that_the_server_does_not_take_is_not_stored() throws Exception {
        Path wrong = Files.writeString(home.resolve("wrong"), "glnr_user_wrong\n");

        Result login = away("login", url(), "--token-file", wrong.toString());

        assertThat(login.exit()).isEqualTo(3);
        assertThat(login.err()).hasLineCount(3).contains("The server did not accept this token.");
        assertThat(home.resolve("login")).doesNotExist();
    }

    @Test
    void a_join_token_and_a_file_that_is_not_there_are_told_as_that() throws Exception {
        Result join = away("login", url(), "--token-file", grid.home() + "/server/join.token");
        Result nope = away("login", url(), "--token-file", "nope");

        assertThat(join.exit()).isEqualTo(3);
        assertThat(join.err()).contains("This is a join token, for agents.", "Log in with a user or admin token.");
        assertThat(nope.exit()).isEqualTo(2);
        assertThat(nope.err()).contains("nope does not exist.");
        assertThat(away("login", url()).err()).contains("No token was given.", "--token-file FILE");
    }

    @Test
    void a_variable_that_holds_no_address_is_told_before_a_token_is_missed() {
        Result status = with(Map.of("GLEANER_URL", "bad"), "status");

        assertThat(status.exit()).isEqualTo(2);
        assertThat(status.err()).contains("'bad' is not a server address");
    }

    @Test
    void a_server_that_is_away_is_told_with_where_its_address_was_found() throws Exception {
        String gone;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            gone = "http://127.0.0.1:" + free.getLocalPort();
        }

        Result variable = with(Map.of("GLEANER_URL", gone, "GLEANER_TOKEN", "x"), "status");
        new Login(gone, "x").store(home);
        Result login = away("status");

        assertThat(variable.exit()).isEqualTo(4);
        assertThat(variable.err())
                .contains("Can't reach the server at " + gone, "the address, which comes from GLEANER_URL, is right");
        assertThat(login.err())
                .contains(
                        "Can't reach the server at " + gone,
                        "the address, which comes from the login in " + home.resolve("login") + ", is right");
    }

    @Test
    void an_agent_that_never_ran_has_no_status_and_none_is_stopped_by_a_verb() throws Exception {
        assertThat(away("agent", "status").exit()).isEqualTo(4);
        assertThat(away("agent", "pause").exit()).isEqualTo(4);
        assertThat(away("agent", "resum").err()).contains("There is no 'agent resum'.", "Did you mean 'gleaner agent");
        assertThat(away("agent", url(), "--token", "x", "--page-port", "80x").err())
                .contains("'80x' is neither a port from 1 to 65535 nor off.");
        assertThat(away("agent", "stop").err()).contains("Press Ctrl-C", "systemctl stop gleaner-agent");
    }

    @Test
    void logout_forgets() throws Exception {
        assertThat(away("login", url(), "--token-file", grid.home() + "/server/admin.token")
                        .exit())
                .isZero();

        Result logout = away("logout", "--json");

        assertThat(logout.out()).isEqualTo("{\"version\":1,\"forgotten\":true}\n");
        assertThat(home.resolve("login")).doesNotExist();
        assertThat(away("status").exit()).isEqualTo(4);
    }

    @Test
    void what_the_environment_names_comes_first() throws Exception {
        assertThat(away("login", url(), "--token-file", grid.home() + "/server/admin.token")
                        .exit())
                .isZero();

        Result status = with(Map.of("GLEANER_URL", "http://127.0.0.1:1", "GLEANER_TOKEN", "none"), "status");

        assertThat(status.exit()).isEqualTo(4);
        assertThat(status.err()).contains("http://127.0.0.1:1");
    }

    @Test
    void bad_addresses_and_pins_are_refused_in_three_lines() {
        for (String address : new String[] {
            "pool",
            "ftp://pool",
            "https://pool#sha256=12",
            "https://pool#nothing",
            "http://pool#sha256=" + "a".repeat(64)
        }) {
            Result login = away("login", address, "--token-file", "none");

            assertThat(login.exit()).as(address).isEqualTo(2);
            assertThat(login.err()).as(address).hasLineCount(3);
        }
    }

    @Test
    void join_line_is_printed_alone() throws Exception {
        assertThat(grid.gleaner("join-line").out()).isEqualTo("curl -fsS " + url() + "/join | sh\n");
        assertThat(grid.gleaner("join-line", "--wget").out()).isEqualTo("wget -qO- " + url() + "/join | sh\n");
        assertThat(grid.gleaner("join-line", "--powershell").out()).contains("shell=powershell");
        assertThat(grid.gleaner("join-line", "--json").out()).startsWith("{\"version\":1,\"curl\":");
    }

    private static String url() throws Exception {
        return Files.readString(grid.home().resolve("server/address"), UTF_8).strip();
    }

    private Result away(String... words) {
        return with(Map.of(), words);
    }

    private Result with(Map<String, String> environment, String... words) {
        return TestGrid.typed(home, home, new TreeMap<>(environment), InputStream.nullInputStream(), words);
    }
}
