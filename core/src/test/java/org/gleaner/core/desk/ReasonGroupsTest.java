package org.gleaner.core.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.PastChoices;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.scheduling.Rule;
import org.junit.jupiter.api.Test;

final class ReasonGroupsTest {
    private static final int MANY = 20_000;

    private final ReasonGroups groups = new ReasonGroups();

    @Test
    void what_one_job_needs_is_not_said_of_the_others_that_wait_for_the_same_nodes() {
        groups.add(reason(1, busy(Amounts.parse(List.of("gpu=2")), PastChoices.NONE)));
        for (int job = 2; job <= MANY; job++) {
            groups.add(reason(job, busy(Amounts.NONE, PastChoices.NONE)));
        }

        assertThat(told()).containsExactly("1: 1 job, 2 tasks, same", "2: 19999 jobs, 39998 tasks, same");
    }

    @Test
    void facts_that_differ_from_job_to_job_are_told_as_one_group_whose_example_does_not_hold_for_all() {
        for (int job = 2; job <= MANY; job++) {
            groups.add(reason(job, after(job - 1, job)));
        }
        groups.add(reason(MANY + 1, new Cause.Plain(Kind.PAUSED)));

        assertThat(told()).containsExactly("2: 19999 jobs, 39998 tasks, differing", "20001: 1 job, 2 tasks, same");
    }

    @Test
    void a_job_with_several_reasons_counts_once_in_each_group() {
        for (int job = 10; job < 13; job++) {
            groups.add(reason(job, after(1, 0)));
            groups.add(reason(job, after(2, 0)));
        }

        assertThat(told()).containsExactly("10: 3 jobs, 6 tasks, same", "10: 3 jobs, 6 tasks, same");
        for (int before = 3; before < 9; before++) {
            groups.add(reason(13, after(before, 0)));
        }
        assertThat(told()).containsExactly("10: 4 jobs, 8 tasks, differing");
    }

    @Test
    void what_passes_while_the_jobs_are_looked_at_makes_no_groups() {
        Instant begin = Instant.EPOCH.plusSeconds(100);
        for (int job = 1; job < 20; job++) {
            PastChoices past = new PastChoices(
                    new PastChoices.Share(1, true),
                    new PastChoices.Given("t", "n", Duration.ofMillis(job), Rule.UNTRIED),
                    null);
            groups.add(reason(job, busy(Amounts.NONE, past)));
            groups.add(reason(job, new Cause.Turn.NextToAsk("survival", past)));
            groups.add(reason(job, new Cause.NotBefore(begin, Duration.ofMillis(100_000 - job))));
            groups.add(reason(job, after(99, job)));
        }

        assertThat(told()).hasSize(4).containsOnly("1: 19 jobs, 38 tasks, same");
    }

    @Test
    void a_reason_that_was_not_looked_up_makes_its_group_differ() {
        groups.add(reason(1, new Cause.Cancelled(null)));
        groups.addUnsure(reason(2, new Cause.Cancelled(null)));

        assertThat(told()).containsExactly("1: 2 jobs, 4 tasks, differing");
    }

    private List<String> told() {
        return groups.summary(false).groups().stream()
                .map(one -> one.example().job() + ": " + one.jobs() + (one.jobs() == 1 ? " job, " : " jobs, ")
                        + one.tasks() + " tasks, " + (one.same() ? "same" : "differing"))
                .toList();
    }

    private static Reason reason(int job, Cause cause) {
        return new Reason(new JobId(job), cause, 2);
    }

    private static Cause busy(Amounts uses, PastChoices past) {
        return new Cause.Busy(true, 1, false, uses, null, past);
    }

    private static Cause after(int job, int done) {
        Predecessor before = new Predecessor(new JobId(job), new Ordinals(List.of()), false, Predecessor.When.DONE);
        return new Cause.After(before, new TaskCounts(0, 0, 0, done, 0, 0, 0), false);
    }
}
