package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.pool.Joining;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class JoiningTest {
    private static final NodeFacts FACTS = new NodeFacts("lab-2", "linux", "x64", 4, Duration.ofMillis(300), "0.1.0");

    private final GridFixture grid = new GridFixture();
    private final NodeId first = join(null, null);

    @Test
    void a_node_brings_a_hundred_copies_of_itself_and_no_more() {
        for (int i = 0; i < Joining.MOST_COPIES; i++) {
            join(null, first);
        }

        assertThat(refused(first)).isInstanceOf(Rejection.JoinRefused.class);
        NodeId another = join(null, null);
        assertThat(join(null, another)).as("its own copies are its own").isNotNull();
    }

    @Test
    void a_copy_brings_no_copies_also_after_it_introduced_itself_again() {
        NodeId copy = join(null, first);

        assertThat(refused(copy)).isInstanceOf(Rejection.JoinRefused.class);
        join(copy, null);
        assertThat(refused(copy)).isInstanceOf(Rejection.JoinRefused.class);
    }

    @Test
    void a_copy_that_is_forgotten_makes_room_for_another() {
        NodeId copy = first;
        for (int i = 0; i < Joining.MOST_COPIES; i++) {
            copy = join(null, first);
        }
        grid.pass(Duration.ofMinutes(2));
        grid.ask(new Command.SetDuty(ADMIN, copy, Duty.FORGOTTEN), Reply.Acknowledged.class);

        assertThat(join(null, first)).isNotNull();
        assertThat(refused(copy)).isEqualTo(new Rejection.UnknownNode(copy));
    }

    @Test
    void a_copy_of_a_node_that_rests_rests_too() {
        grid.submit(array(1));
        for (Duty duty : List.of(Duty.PAUSED, Duty.DRAINING)) {
            grid.ask(new Command.SetDuty(ADMIN, first, duty), Reply.Acknowledged.class);

            Introduced copy =
                    grid.ask(introduce(null, first), Reply.Introduced.class).content();

            assertThat(grid.roster().nodes().node(copy.node()).duty()).isEqualTo(duty);
            assertThat(grid.orders(copy).start()).isEmpty();
        }
        grid.ask(new Command.SetDuty(ADMIN, first, Duty.WORKING), Reply.Acknowledged.class);
        assertThat(grid.roster().nodes().node(join(null, first)).duty()).isEqualTo(Duty.WORKING);
    }

    @Test
    void there_are_only_so_many_nodes_and_those_that_are_known_come_back_all_the_same() {
        grid.ask(new Command.ChangeSetting(ADMIN, "most-nodes", "2"), Reply.Acknowledged.class);
        NodeId second = join(null, null);

        assertThat(refused(null)).isInstanceOf(Rejection.JoinRefused.class);
        assertThat(refused(first)).isInstanceOf(Rejection.JoinRefused.class);
        assertThat(join(second, null)).isEqualTo(second);
    }

    @Test
    void a_node_that_never_worked_and_stays_away_is_forgotten_and_one_that_did_is_not() {
        Introduced worker = grid.introduce("worker", TWO_SLOTS);
        grid.submit(array(1));
        grid.commit(worker, done(grid.orders(worker).start().get(0).attempt()));
        Command forget = new Command.ForgetStrays(Duration.ofDays(1));

        grid.pass(Duration.ofHours(23));
        grid.ask(forget, Reply.Acknowledged.class);
        assertThat(known()).containsExactly(first, worker.node());
        grid.pass(Duration.ofHours(2));
        grid.ask(forget, Reply.Acknowledged.class);

        assertThat(known()).containsExactly(worker.node());
    }

    @Test
    void a_join_that_arrives_late_takes_nothing_from_the_node_that_heard_its_answer() {
        TokenHash key = new TokenHash("5".repeat(64));
        Command join = new Command.Introduce(null, new Introduction(FACTS, TWO_SLOTS, List.of()), key, null, "");
        Introduced node = grid.ask(join, Reply.Introduced.class).content();
        assertThat(grid.ask(join, Reply.Introduced.class).content()).isEqualTo(node);
        JobId job = grid.submit(array(1));
        grid.orders(node);

        assertThat(grid.ask(join, Reply.Refused.class).why())
                .isEqualTo(new Rejection.InvalidToken(Rejection.Fault.Plain.EXISTS));

        assertThat(grid.task(job, 1)).isEqualTo(TaskState.RUNNING);
        grid.ask(introduce(node.node(), null), Reply.Introduced.class);
        assertThat(grid.ask(join, Reply.Refused.class).why())
                .as("it came back under its identity")
                .isEqualTo(new Rejection.InvalidToken(Rejection.Fault.Plain.EXISTS));
    }

    private List<NodeId> known() {
        return grid.ask(new Question.ListNodes(ADMIN), Reply.Nodes.class).nodes().stream()
                .map(NodeSummary::id)
                .toList();
    }

    private NodeId join(@Nullable NodeId known, @Nullable NodeId copyOf) {
        return grid.ask(introduce(known, copyOf), Reply.Introduced.class)
                .content()
                .node();
    }

    private Rejection refused(@Nullable NodeId copyOf) {
        return grid.ask(introduce(null, copyOf), Reply.Refused.class).why();
    }

    private static Command introduce(@Nullable NodeId known, @Nullable NodeId copyOf) {
        return new Command.Introduce(known, new Introduction(FACTS, TWO_SLOTS, List.of()), null, copyOf, "");
    }
}
