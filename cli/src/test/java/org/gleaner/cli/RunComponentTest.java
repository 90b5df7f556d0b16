package org.gleaner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gleaner.cli.TestGrid.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that run on the pool as if they ran here. */
final class RunComponentTest {
    @TempDir
    static Path root;

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
    void a_single_command_is_tried_once_unless_somebody_says_how_often() {
        assertThat(grid.gleaner("run", "sh", "-c", "echo no; exit 7").out()).isEqualTo("no\n");
        assertThat(tasks()).contains("\"attempts\":1,");

        Result twice = grid.gleaner("run", "--max-failures", "2", "sh", "-c", "echo no; exit 7");

        assertThat(twice.exit()).isEqualTo(7);
        assertThat(tasks()).contains("\"attempts\":2,");
        // The second attempt printed the same, so that is all there is to see.
        assertThat(twice.out()).isEqualTo("no\n");
    }

    @Test
    void a_script_of_this_directory_is_sent_along_and_run() throws Exception {
        grid.write("greet", "#!/bin/sh\necho hello $1\n");

        Result script = grid.gleaner("run", "greet", "you");
        Result twice = grid.gleaner("run", "--in", "greet", "greet", "again");

        assertThat(script.out()).isEqualTo("hello you\n");
        assertThat(script.err()).contains("Note: greet is sent along, as the command starts it.\n");
        assertThat(twice.out()).isEqualTo("hello again\n");
        assertThat(twice.err()).doesNotContain("sent along");
    }

    @Test
    void whoever_is_no_longer_let_in_while_waiting_is_told_which_job_continues() throws Exception {
        Map<String, String> asCleo = Map.of(
                "GLEANER_TOKEN", grid.gleaner("user", "add", "cleo").out().strip());
        CompletableFuture<Result> waiting =
                CompletableFuture.supplyAsync(() -> grid.with(asCleo, "run", "--cores", "64", "true"));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> grid.gleaner("status", "owner:cleo").out().contains("cleo"));

        grid.gleaner("user", "remove", "cleo");
        Result run = waiting.get(1, TimeUnit.MINUTES);

        assertThat(run.exit()).isEqualTo(125);
        assertThat(run.err()).containsPattern("Job ([0-9]+) continues; 'gleaner wait \\1' waits for it");
        assertThat(run.err()).contains("It may be mistyped, expired or revoked.");
    }

    @Test
    void a_script_with_a_list_of_tasks_is_no_single_command() {
        grid.gleaner("run", "--array", "1-1", "false");

        assertThat(tasks()).contains("\"attempts\":3,");
    }

    @Test
    void an_array_prints_with_prefixes_on_request() {
        Result result = grid.gleaner("run", "--stream", "--array", "1-3", "--shell", "echo \"no $GLEANER_ENTRY\"");

        String job = last();
        assertThat(result.out().lines())
                .containsExactlyInAnyOrder(job + ".1| no 1", job + ".2| no 2", job + ".3| no 3");
        assertThat(result.err()).doesNotContain("Results are in");
        assertThat(grid.file("gleaner-" + job)).doesNotExist();
    }

    @Test
    void an_array_prints_in_the_order_of_its_tasks_on_request() {
        Path second = root.resolve("second-ended");
        String line = "if [ $GLEANER_ENTRY = 1 ]; then until [ -e " + second + " ]; do sleep 0.1; done; fi;"
                + " echo $GLEANER_ENTRY; if [ $GLEANER_ENTRY = 2 ]; then touch " + second + "; fi";

        Result result = grid.gleaner("run", "-k", "--array", "1-5", "--shell", line);

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).isEqualTo("1\n2\n3\n4\n5\n");
    }

    @Test
    void in_order_what_comes_behind_a_task_that_is_stuck_is_printed_too() {
        Result result =
                grid.gleaner("run", "-k", "--max-failures", "1", "--array", "1-3", "sh", "-c", "echo {}; test {} != 2");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out()).isEqualTo("1\n2\n3\n");
    }

    @Test
    void both_kinds_of_order_at_once_are_refused() {
        assertThat(grid.gleaner("run", "-k", "--stream", "--array", "1-3", "true")
                        .err())
                .contains("--stream and --keep-order can't be combined");
    }

    @Test
    void results_are_spoken_of_only_if_there_are_any() {
        assertThat(grid.gleaner("run", "--array", "1-2", "--max-failures", "1", "false")
                        .err())
                .doesNotContain("Results are in");
        assertThat(grid.gleaner("run", "--array", "1-2", "echo").err()).contains("Results are in gleaner-" + last());
    }

    private static String tasks() {
        return grid.gleaner("status", "last", "--tasks", "--json").out();
    }

    private static String last() {
        return grid.gleaner("status", "last", "--json").out().replaceAll(".*\"id\":([0-9]+),.*\\R", "$1");
    }
}
