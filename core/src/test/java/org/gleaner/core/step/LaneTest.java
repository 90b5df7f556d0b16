package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.limits;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.junit.jupiter.api.Test;

/** How many tasks travel together. */
final class LaneTest {
    private static final MemorySize LITTLE = MemorySize.parse("1G");
    private static final MemorySize MUCH = MemorySize.parse("16G");

    private final GridFixture grid = new GridFixture();

    @Test
    void tasks_that_are_short_but_for_their_sandbox_do_not_stay_alone() {
        Introduced node = introduce(List.of(Abilities.SANDBOX));
        grid.submit(array(1000));

        assertThat(round(node, Duration.ofSeconds(8))).hasSize(1);
        // With another behind it, one has a runner, which is there before it begins.
        assertThat(round(node, Duration.ofMillis(10))).hasSize(2);
        for (int i = 0; i < 8; i++) {
            round(node, Duration.ofMillis(10));
        }
        assertThat(round(node, Duration.ofMillis(10))).hasSize(64);
    }

    @Test
    void where_no_sandbox_takes_its_time_or_what_runs_takes_longer_tasks_stay_alone() {
        Introduced bare = introduce(List.of());
        grid.submit(array(1000));
        assertThat(round(bare, Duration.ofSeconds(8))).hasSize(1);
        assertThat(round(bare, Duration.ofSeconds(8))).hasSize(1);

        Introduced confined = introduce(List.of(Abilities.SANDBOX));
        for (int i = 0; i < 20; i++) {
            round(confined, Duration.ofSeconds(30));
        }
        assertThat(round(confined, Duration.ofSeconds(30))).hasSize(1);
    }

    @Test
    void what_is_ready_is_shared_among_slots_that_could_run_it() {
        Introduced node = grid.introduce("large", new Capacity(1, MUCH));
        grid.introduce("small", new Capacity(63, LITTLE));
        grid.submit(job(500, new Requirements(1, MemorySize.parse("3G")), limits(3, 20, 0, 0)));
        round(node, Duration.ofMillis(10));

        assertThat(round(node, Duration.ofMillis(10))).hasSize(64);

        Introduced other = grid.introduce("other", new Capacity(62, MUCH));
        assertThat(round(node, Duration.ofMillis(10))).hasSize(435 / 63);

        grid.introduceAgain(other.node(), List.of());
        assertThat(round(node, Duration.ofMillis(10))).hasSize(64);
    }

    private Introduced introduce(List<String> enforced) {
        NodeFacts facts = new NodeFacts("lab", "linux", "x64", 4, Duration.ofMillis(300), "0.2.0")
                .with(Abilities.NONE.withEnforced(enforced));
        Introduction introduction = new Introduction(facts, new Capacity(1, MUCH), List.of());
        return grid.ask(new Command.Introduce(null, introduction, null), Reply.Introduced.class)
                .content();
    }

    /** What the node gets, and has done when this returns. */
    private List<Start> round(Introduced node, Duration run) {
        List<Start> starts = grid.orders(node).start();
        grid.freeze(run);
        grid.commit(node, starts.stream().map(start -> ran(start, run)).toArray(AttemptReport[]::new));
        return starts;
    }

    private static AttemptReport ran(Start start, Duration run) {
        AttemptReport.Usage usage = new AttemptReport.Usage(run, run, MemorySize.ZERO);
        AttemptReport report = done(start.attempt());
        return new AttemptReport(
                report.attempt(), report.outcome(), 0, "", usage, Outputs.NONE, null, null, report.tail());
    }
}
