package org.gleaner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.gleaner.cli.TestGrid.Result;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Deadline;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A server whose clock is three hours ahead: "in an hour" means an hour of that clock, wherever it is typed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ServerTimeComponentTest {
    private static final Duration AHEAD = Duration.ofHours(3);

    private TestGrid grid;

    @BeforeAll
    void start(@TempDir Path root) throws Exception {
        grid = new TestGrid(root, System.getenv(), InstantSource.offset(InstantSource.system(), AHEAD));
        assertThat(grid.gleaner("run", "--type", "known", "true").exit()).isZero();
    }

    @AfterAll
    void stop() throws Exception {
        grid.stop();
    }

    private String well(String... words) {
        Result result = grid.gleaner(words);
        assertThat(result.exit()).as(result.err()).isZero();
        return result.out();
    }

    /** How long before its deadline a job was submitted, by the clock of this test. */
    private Duration left(String job, Instant submitted) throws Exception {
        Deadline deadline =
                grid.calls().job(new JobId(Long.parseLong(job))).get().summary().deadline();
        assertThat(deadline).isNotNull();
        return Duration.between(submitted.plus(AHEAD), deadline.at());
    }

    @Test
    void a_deadline_in_a_day_is_a_day_of_the_server_for_one_job_and_for_each_line_of_several() throws Exception {
        grid.write("jobs.txt", "--deadline +2d true\n--deadline 2100-01-01 true\ntrue\n");
        Instant began = Instant.now();
        String one = well("submit", "--no-check", "--deadline", "+1d", "true").strip();
        String[] several =
                well("submit", "--no-check", "--batch", "jobs.txt").lines().toArray(String[]::new);

        // What it takes to submit is not known; the hours by which the clocks differ are.
        assertThat(left(one, began)).isBetween(Duration.ofHours(23), Duration.ofHours(25));
        assertThat(left(several[0], began)).isBetween(Duration.ofHours(47), Duration.ofHours(49));
        assertThat(grid.calls()
                        .job(new JobId(Long.parseLong(several[1])))
                        .get()
                        .summary()
                        .deadline())
                .extracting(Deadline::at)
                .isEqualTo(Instant.parse("2100-01-01T00:00:00Z"));
    }

    @Test
    void a_deadline_in_an_hour_has_not_passed_when_it_is_asked_what_the_job_would_change() throws Exception {
        grid.write("job.toml", "command = [\"true\"]\ntype = \"known\"\ndeadline = \"+1h\"\n");

        Result asked = grid.gleaner("whatif", "--job", "job.toml");

        assertThat(asked.err()).doesNotContain("deadline");
        assertThat(asked.exit()).as(asked.err()).isZero();
    }
}
