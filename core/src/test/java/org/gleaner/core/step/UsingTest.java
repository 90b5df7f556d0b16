package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.PATIENCE;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.running;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Mismatch;
import org.gleaner.core.node.NodeFacts;
import org.junit.jupiter.api.Test;

/** What is counted: on a node, as graphics cards are, or in the whole pool, as licences are. */
final class UsingTest {
    private static final Capacity FOUR_SLOTS = new Capacity(4, MemorySize.parse("8G"));

    private final GridFixture grid = new GridFixture();

    private Introduced introduce(String name, String... provides) {
        Abilities abilities = Abilities.NONE.withProvided(Amounts.parse(List.of(provides)));
        NodeFacts facts = new NodeFacts(name, "linux", "x64", 4, Duration.ofMillis(300), "0.2.0", abilities);
        return grid.ask(
                        new Command.Introduce(null, new Introduction(facts, FOUR_SLOTS, List.of()), null),
                        Reply.Introduced.class)
                .content();
    }

    private static JobSpec using(int tasks, String... uses) {
        Amounts amounts = Amounts.parse(List.of(uses));
        return job(tasks, new Requirements(1, null, null, Platform.ANY, false, amounts), JobLimits.DEFAULT);
    }

    private void licences(String value) {
        grid.ask(new Command.ChangeSetting(ADMIN, Setting.LICENCES.word(), value), Reply.Acknowledged.class);
    }

    private List<Reason> why(JobId job) {
        return grid.ask(new Question.AskWhy(ANNA, Selector.parse(job.toString())), Reply.Explained.class)
                .reasons();
    }

    @Test
    void a_node_runs_no_more_than_it_has_cards_for_and_other_work_beside_them() {
        Introduced none = introduce("plain");
        Introduced two = introduce("lab", "gpu=2");
        JobId job = grid.submit(using(5, "gpu=1"));

        assertThat(grid.orders(none).start()).isEmpty();
        List<Start> first = grid.orders(two).start();
        assertThat(first).hasSize(2);
        assertThat(why(job).get(0).cause())
                .isInstanceOfSatisfying(
                        Cause.Busy.class, busy -> assertThat(busy.uses()).isEqualTo(Amounts.parse(List.of("gpu=1"))));

        JobId plain = grid.submit(array(2));
        List<Start> more = grid.orders(two, running(first)).start();
        assertThat(more).extracting(one -> one.attempt().job()).containsOnly(plain);
        grid.commit(two, done(first.get(0).attempt()));
        grid.restart();
        assertThat(grid.roster().nodes().inUse().of("gpu")).isEqualTo(1);
    }

    @Test
    void who_needs_more_than_any_node_has_hears_so() {
        introduce("plain");
        introduce("lab", "gpu=2");
        JobId job = grid.submit(using(1, "gpu=3"));

        assertThat(why(job))
                .extracting(Reason::cause)
                .contains(
                        new Cause.Misfit(new Reply.Misfit(Mismatch.Kind.USE, 2, List.of("3 gpu"), List.of("2")), null));
        Reply.Matched matched =
                grid.ask(new Question.Preview(ANNA, using(9, "gpu=1"), QuotaUse.NONE), Reply.Matched.class);
        assertThat(matched.fitting()).isEqualTo(1);
        assertThat(matched.atOnce()).isEqualTo(2);
    }

    @Test
    void a_line_break_in_a_setting_is_refused() {
        for (String value : List.of("x=1\n", "x=1,\ty=2", "\rnone")) {
            assertThat(grid.ask(new Command.ChangeSetting(ADMIN, Setting.LICENCES.word(), value), Reply.Refused.class)
                            .why())
                    .isInstanceOf(Rejection.InvalidSetting.class);
        }
    }

    @Test
    void licences_are_counted_over_all_nodes_and_whoever_waits_gets_one_when_it_is_free() {
        licences("matlab=3");
        Introduced first = introduce("a");
        Introduced second = introduce("b", "matlab=99");
        JobId job = grid.submit(using(6, "matlab=2"));

        List<Start> started = grid.orders(first).start();
        assertThat(started).hasSize(1);
        assertThat(grid.send(grid.sync(second, PATIENCE, List.of()))).isEmpty();
        assertThat(why(job).get(0).cause()).isEqualTo(new Cause.LicencesInUse("matlab", 2, 3, 2));

        grid.change(Verb.PAUSE, job + ".2-5");
        grid.commit(first, done(started.get(0).attempt()));
        grid.pass(Duration.ofSeconds(1));
        assertThat(grid.takeOutbox())
                .filteredOn(reply -> reply instanceof Reply.Ordered)
                .anySatisfy(reply ->
                        assertThat(((Reply.Ordered) reply).content().start()).hasSize(1));
    }

    @Test
    void what_waits_holds_no_licence_and_a_lower_number_stops_nobody() {
        licences("matlab=2");
        Introduced node = introduce("a");
        JobId held = grid.submit(using(2, "matlab=2"));
        grid.change(Verb.PAUSE, held.toString());
        grid.submit(using(3, "matlab=1"));
        List<Start> two = grid.orders(node).start();
        assertThat(two).hasSize(2);

        licences("matlab=1");
        Orders orders = grid.orders(node, running(two));
        assertThat(orders.stop()).isEmpty();
        assertThat(orders.start()).isEmpty();
        grid.commit(node, done(two.get(0).attempt()));
        assertThat(grid.orders(node, running(two.subList(1, 2))).start()).isEmpty();
        grid.commit(node, done(two.get(1).attempt()));
        assertThat(grid.orders(node).start()).hasSize(1);
    }

    @Test
    void what_is_no_longer_the_pools_is_the_nodes() {
        licences("gpu=1");
        Introduced node = introduce("a", "gpu=2");
        grid.submit(using(2, "gpu=1"));
        List<Start> first = grid.orders(node).start();
        assertThat(first).hasSize(1);

        licences("none");

        assertThat(grid.orders(node, running(first)).start()).hasSize(1);
    }

    @Test
    void a_copy_needs_a_licence_too() {
        grid.send(new Command.ChangeSetting(ADMIN, Setting.REDUNDANCY.word(), "plain"));
        licences("matlab=1");
        Introduced first = introduce("a");
        Introduced second = introduce("b");
        grid.submit(using(1, "matlab=1"));
        List<Start> only = grid.orders(first).start();
        assertThat(only).hasSize(1);

        assertThat(grid.orders(second).start()).isEmpty();
        licences("matlab=2");
        assertThat(grid.orders(second).start()).hasSize(1);
    }

    @Test
    void a_lost_attempt_is_not_live_again_while_another_has_its_licence() {
        licences("matlab=1");
        Introduced first = introduce("a");
        grid.submit(using(2, "matlab=1"));
        List<Start> lost = grid.orders(first).start();
        grid.pass(Duration.ofMinutes(2));
        Introduced second = introduce("b");
        grid.change(Verb.PAUSE, lost.get(0).attempt().task().toString());
        assertThat(grid.orders(second).start()).hasSize(1);

        assertThat(grid.orders(first, running(lost)).stop())
                .containsExactly(lost.get(0).attempt());
    }

    @Test
    void names_and_numbers_have_bounds() {
        for (String wrong : List.of("gpu", "=2", "GPU=1", "g-pu=1", "gpu=-1", "gpu=1000001", "gpu=x", "2gpu=1")) {
            assertThatThrownBy(() -> Amounts.parse(List.of(wrong))).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Amounts.parse(List.of("gpu=1", "gpu=2"))).hasMessageContaining("twice");
        assertThatThrownBy(() -> using(1, "gpu=0")).hasMessageContaining("at least 1");
        assertThat(Amounts.parse(List.of("gpu=2", "a_1=0"))).hasToString("a_1=0, gpu=2");
    }
}
