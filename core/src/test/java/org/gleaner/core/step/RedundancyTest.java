package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.PATIENCE;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.failed;
import static org.gleaner.core.step.GridFixture.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.CountedChoices;
import org.gleaner.core.grid.Fate;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Terms;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.open.JobWriter;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.PoolWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedundancyTest {
    private static final Capacity ONE_SLOT = new Capacity(1, MemorySize.parse("2G"));

    private final GridFixture grid = new GridFixture();

    @BeforeEach
    void plain() {
        set("redundancy", "plain");
    }

    private void set(String name, String value) {
        grid.ask(new Command.ChangeSetting(ADMIN, name, value), Reply.Acknowledged.class);
    }

    private static Held running(AttemptId attempt) {
        return Held.of(attempt, Held.State.RUNNING);
    }

    /** What a node with one slot is given now; none if nothing. */
    private List<AttemptId> given(Introduced node, AttemptId... holds) {
        Held[] held = new Held[holds.length];
        for (int i = 0; i < holds.length; i++) {
            held[i] = running(holds[i]);
        }
        return grid.orders(node, held).start().stream().map(Start::attempt).toList();
    }

    private static JobLimits limits(int copies, int atMost) {
        return new JobLimits(null, 3, 20, 0, false, atMost, copies, null, null);
    }

    @Test
    void a_node_without_work_runs_the_oldest_of_the_tasks_with_the_fewest_copies() {
        Introduced first = grid.introduce("first", ONE_SLOT);
        Introduced second = grid.introduce("second", ONE_SLOT);
        Introduced third = grid.introduce("third", ONE_SLOT);
        Introduced fourth = grid.introduce("fourth", ONE_SLOT);
        JobId id = grid.submit(array(2));
        given(first);
        grid.pass(Duration.ofSeconds(1));
        given(second);

        assertThat(given(third)).containsExactly(AttemptId.of(id.value(), 1, 2));
        assertThat(given(fourth)).containsExactly(AttemptId.of(id.value(), 2, 2));
    }

    @Test
    void the_first_result_counts_and_the_others_are_stopped_by_their_next_sync() {
        Introduced slow = grid.introduce("slow", ONE_SLOT);
        Introduced fast = grid.introduce("fast", ONE_SLOT);
        JobId id = grid.submit(array(1));
        AttemptId original = given(slow).get(0);
        AttemptId copy = given(fast).get(0);

        CommitAnswer accepted = grid.commit(fast, done(copy)).answers().get(0);
        Orders orders = grid.orders(slow, running(original));

        assertThat(accepted.verdict()).isEqualTo(CommitAnswer.Verdict.ACCEPTED);
        assertThat(orders.stop()).containsExactly(original);
        assertThat(grid.commit(slow, done(original)).answers().get(0).verdict())
                .isEqualTo(CommitAnswer.Verdict.DISCARD);
        assertThat(grid.roster().jobs().get(id)).isNull();
    }

    @Test
    void a_job_whose_tasks_are_done_is_deleted_although_a_copy_still_runs() {
        Introduced slow = grid.introduce("slow", ONE_SLOT);
        Introduced fast = grid.introduce("fast", ONE_SLOT);
        JobId id = grid.submit(array(1));
        AttemptId original = given(slow).get(0);
        grid.commit(fast, done(given(fast).get(0)));

        grid.change(Verb.DELETE, "1");

        assertThat(grid.roster().jobs().get(id)).isNull();
        assertThat(grid.orders(slow, running(original)).stop()).containsExactly(original);
        assertThat(grid.commit(slow, done(original)).answers().get(0).verdict())
                .isEqualTo(CommitAnswer.Verdict.DISCARD);
    }

    @Test
    void of_what_copies_wrote_so_far_only_that_of_the_oldest_is_kept() {
        Introduced first = grid.introduce("first", ONE_SLOT);
        Introduced second = grid.introduce("second", ONE_SLOT);
        grid.submit(array(1));
        AttemptId original = given(first).get(0);
        AttemptId copy = given(second).get(0);

        assertThat(keeps(first, original)).isTrue();
        assertThat(keeps(second, copy)).isFalse();
        grid.commit(first, failed(original));
        assertThat(keeps(second, copy)).as("when it is the only one").isTrue();
    }

    private boolean keeps(Introduced node, AttemptId attempt) {
        PartialCall call = new PartialCall(node.incarnation(), attempt, List.of());
        return grid.ask(new Command.KeepPartial(node.node(), call, List.of()), Reply.PartialTaken.class)
                .content()
                .kept();
    }

    @Test
    void every_machine_that_is_lost_with_a_copy_counts_and_the_last_copy_decides() {
        Introduced first = grid.introduce("first", ONE_SLOT);
        Introduced second = grid.introduce("second", ONE_SLOT);
        JobId id = grid.submit(job(1, Requirements.ONE_CORE, new JobLimits(null, 3, 2, 0, false, 0, 2, null, null)));
        AttemptId original = given(first).get(0);
        AttemptId copy = given(second).get(0);
        given(first, original);
        grid.pass(Duration.ofSeconds(40));
        given(second, copy);
        grid.pass(Duration.ofSeconds(30));
        assertThat(grid.task(id, 1)).as("one is lost, the other runs").isEqualTo(TaskState.RUNNING);

        grid.pass(Duration.ofSeconds(70));

        assertThat(grid.task(id, 1)).as("it took two machines with it").isEqualTo(TaskState.BLOCKED);
    }

    @Test
    void a_task_stands_still_only_if_all_its_copies_do() {
        Introduced desk = grid.introduce("desk", ONE_SLOT);
        Introduced lab = grid.introduce("lab", ONE_SLOT);
        grid.submit(array(1));
        AttemptId original = given(desk).get(0);
        AttemptId copy = given(lab).get(0);
        grid.orders(desk, Held.of(original, Held.State.SUSPENDED));
        grid.orders(lab, running(copy));

        assertThat(why()).containsExactly(Reason.Kind.RUNNING);
        grid.orders(lab, Held.of(copy, Held.State.SUSPENDED));
        assertThat(why()).containsExactly(Reason.Kind.SUSPENDED);
    }

    private List<Reason.Kind> why() {
        Reply.Explained why = grid.ask(new Question.AskWhy(ANNA, Selector.parse("1")), Reply.Explained.class);
        return why.reasons().stream().map(Reason::kind).toList();
    }

    @Test
    void a_task_never_runs_twice_on_one_node() {
        Introduced only = grid.introduce("only", TWO_SLOTS);
        grid.submit(array(1));

        List<AttemptId> first = given(only);

        assertThat(first).hasSize(1);
        assertThat(given(only, first.get(0))).isEmpty();
    }

    @Test
    void a_job_limits_how_often_its_tasks_run_at_once() {
        grid.submit(job(1, Requirements.ONE_CORE, limits(2, 0)));
        List<AttemptId> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.addAll(given(grid.introduce("n" + i, ONE_SLOT)));
        }

        assertThat(all).hasSize(2);
    }

    @Test
    void a_task_in_a_directory_that_machines_share_never_runs_twice_at_once() {
        grid.submit(array(1).in(new Workplace(new TreeMap<>(), "/data", null, List.of(), false)));

        assertThat(given(sharing("first"))).hasSize(1);
        assertThat(given(sharing("second"))).isEmpty();
    }

    private Introduced sharing(String name) {
        Abilities abilities = new Abilities(List.of(), List.of("mount=/data"), List.of(), List.of());
        NodeFacts facts = new NodeFacts(name, "linux", "x64", 4, Duration.ofMillis(300), "0.1.0", abilities);
        return grid.ask(
                        new Command.Introduce(null, new Introduction(facts, ONE_SLOT, List.of()), null),
                        Reply.Introduced.class)
                .content();
    }

    @Test
    void the_limit_can_be_changed_while_it_runs() {
        JobId id = grid.submit(job(1, Requirements.ONE_CORE, limits(1, 0)));
        given(grid.introduce("first", ONE_SLOT));
        Introduced second = grid.introduce("second", ONE_SLOT);
        assertThat(given(second)).isEmpty();

        Terms terms = new Terms(null, null, null, null, null, null, 2, null, null, null);
        grid.ask(new Command.Adjust(ANNA, new Selector.OneJob(id), terms), Reply.Adjusted.class);

        assertThat(given(second)).hasSize(1);
    }

    @Test
    void copies_count_among_the_attempts_that_a_job_may_have_at_once() {
        grid.submit(job(1, Requirements.ONE_CORE, limits(20, 2)));

        assertThat(given(grid.introduce("a", ONE_SLOT))).hasSize(1);
        assertThat(given(grid.introduce("b", ONE_SLOT))).hasSize(1);
        assertThat(given(grid.introduce("c", ONE_SLOT))).isEmpty();
    }

    @Test
    void a_task_that_is_paused_or_cancelled_while_it_runs_gets_no_copy() {
        grid.submit(array(2));
        Introduced busy = grid.introduce("busy", TWO_SLOTS);
        given(busy);

        grid.change(Verb.PAUSE, "1.1");
        grid.change(Verb.CANCEL, "1.2");

        assertThat(given(grid.introduce("idle", ONE_SLOT))).isEmpty();
        grid.change(Verb.RESUME, "1.1");
        assertThat(given(grid.introduce("other", ONE_SLOT))).containsExactly(AttemptId.of(1, 1, 2));
    }

    @Test
    void a_copy_that_fails_does_not_block_its_task_while_another_runs() {
        JobId id = grid.submit(job(1, Requirements.ONE_CORE, new JobLimits(null, 1, 20, 0, false, 0, 20, null, null)));
        Introduced first = grid.introduce("first", ONE_SLOT);
        Introduced second = grid.introduce("second", ONE_SLOT);
        AttemptId original = given(first).get(0);
        AttemptId copy = given(second).get(0);

        grid.commit(second, failed(copy));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.RUNNING);
        assertThat(given(second)).as("no new copy at the limit").isEmpty();
        grid.commit(first, done(original));
        assertThat(grid.roster().jobs().get(id)).as("done and closed").isNull();
    }

    @Test
    void a_task_whose_last_copy_fails_is_blocked_at_the_limit() {
        JobId id = grid.submit(job(1, Requirements.ONE_CORE, new JobLimits(null, 1, 20, 0, false, 0, 20, null, null)));
        Introduced first = grid.introduce("first", ONE_SLOT);
        Introduced second = grid.introduce("second", ONE_SLOT);
        AttemptId original = given(first).get(0);
        AttemptId copy = given(second).get(0);

        grid.commit(second, failed(copy));
        grid.commit(first, failed(original));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.BLOCKED);
    }

    @Test
    void switched_off_no_copy_starts_and_switched_on_again_all_that_runs_is_known() {
        grid.submit(array(2));
        Introduced busy = grid.introduce("busy", TWO_SLOTS);
        set("redundancy", "off");
        given(busy);
        Introduced idle = grid.introduce("idle", ONE_SLOT);
        assertThat(given(idle)).isEmpty();

        set("redundancy", "plain");

        assertThat(given(idle)).hasSize(1);
    }

    @Test
    void after_a_restart_copies_are_known() {
        grid.submit(job(1, Requirements.ONE_CORE, limits(2, 0)));
        given(grid.introduce("first", ONE_SLOT));
        given(grid.introduce("second", ONE_SLOT));

        grid.restart();

        assertThat(given(grid.introduce("third", ONE_SLOT))).isEmpty();
    }

    @Test
    void waiting_nodes_are_offered_copies_within_a_minute_and_all_their_slots_are_used() {
        Introduced busy = grid.introduce("busy", TWO_SLOTS);
        Introduced idle = grid.introduce("idle", TWO_SLOTS);
        assertThat(grid.send(grid.sync(idle, PATIENCE, List.of()))).isEmpty();
        grid.submit(array(2));
        List<AttemptId> all = given(busy);
        grid.takeOutbox();
        assertThat(all).hasSize(2);

        // An idle node is asked at the next look at the pool, or asks itself when its call ends.
        int copies = 0;
        for (int i = 0; i < 4 && copies == 0; i++) {
            grid.send(grid.sync(busy, PATIENCE, List.of(running(all.get(0)), running(all.get(1)))));
            grid.pass(Duration.ofSeconds(19));
            copies = grid.roster().nodes().node(idle.node()).live().size();
            grid.send(grid.sync(idle, PATIENCE, List.of()));
            copies = Math.max(
                    copies, grid.roster().nodes().node(idle.node()).live().size());
        }

        assertThat(copies).isEqualTo(2);
    }

    @Test
    void copies_and_what_they_cost_are_told_and_counted() {
        Introduced slow = grid.introduce("slow", ONE_SLOT);
        Introduced fast = grid.introduce("fast", ONE_SLOT);
        grid.submit(array(1));
        AttemptId original = given(slow).get(0);
        AttemptId copy = given(fast).get(0);

        Reply.Explained why = grid.ask(new Question.AskWhy(ANNA, Selector.parse("1")), Reply.Explained.class);
        grid.pass(Duration.ofSeconds(5));
        grid.commit(fast, done(copy));
        grid.orders(slow, running(original));
        grid.orders(slow);

        Cause.Running told = (Cause.Running) why.reasons().get(0).cause();
        assertThat(told.copied()).isEqualTo(1);
        assertThat(told.redundancy()).isEqualTo("plain");
        CountedChoices counted = grid.roster().choices().counted();
        assertThat(counted.counts().get("plain")).containsEntry("copy", 1L);
        assertThat(counted.counts().get("balanced")).containsEntry("fewest-running", 1L);
        assertThat(counted.copiesWon()).isEqualTo(1);
        assertThat(counted.copies()).isEqualTo(1);
        assertThat(counted.work()).containsOnlyKeys(Fate.DONE, Fate.REDUNDANT);
        assertThat(counted.work().get(Fate.REDUNDANT)).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void what_runs_far_longer_than_such_tasks_take_gets_a_copy_whatever_its_node_says_of_its_speed() {
        set("redundancy", "computed");
        Introduced honest = grid.introduce("honest", ONE_SLOT);
        grid.submit(array(8));
        for (int i = 0; i < 8; i++) {
            AttemptId one = given(honest).get(0);
            grid.commitAfterRun(honest, done(one));
        }
        NodeFacts facts = new NodeFacts("fastbox", "linux", "x64", 4, Duration.ofMillis(10), "0.1.0");
        Command introduction = new Command.Introduce(null, new Introduction(facts, ONE_SLOT, List.of()), null);
        Introduced liar = grid.ask(introduction, Reply.Introduced.class).content();
        JobId id = grid.submit(array(1));
        AttemptId original = given(liar).get(0);
        List<AttemptId> copies = new ArrayList<>();
        Reply.Explained why = null;
        for (int minute = 0; minute < 15 && copies.isEmpty(); minute++) {
            grid.pass(Duration.ofSeconds(30));
            given(liar, original);
            grid.pass(Duration.ofSeconds(30));
            given(liar, original);
            why = grid.ask(new Question.AskWhy(ANNA, Selector.parse(id.toString())), Reply.Explained.class);
            copies.addAll(given(honest));
        }

        assertThat(copies).containsExactly(AttemptId.of(id.value(), 1, 2));
        assertThat(((Cause.Running) why.reasons().get(0).cause()).overlong()).isEqualTo(1);
        grid.commitAfterRun(honest, done(copies.get(0)));
        assertThat(grid.task(id, 1)).isEqualTo(TaskState.DONE);
    }

    @Test
    void an_index_that_is_wrong_is_noticed() {
        JobId id = grid.submit(array(1));
        given(grid.introduce("first", ONE_SLOT));

        StoredGrid stored = grid.state().stored();
        PoolWriter pool = PoolWriter.load(stored, grid.now());
        JobWriter jobs = JobWriter.load(stored, grid.now(), OpenLimits.DEFAULT, pool::want);
        Roster roster = Roster.load(pool.nodes(), jobs.jobs(), stored, false, grid.now())
                .roster();

        jobs.closed(id);

        assertThat(roster.fault()).isPresent();
    }
}
