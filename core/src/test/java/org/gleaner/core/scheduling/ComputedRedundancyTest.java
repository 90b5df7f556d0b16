package org.gleaner.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.observer.RunLengths;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.scheduling.Scene.Node;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ComputedRedundancyTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final double WEEKS = 30 * 24 * 60;

    /** Tasks that take exactly so many minutes on a node of speed 1. */
    private record Type(double minutes) implements TypeView {
        @Override
        public int running() {
            return 1;
        }

        @Override
        public int runningOfOwner() {
            return 1;
        }

        @Override
        public @Nullable TypeBelief belief() {
            return null;
        }

        @Override
        public WorkSpread work() {
            double[] weights = new double[RunLengths.POINTS];
            weights[(int) Math.round(RunLengths.position(minutes))] = 1;
            return WorkSpread.mixed(weights);
        }
    }

    private static final Node STEADY = Node.up(1, 1, WEEKS);
    private static final Node YOUNG = Node.up(2, 1, 1);
    private static final Node OLDER = Node.up(5, 1, 600);
    private static final Node SNAIL = Node.up(3, 0.05, WEEKS);

    /** Whether the idle node copies a task of this length that has run for so long on the other. */
    private static boolean copies(Node idle, Node busy, double minutes, double ran, boolean arriving) {
        return copies(
                idle,
                busy,
                minutes,
                ran,
                new Market(Prices.EQUAL, FreshStart.UNKNOWN, PoolReach.UNKNOWN, arriving, Instant.EPOCH));
    }

    private static boolean copies(Node idle, Node busy, double minutes, double ran, Market market) {
        Underway task = new Underway(
                new TaskId(new JobId(1), 1),
                new Type(minutes),
                List.of(new Underway.Copy(busy.node(), NOW.minus(Duration.ofSeconds((long) (ran * 60))))),
                NOW,
                0);
        PoolView pool = new PoolView(2, 1, Tuning.DEFAULT, market, market.keepsComing(), Standings.NONE);
        Optional<Underway> chosen = new ComputedRedundancy()
                .choose(new CopyRequest(idle, NOW, List.of(task).iterator(), id -> busy, pool, Duration.ofSeconds(90)));
        return chosen.isPresent();
    }

    @Test
    void a_long_task_on_a_node_that_will_hardly_stay_gets_a_copy_on_one_that_will() {
        assertThat(copies(STEADY, YOUNG, 400, 1, false)).isTrue();
    }

    @Test
    void a_task_on_a_steady_node_gets_none_on_a_young_one() {
        assertThat(copies(YOUNG, STEADY, 400, 390, false)).isFalse();
    }

    @Test
    void a_task_of_some_seconds_gets_none_anywhere() {
        assertThat(copies(STEADY, YOUNG, 0.1, 0, false)).isFalse();
    }

    @Test
    void what_has_just_begun_gets_none_whatever_is_believed_of_it() {
        assertThat(copies(STEADY, YOUNG, 400, 0.1, false)).isFalse();
    }

    @Test
    void a_task_on_a_very_slow_node_gets_a_copy_on_a_fast_one_also_while_jobs_keep_coming() {
        assertThat(copies(STEADY, SNAIL, 400, 10, true)).isTrue();
    }

    @Test
    void the_longer_it_would_take_to_begin_anew_the_less_a_copy_must_promise() {
        Market amongSteady =
                new Market(Prices.EQUAL, FreshStart.of(List.of(STEADY)), PoolReach.UNKNOWN, false, Instant.EPOCH);
        Market amongHopeless =
                new Market(Prices.EQUAL, FreshStart.of(List.of(SNAIL)), PoolReach.UNKNOWN, false, Instant.EPOCH);

        assertThat(copies(YOUNG, OLDER, 400, 200, amongSteady)).isFalse();
        assertThat(copies(YOUNG, OLDER, 400, 200, amongHopeless)).isTrue();
    }

    @Test
    void what_would_gain_little_is_copied_only_while_nothing_else_comes() {
        Node faster = Node.up(4, 1.3, WEEKS);

        assertThat(copies(faster, STEADY, 400, 1, false)).isTrue();
        assertThat(copies(faster, STEADY, 400, 1, true)).isFalse();
    }
}
