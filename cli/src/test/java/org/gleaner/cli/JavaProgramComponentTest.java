package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.gleaner.client.access.ServerFinder;
import org.gleaner.client.call.Submitted;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.Place;
import org.gleaner.client.file.Uploader;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.PreparedJob;
import org.gleaner.client.job.Results;
import org.gleaner.client.job.Watch;
import org.gleaner.core.job.TaskCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client as a Java program uses it, without a command line. */
final class JavaProgramComponentTest {
    @Test
    void a_java_program_submits_a_job_waits_for_it_and_fetches_its_results(@TempDir Path root) throws Exception {
        TestGrid grid = new TestGrid(root);
        grid.write("a.txt", "one");
        grid.write("b.txt", "two");
        Path home = grid.home();
        Path directory = grid.file(".").normalize();

        try {
            Draft draft = Draft.of("sh", "-c", "tr a-z A-Z <\"$0\" >out.txt", "{}")
                    .with("each", "*.txt")
                    .with("out", "out.txt");
            PreparedJob job = PreparedJob.of(draft, Place.of(directory), ServerFinder.find(home, Map.of()));
            Submitted submitted = job.submit(home, Uploader.Progress.SILENT);
            List<Chosen> tasks = Chosen.of(job.calls(), submitted.job().toString());
            TaskCounts counts = new Watch(job.calls(), tasks, Duration.ofMillis(100), null).untilSettled();
            Results results = new Results(job.calls(), directory, Results.Wish.USUAL);
            results.fetch(tasks.get(0), "results");

            assertThat(counts.done()).isEqualTo(2);
            assertThat(results.fetched().tasks()).isEqualTo(2);
            assertThat(directory.resolve("results/1/out.txt")).content(UTF_8).isEqualTo("ONE");
            assertThat(directory.resolve("results/2/out.txt")).content(UTF_8).isEqualTo("TWO");
        } finally {
            grid.stop();
        }
    }
}
