package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.TaskRow;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What failed waits for a person, costs little, and runs again without repeating what is done. */
class RetryIT {
    private static final int FAILED = 1;

    @TempDir
    static Path temp;

    private static RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeAll
    static void start_a_server_and_an_agent() throws Exception {
        grid = new RealGrid(temp).startServer();
        grid.startAgent("agent", 8);
    }

    @AfterAll
    static void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void retry_with_refresh_runs_only_what_was_blocked_with_the_new_file() throws Exception {
        grid.file("tool.sh", "[ $(($1 % 3)) -ne 0 ] || { echo 'no threes' >&2; exit 7; }\necho old $1 >out.txt\n");
        JobId job = grid.submit(
                "--in", "tool.sh", "--out", "out.txt", "--array", "1-9", "--max-failures", "1", "sh", "tool.sh", "{}");
        Shell.Result failed = grid.gleaner("wait", job, "--timeout", "60s");
        assertThat(failed.exit()).as(failed.err()).isEqualTo(FAILED);
        assertThat(failed.err()).contains("no threes");
        assertThat(grid.counts(job).blocked()).isEqualTo(3);

        grid.file("tool.sh", "echo new $1 >out.txt\n");
        assertThat(grid.well("retry", job, "--refresh")).contains("get the new files; 3 tasks requeued.");
        grid.well("wait", job, "--timeout", "60s");

        grid.well("get", job, "--to", "fetched");
        for (TaskRow task : grid.tasks(job)) {
            boolean third = task.task() % 3 == 0;
            assertThat(task.attempts()).isEqualTo(third ? 2 : 1);
            assertThat(temp.resolve("fetched/" + task.task() + "/out.txt"))
                    .content()
                    .isEqualTo((third ? "new " : "old ") + task.task() + "\n");
        }
    }

    @Test
    void retry_without_refresh_uses_the_file_as_submitted() throws Exception {
        grid.file("tool.sh", "echo as submitted; [ -e '" + temp.resolve("fixed") + "' ]\n");
        JobId job = grid.submit("--in", "tool.sh", "--max-failures", "1", "sh", "tool.sh");
        assertThat(grid.gleaner("wait", job, "--timeout", "60s").exit()).isEqualTo(FAILED);

        grid.file("tool.sh", "echo changed since\n");
        grid.file("fixed", "");
        Shell.Result retried = grid.gleaner("retry", job);
        grid.well("wait", job, "--timeout", "60s");

        assertThat(retried.exit()).as(retried.err()).isZero();
        assertThat(retried.out() + retried.err()).contains("tool.sh", "--refresh");
        assertThat(grid.well("logs", job)).isEqualTo("as submitted\n");
    }

    @Test
    void a_job_of_which_everything_fails_pauses_itself_after_few_attempts() throws Exception {
        grid.file("typo.sh", "ehco $1\n");
        JobId job = grid.submit("--array", "1-2000", "--in", "typo.sh", "sh", "-e", "typo.sh", "{}");

        Shell.Result waited = grid.gleaner("wait", job, "--timeout", "60s");

        assertThat(waited.exit()).as(waited.err()).isEqualTo(FAILED);
        RealGrid.until("the last ones have ended", () -> grid.counts(job).running() == 0);
        // Tasks are taken in their order, so all that were tried are on the first page.
        List<TaskRow> tasks = grid.tasks(job);
        assertThat(tasks.stream().mapToInt(TaskRow::attempts).sum()).isBetween(20, 100);
        assertThat(grid.counts(job).paused()).isGreaterThanOrEqualTo(1900);
        assertThat(grid.job(job).note()).isNotEmpty();
        assertThat(grid.well("why", job)).contains("paused");
    }
}
