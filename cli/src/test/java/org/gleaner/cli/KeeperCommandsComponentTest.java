package org.gleaner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.gleaner.cli.TestGrid.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the person who runs the server types. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class KeeperCommandsComponentTest {
    private TestGrid grid;

    @BeforeAll
    void start(@TempDir Path root) throws Exception {
        grid = new TestGrid(root);
        assertThat(grid.gleaner("run", "true").exit()).isZero();
    }

    @AfterAll
    void stop() throws Exception {
        grid.stop();
    }

    @Test
    void a_wrong_join_token_is_told_as_that_before_anything_is_installed() throws Exception {
        String url = Files.readString(grid.home().resolve("server/address")).strip();
        grid.write("wrong.token", "glnr_join_guessed");

        Result unknown = grid.gleaner("agent", "install", url, "--token-file", "wrong.token");
        Result admin = grid.gleaner("agent", "install", url, "--token-file", grid.home() + "/server/admin.token");

        assertThat(unknown.err()).contains("did not accept the join token", "Use the file join.token");
        assertThat(admin.err()).contains("did not accept the join token", "Use the file join.token");
        assertThat(unknown.exit()).isEqualTo(3);
    }

    @Test
    void a_paused_node_is_shown_so_until_it_is_resumed() {
        assertThat(grid.gleaner("node", "pause", "n1").out()).startsWith("n1 starts nothing new");
        assertThat(grid.gleaner("node", "list").out()).contains("paused");
        assertThat(grid.gleaner("node", "drain", "1", "--json").out()).contains("\"state\":\"drained\"");
        assertThat(grid.gleaner("node", "resume", "test").exit()).isEqualTo(3);
        assertThat(grid.gleaner("node", "resume", "n1").out()).isEqualTo("n1 is accepting work again.\n");
        assertThat(grid.gleaner("node", "list", "--json").out()).contains("\"state\":\"connected\"");
    }

    @Test
    void a_node_is_told_in_full() {
        assertThat(grid.gleaner("node", "info", "n1").out())
                .contains("n1 ", "connected", "offers    2 slots", "RECENTLY ENDED", "done");
        assertThat(grid.gleaner("node", "info", "n1", "--json").out())
                .startsWith("{\"version\":1,\"node\":{\"id\":1,")
                .contains("\"outcome\":\"done\"");
        assertThat(grid.gleaner("node", "info", "n99").exit()).isEqualTo(3);
        assertThat(grid.gleaner("node", "info").exit()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "strategy | best | fifo, balanced, uptime, mixed, survival, quantile, auto | survival",
                "redundancy | some | off, plain, computed | off",
                "objective | speed | auto, makespan, flow | auto",
                "objectives | ann=speed | auto, makespan, flow | ann=flow,bob=makespan",
                "objectives | ann | is not written as in alice=flow | none",
                "estimator | guess | hybrid, isolated, proportional, proportional-tasks | cpu",
                "fairlevel | 1.5 | from 0 to 1 | 0.2",
                "fairlevel | -1 | from 0 to 1 | 0.2",
                "rnd | none | scaled nor paper | scaled",
                "fairness | some | balanced nor weighted | balanced",
                "weights | ann=0 | more than 0 | ann=4,bob=2,ann/sim=1",
                "weights | ann | ann is not written as in alice=4 | equal",
                "fairness-window | 5 | for example 500ms | off",
                "retention-stays | 99999d | longer than ten years | 30d",
                "strategie | fifo | Did you mean strategy? | ",
            })
    void a_setting_is_changed_while_the_server_runs_and_a_bad_value_is_refused_with_the_good_ones(
            String name, String bad, String part, String good) {
        Result refused = grid.gleaner("config", "set", name, bad);

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err().lines()).hasSize(3);
        assertThat(refused.err().replace("'ann'", "ann")).contains(part);
        if (good != null) {
            assertThat(grid.gleaner("config", "set", name, good).exit()).isZero();
            assertThat(grid.gleaner("config", "get", name).out()).isEqualTo(good + "\n");
        }
    }

    @Test
    void whoever_wants_something_else_for_own_jobs_says_so_and_sees_what_comes_of_it() {
        Result soon = grid.gleaner("strategy", "--objective", "flow");
        assertThat(soon.exit()).isZero();
        assertThat(soon.out()).contains("Objective for your jobs: flow; they are scheduled by survival (flow).");

        assertThat(grid.gleaner("config", "set", "strategy", "auto").exit()).isZero();
        assertThat(grid.gleaner("strategy").out())
                .contains(
                        "Strategy: auto, now survival (auto)",
                        "Nothing has been tried yet, so survival (auto) is in force; ");

        String job = grid.gleaner("submit", "--hold", "true").out().strip();
        assertThat(grid.gleaner("why", job).out()).doesNotContain("Strategy auto");
        assertThat(grid.gleaner("cancel", job).exit()).isZero();
        assertThat(grid.gleaner("strategy", "--objective", "none").out()).doesNotContain("for your jobs");
        Result wrong = grid.gleaner("strategy", "--objective", "speed");
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).contains("makespan", "none");
        assertThat(grid.gleaner("config", "set", "strategy", "survival").exit()).isZero();
    }

    @Test
    void a_setting_that_there_is_not_can_t_be_read() {
        Result unknown = grid.gleaner("config", "get", "strategie");

        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err()).contains("Unknown setting 'strategie'.", "Did you mean strategy?");
        Result strange = grid.gleaner("config", "set", "foo", "1");
        assertThat(strange.exit()).isEqualTo(2);
        assertThat(strange.err())
                .contains("Unknown setting 'foo'.", "'gleaner config get' lists the settings")
                .doesNotContain("fairness");
    }

    @Test
    void a_node_that_is_connected_is_not_forgotten() {
        Result refused = grid.gleaner("node", "forget", "n1");

        assertThat(refused.exit()).isEqualTo(3);
        assertThat(refused.err())
                .contains("is connected, so it can't be forgotten", "gleaner node forget NODE --force");
        assertThat(grid.gleaner("node", "drain", "n1", "--force").exit()).isEqualTo(2);
    }

    @Test
    void everything_is_stopped_and_goes_on() {
        assertThat(grid.gleaner("stop-all").out()).startsWith("Nothing new starts; running tasks continue.");
        assertThat(grid.gleaner("stop-all", "--kill", "--json").out()).contains("\"halt\":\"all\"");
        String job = grid.gleaner("submit", "true").out().strip();
        assertThat(grid.gleaner("why", job, "--json").out()).contains("\"kind\":\"halted\"");
        assertThat(grid.gleaner("stop-all", "--kill", "--undo").exit()).isEqualTo(2);
        assertThat(grid.gleaner("resume-all").out()).isEqualTo("All work resumes.\n");
        assertThat(grid.gleaner("wait", job).exit()).isZero();
    }

    @Test
    void a_library_for_java_programs_is_not_written_where_there_is_no_directory() {
        Result jar = grid.gleaner("java", "jar", "nowhere/x.jar");

        assertThat(jar.exit()).isEqualTo(2);
        assertThat(jar.err())
                .contains("There is no directory ")
                .contains("nowhere.\n")
                .doesNotContain(".new");
    }

    @Test
    void a_user_makes_lists_and_revokes_tokens_that_are_shown_only_once() {
        String first =
                grid.gleaner("user", "add", "ada", "--expires", "30d").out().strip();
        Map<String, String> asAda = Map.of("GLEANER_TOKEN", first);

        Result made = grid.with(asAda, "token", "create", "--name", "laptop");
        Map<String, String> asLaptop = Map.of("GLEANER_TOKEN", made.out().strip());
        Result list = grid.with(asLaptop, "token", "list");
        String id = list.out()
                .lines()
                .filter(line -> line.contains("laptop"))
                .findFirst()
                .orElseThrow()
                .split(" ", 2)[0];

        assertThat(list.out()).doesNotContain("admin").doesNotContain(first);
        assertThat(grid.with(asAda, "token", "revoke", id, "--json").out())
                .isEqualTo("{\"version\":1,\"revoked\":\"" + id + "\"}\n");
        assertThat(grid.with(asLaptop, "status").exit()).isEqualTo(3);
        assertThat(grid.with(asAda, "token", "create", "--role", "admin").exit())
                .isEqualTo(3);
        assertThat(grid.with(asAda, "token", "revoke", first).exit()).isEqualTo(2);
        assertThat(grid.gleaner("token", "create", "--role", "boss").exit()).isEqualTo(2);
        assertThat(grid.gleaner("token", "create", "--role", "join", "--json").out())
                .contains("\"role\":\"join\"");
    }

    @Test
    void a_removed_user_is_out_and_what_becomes_of_the_jobs_is_said() {
        Map<String, String> asBob =
                Map.of("GLEANER_TOKEN", grid.gleaner("user", "add", "bob").out().strip());
        assertThat(grid.with(asBob, "submit", "--cores", "64", "true").exit()).isZero();

        assertThat(grid.gleaner("user", "list", "--json").out()).contains("\"name\":\"bob\"");
        assertThat(grid.gleaner("user", "remove", "bob").out())
                .contains("; 1 token revoked.", "1 open job still running", "--cancel-jobs' cancels it.");
        assertThat(grid.with(asBob, "status").exit()).isEqualTo(3);
        assertThat(grid.gleaner("user", "remove", "bob", "--cancel-jobs", "--json")
                        .out())
                .contains("\"cancelled\":true");
        assertThat(grid.gleaner("user", "remove", "bob").exit()).isEqualTo(3);
        Result oneself = grid.gleaner("user", "remove", "admin");
        assertThat(oneself.exit()).isEqualTo(3);
        assertThat(oneself.err()).contains("You can't remove yourself; another admin can.");
    }
}
