package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.NodeLoad;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.image.SketchedNode;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Absence;
import org.gleaner.core.node.Held;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.junit.jupiter.api.Test;

/** Whoever follows the images knows of every open job how many of its tasks are where, and of every node. */
final class SketchTest {
    private final GridFixture grid = new GridFixture();
    private final Sketch sketch = new Sketch();
    private long number;
    private int images;

    private void follow() {
        grid.pass(Duration.ofSeconds(2));
        do {
            PoolImage image = grid.state().imaging().next(number, grid.now());
            number = image.number();
            sketch.take(image);
            images++;
        } while (sketch.isBehind());
    }

    private void assertFollowed() {
        assertThat(sketch.jobs().keySet()).isEqualTo(grid.roster().jobs().all().keySet());
        for (OpenJob job : grid.roster().jobs().all().values()) {
            SketchedJob known = Objects.requireNonNull(sketch.jobs().get(job.id()));
            assertThat(known.tasks()).isEqualTo(job.states().counts());
            assertThat(known.live().stream().map(SketchedJob.Running::row))
                    .containsExactlyElementsOf(
                            job.live().stream().map(LiveAttempt::row).toList());
        }
        for (GridNode node : grid.roster().nodes().values()) {
            SketchedNode known = Objects.requireNonNull(sketch.nodes().get(node.id()));
            assertThat(known.connected()).isEqualTo(node.connected());
            assertThat(known.belief()).isEqualTo(node.stored());
        }
        assertThat(sketch.types()).isEqualTo(grid.roster().groups().beliefs());
    }

    @Test
    void it_knows_what_was_there_before_anybody_followed() {
        grid.submit(GridFixture.array(5));
        Introduced node = grid.introduce("a", GridFixture.TWO_SLOTS);
        grid.orders(node);

        follow();

        assertFollowed();
    }

    @Test
    void it_follows_what_is_submitted_started_done_lost_and_cancelled() {
        follow();
        JobId job = grid.submit(GridFixture.array(5));
        JobId other = grid.submit(GridFixture.array(2));
        Introduced node = grid.introduce("a", GridFixture.TWO_SLOTS);
        List<Start> started = grid.orders(node).start();
        assertThat(started).isNotEmpty();
        follow();
        assertFollowed();

        grid.pass(Duration.ofMinutes(5));
        grid.commit(node, GridFixture.done(started.get(0).attempt()));
        follow();
        assertFollowed();

        grid.pass(Duration.ofMinutes(10));
        follow();
        assertFollowed();

        grid.change(Verb.CANCEL, other.toString());
        follow();
        assertFollowed();
        assertThat(sketch.jobs()).containsKey(job).doesNotContainKey(other);
    }

    @Test
    void very_many_jobs_are_told_in_parts() {
        grid.trust();
        for (int i = 0; i < 2_500; i++) {
            grid.submit(GridFixture.array(1));
        }

        follow();

        assertThat(images).isGreaterThan(2);
        assertFollowed();
    }

    @Test
    void after_the_state_was_loaded_anew_nothing_old_stays() {
        JobId job = grid.submit(GridFixture.array(5));
        follow();
        grid.change(Verb.CANCEL, job.toString());
        grid.restart();
        grid.submit(GridFixture.array(3));

        follow();

        assertFollowed();
    }

    @Test
    void it_knows_what_a_node_last_said_of_its_processor() {
        grid.submit(GridFixture.array(1));
        Introduced node = grid.introduce("a", GridFixture.TWO_SLOTS);
        AttemptId attempt = grid.orders(node).start().get(0).attempt();
        follow();
        assertThat(load(node)).isEqualTo(new NodeLoad(0, new TreeMap<>()));

        Duration used = Duration.ofSeconds(7);
        List<Held> holds = List.of(new Held(attempt, Held.State.RUNNING, used, MemorySize.ZERO));
        grid.says(node, holds, 0.43, 0.2);
        follow();

        assertThat(load(node)).isEqualTo(new NodeLoad(0.4, new TreeMap<>(Map.of(attempt, used))));
    }

    @Test
    void what_a_node_says_of_others_that_does_not_say_what_its_tasks_use_means_nothing() {
        Introduced node = grid.introduce("a", GridFixture.TWO_SLOTS);

        grid.says(node, List.of(), 0.9, null);
        follow();

        assertThat(load(node).others()).isZero();
    }

    private NodeLoad load(Introduced node) {
        return Objects.requireNonNull(sketch.nodes().get(node.node())).load();
    }

    @Test
    void it_knows_how_long_an_agent_was_away_that_was_back_before_anybody_missed_it() {
        Introduced node = grid.introduce("a", GridFixture.TWO_SLOTS);
        follow();
        grid.introduceAgain(node.node(), List.of());
        Instant gone = grid.now();
        grid.pass(Duration.ofSeconds(20));
        Instant back = grid.now();

        grid.introduceAgain(node.node(), List.of());
        follow();

        Absence last = Objects.requireNonNull(sketch.nodes().get(node.node())).absence();
        assertThat(last).isEqualTo(new Absence(gone, back));
    }

    @Test
    void it_knows_how_long_a_machine_was_away_that_was_silent() {
        Introduced node = grid.introduce("a", GridFixture.TWO_SLOTS);
        grid.orders(node);
        Instant heard = grid.now();
        grid.pass(Duration.ofHours(2));
        follow();
        assertThat(sketch.nodes().get(node.node()))
                .matches(one -> one != null && !one.connected() && one.absence() == null);

        grid.orders(node);
        follow();

        Absence last = Objects.requireNonNull(sketch.nodes().get(node.node())).absence();
        assertThat(Objects.requireNonNull(last).from()).isEqualTo(heard);
        assertThat(last.length()).isGreaterThanOrEqualTo(Duration.ofHours(2));
    }
}
