package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.running;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Terms;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Mismatch;
import org.gleaner.core.node.NodeFacts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What owners may ask of machines and of the time beside what a task needs. */
final class AskingTest {
    private final GridFixture grid = new GridFixture();

    private Introduced introduce(String name, long benchmark, String... tags) {
        NodeFacts facts = new NodeFacts(
                name,
                "linux",
                "x64",
                4,
                Duration.ofMillis(benchmark),
                "0.2.0",
                new Abilities(List.of(), List.of(tags), List.of(), List.of()));
        return grid.ask(
                        new Command.Introduce(null, new Introduction(facts, TWO_SLOTS, List.of()), null),
                        Reply.Introduced.class)
                .content();
    }

    private static JobSpec on(int tasks, Machines machines) {
        Platform platform = new Platform(null, null, List.of(), List.of(), false, machines);
        return job(tasks, new Requirements(1, null, null, platform), JobLimits.DEFAULT);
    }

    private static Machines on(String... words) {
        return new Machines(List.of(words), List.of(), null);
    }

    private static Machines notOn(String... words) {
        return new Machines(List.of(), List.of(words), null);
    }

    private static JobSpec alone(int tasks) {
        return job(tasks, new Requirements(1, null, null, Platform.ANY, true, Amounts.NONE), JobLimits.DEFAULT);
    }

    private JobSpec begins(JobSpec spec, @Nullable Duration in, Predecessor... after) {
        Instant begin = in == null ? null : grid.now().plus(in);
        return spec.withTurn(new Turn(0, 1, List.of(after), begin, false));
    }

    private List<Reason> why(JobId job) {
        return grid.ask(new Question.AskWhy(ANNA, Selector.parse(job.toString())), Reply.Explained.class)
                .reasons();
    }

    private int started(Introduced node) {
        return grid.orders(node).start().size();
    }

    @Test
    void a_job_runs_only_on_the_node_that_it_names_by_name_id_or_tag() {
        Introduced first = introduce("lab-1", 300);
        Introduced second = introduce("lab-2", 300, "gpu");
        for (String word : List.of("lab-2", second.node().toString(), "gpu")) {
            grid.submit(on(1, on(word)));
        }

        assertThat(started(first)).isZero();
        assertThat(started(second)).isEqualTo(2);
    }

    @Test
    void of_several_names_one_is_enough_and_why_counts_the_other_nodes() {
        introduce("lab-1", 300);
        introduce("lab-2", 300);
        introduce("lab-3", 300);
        JobId job = grid.submit(on(1, on("lab-1", "lab-3")));
        JobId nowhere = grid.submit(on(1, on("nobody")));

        assertThat(started(introduce("other", 300))).isZero();
        assertThat(why(job)).extracting(Reason::kind, Reason::nodes).contains(tuple(Kind.WAITING_FOR_TURN, 2));
        assertThat(why(nowhere).get(1).cause())
                .isEqualTo(
                        new Cause.Misfit(new Reply.Misfit(Mismatch.Kind.NODE, 4, List.of("nobody"), List.of()), null));
    }

    @Test
    void a_job_keeps_away_from_what_it_excludes() {
        Introduced bad = introduce("bad", 300);
        Introduced tagged = introduce("other", 300, "slow");
        Introduced good = introduce("good", 300);
        grid.submit(on(2, notOn("bad", "slow")));

        assertThat(started(bad)).isZero();
        assertThat(started(tagged)).isZero();
        assertThat(started(good)).isEqualTo(2);
    }

    @Test
    void other_jobs_still_go_to_a_node_that_one_job_avoids() {
        Introduced bad = introduce("bad", 300);
        grid.submit(on(2, notOn("bad")));
        JobId any = grid.submit(array(1));

        List<Start> starts = grid.orders(bad).start();

        assertThat(starts).extracting(one -> one.attempt().job()).containsExactly(any);
    }

    @Test
    void a_copy_goes_to_no_node_that_its_job_excludes() {
        grid.send(new Command.ChangeSetting(ADMIN, Setting.REDUNDANCY.word(), "plain"));
        Introduced good = introduce("good", 300);
        Introduced bad = introduce("bad", 300);
        grid.submit(on(1, notOn("bad")));
        grid.orders(good);

        assertThat(started(bad)).isZero();
    }

    @Test
    void a_slow_machine_gets_nothing_of_a_job_that_asks_for_speed() {
        Introduced slow = introduce("slow", 900);
        Introduced fast = introduce("fast", 300);
        grid.pass(Duration.ofSeconds(2));
        JobId job = grid.submit(on(1, new Machines(List.of(), List.of(), 1.0)));

        assertThat(started(slow)).isZero();
        assertThat(started(fast)).isEqualTo(1);

        JobId faster = grid.submit(on(1, new Machines(List.of(), List.of(), 50.0)));
        assertThat(why(job)).extracting(Reason::kind).containsExactly(Kind.RUNNING);
        assertThat(why(faster)).extracting(Reason::kind).containsExactly(Kind.FITS_NO_NODE, Kind.MISFIT);
    }

    @Test
    void an_exclusive_task_waits_for_an_empty_node_and_keeps_it_to_itself() {
        Introduced node = introduce("lab", 300);
        grid.submit(array(1));
        List<Start> first = grid.orders(node).start();
        JobId alone = grid.submit(alone(2));

        assertThat(grid.orders(node, running(first)).start()).isEmpty();
        assertThat(why(alone).get(0).cause()).isInstanceOf(Cause.Busy.class);

        grid.commit(node, done(first.get(0).attempt()));
        List<Start> second = grid.orders(node).start();
        assertThat(second).extracting(one -> one.attempt().job()).containsExactly(alone);
        grid.submit(array(1));
        assertThat(grid.orders(node, running(second)).start()).isEmpty();
    }

    @Test
    void an_unknown_name_is_told_before_the_job_is_submitted() {
        introduce("lab-1", 300);

        Reply.Matched matched = grid.ask(
                new Question.Preview(ANNA, on(1, notOn("lab-1", "lab-33")), QuotaUse.NONE), Reply.Matched.class);

        assertThat(matched.unknown()).containsExactly("lab-33");
        assertThat(matched.fitting()).isZero();
    }

    @Test
    void a_job_starts_when_its_time_has_come_and_not_before() {
        Introduced node = introduce("lab", 300);
        JobId job = grid.submit(begins(array(2), Duration.ofMinutes(10)));

        assertThat(started(node)).isZero();
        assertThat(grid.task(job, 1)).isEqualTo(TaskState.WAITING);
        assertThat(why(job).get(0).cause())
                .isEqualTo(new Cause.NotBefore(grid.now().plus(Duration.ofMinutes(10)), Duration.ofMinutes(10)));

        grid.pass(Duration.ofMinutes(10).plusSeconds(2));
        assertThat(grid.task(job, 1)).isEqualTo(TaskState.READY);
        assertThat(grid.orders(grid.introduceAgain(node.node(), List.of())).start())
                .hasSize(2);
    }

    @Test
    void a_time_that_came_while_the_server_was_away_is_noticed_after_its_restart() {
        JobId job = grid.submit(begins(array(1), Duration.ofMinutes(10)));

        grid.restartEarlier(Duration.ofMinutes(-11));
        grid.pass(Duration.ofSeconds(2));

        assertThat(grid.task(job, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void what_waits_for_its_time_and_for_others_starts_after_both() {
        Introduced node = introduce("lab", 300);
        JobId first = grid.submit(array(1));
        Predecessor before = new Predecessor(first, new Ordinals(List.of()), false);
        JobId soon = grid.submit(begins(array(1), Duration.ofMinutes(1), before));
        Predecessor each = new Predecessor(first, new Ordinals(List.of()), true);
        JobId late = grid.submit(begins(array(1), Duration.ofHours(1), each));

        grid.pass(Duration.ofMinutes(2));
        assertThat(grid.task(soon, 1)).isEqualTo(TaskState.WAITING);
        Introduced again = grid.introduceAgain(node.node(), List.of());
        grid.commit(again, done(grid.orders(again).start().get(0).attempt()));

        assertThat(grid.task(soon, 1)).isNotEqualTo(TaskState.WAITING);
        assertThat(grid.task(late, 1)).isEqualTo(TaskState.WAITING);
        grid.pass(Duration.ofHours(1));
        assertThat(grid.task(late, 1)).isEqualTo(TaskState.READY);
    }

    private static Terms begin(Instant begin) {
        return new Terms(null, null, null, null, null, null, null, null, begin, null);
    }

    @Test
    void the_begin_of_a_job_that_waits_can_be_put_off_and_brought_forward() {
        JobId later = grid.submit(begins(array(1), Duration.ofMinutes(10)));
        JobId sooner = grid.submit(begins(array(1), Duration.ofHours(10)));
        Selector all = new Selector.SomeJobs(new TreeSet<>(List.of(later, sooner)));

        grid.ask(new Command.Adjust(ANNA, all, begin(grid.now().plus(Duration.ofHours(1)))), Reply.Adjusted.class);
        grid.pass(Duration.ofMinutes(20));
        assertThat(grid.task(later, 1)).isEqualTo(TaskState.WAITING);
        grid.restart();
        grid.pass(Duration.ofMinutes(41));

        assertThat(grid.task(later, 1)).isEqualTo(TaskState.READY);
        assertThat(grid.task(sooner, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_begin_that_is_past_means_at_once() {
        JobId job = grid.submit(begins(array(1), Duration.ofHours(10)));
        Command.Adjust atOnce = new Command.Adjust(ANNA, new Selector.OneJob(job), begin(Instant.EPOCH));

        grid.ask(atOnce, Reply.Adjusted.class);
        grid.pass(Duration.ofSeconds(2));

        assertThat(grid.task(job, 1)).isEqualTo(TaskState.READY);
        grid.ask(atOnce, Reply.Adjusted.class);
        assertThat(grid.task(job, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_job_that_has_begun_can_not_be_put_off() {
        JobId job = grid.submit(array(1));

        Reply.Refused refused = grid.ask(
                new Command.Adjust(
                        ANNA, new Selector.OneJob(job), begin(grid.now().plusSeconds(60))),
                Reply.Refused.class);

        assertThat(refused.why())
                .isEqualTo(new Rejection.IllegalTransition(job, "set", Rejection.Obstacle.Plain.HAS_BEGUN));
    }

    @Test
    void a_resumed_job_still_waits_for_its_time() {
        JobId job = grid.submit(begins(array(1), Duration.ofMinutes(10)));
        grid.change(Verb.PAUSE, job.toString());

        grid.change(Verb.RESUME, job.toString());
        assertThat(grid.task(job, 1)).isEqualTo(TaskState.WAITING);

        grid.pass(Duration.ofMinutes(11));
        assertThat(grid.task(job, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_job_that_is_paused_when_its_time_comes_starts_when_it_is_resumed() {
        JobId job = grid.submit(begins(array(1), Duration.ofMinutes(10)));
        grid.change(Verb.PAUSE, job.toString());
        grid.pass(Duration.ofMinutes(11));
        assertThat(grid.task(job, 1)).isEqualTo(TaskState.PAUSED);

        grid.change(Verb.RESUME, job.toString());

        assertThat(grid.task(job, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_job_that_is_submitted_paused_starts_when_it_is_resumed() {
        Introduced node = introduce("lab", 300);
        JobId job = grid.submit(array(2).withTurn(new Turn(0, 1, List.of(), null, true)));

        assertThat(started(node)).isZero();
        assertThat(why(job)).extracting(Reason::kind, Reason::tasks).containsExactly(tuple(Kind.PAUSED, 2));
        grid.change(Verb.RESUME, job.toString());

        assertThat(started(node)).isEqualTo(2);
    }

    @Test
    void a_job_is_on_hold_since_it_was_submitted_only_until_somebody_releases_it() {
        JobId job = grid.submit(
                array(2).withTurn(new Turn(0, 1, List.of(), grid.now().plus(Duration.ofHours(2)), true)));
        assertThat(why(job).get(0).cause()).isEqualTo(new Cause.Held());

        grid.change(Verb.RESUME, job.toString());
        grid.change(Verb.PAUSE, job.toString());

        assertThat(why(job).get(0).cause()).isEqualTo(new Cause.Plain(Kind.PAUSED));
        grid.restart();
        assertThat(why(job).get(0).cause()).isEqualTo(new Cause.Plain(Kind.PAUSED));
    }

    @Test
    void a_held_job_that_was_cancelled_and_retried_is_on_hold_no_longer() {
        JobId job = grid.submit(array(2).withTurn(new Turn(0, 1, List.of(), null, true)));
        grid.change(Verb.CANCEL, job + ".1");
        assertThat(why(job).get(0).cause()).isEqualTo(new Cause.Held());

        grid.change(Verb.RETRY, job + ".1");
        grid.change(Verb.PAUSE, job.toString());

        assertThat(why(job).get(0).cause()).isEqualTo(new Cause.Plain(Kind.PAUSED));
    }
}
