package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody with more jobs than one answer names sees what matters and reaches all of them. */
class ManyJobsIT {
    private static final int JOBS = 1_100;
    private static final int CALLERS = 16;
    private static final int USAGE = 2;

    @TempDir
    Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeEach
    void start_a_server() throws Exception {
        grid = new RealGrid(temp).startServer();
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    private List<JobId> submit() throws Exception {
        UserCalls calls = grid.calls();
        JobSpec spec = new JobSpec(
                "many",
                "none",
                new CommandLine.Words(List.of("true")),
                new ArrayShape.Single(),
                List.of(),
                List.of(),
                new Requirements(1, null),
                JobLimits.DEFAULT);
        List<Callable<JobId>> all = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            String key = "k" + i;
            all.add(() ->
                    calls.submit(spec, Collections.emptyIterator(), key).get().job());
        }
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try {
            List<JobId> jobs = new ArrayList<>();
            for (Future<JobId> one : callers.invokeAll(all)) {
                jobs.add(one.get());
            }
            return jobs;
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void a_thousand_jobs_are_listed_explained_cancelled_and_deleted_with_few_words() throws Exception {
        List<JobId> jobs = submit();
        String last = jobs.stream().max(JobId::compareTo).orElseThrow().toString();
        grid.well("cancel", last);

        Shell.Result few = grid.gleaner("status");
        assertThat(few.out().lines()).hasSizeBetween(31, 33).noneMatch(line -> line.startsWith(last + " "));
        assertThat(few.err()).contains("… " + (JOBS - 30) + " more; --all shows them");
        assertThat(grid.well("status", "--all").lines().filter(line -> line.contains(" many ")))
                .hasSize(JOBS)
                .last()
                .asString()
                .startsWith(last + " ");
        assertThat(grid.well("why").lines())
                .hasSizeLessThan(6)
                .anyMatch(line -> line.contains((JOBS - 1) + " jobs, such as job 1, "));

        // Four hundred numbers are one call.
        List<Object> words = new ArrayList<>(List.of("cancel"));
        words.addAll(jobs.subList(0, 400).stream().map(JobId::toString).toList());
        assertThat(grid.gleaner(words.toArray()).out()).contains("tasks cancelled");
        grid.calls().change(Verb.CANCEL, "all").get();

        assertThat(grid.well("why", "name:many")).contains(JOBS + " jobs, such as job ");
        assertThat(grid.gleaner("delete", "name:many").exit()).isEqualTo(USAGE);
        assertThat(grid.well("delete", "name:many", "--yes")).isEqualTo(JOBS + " jobs deleted.\n");
        assertThat(grid.well("status")).startsWith("No jobs.");
    }
}
