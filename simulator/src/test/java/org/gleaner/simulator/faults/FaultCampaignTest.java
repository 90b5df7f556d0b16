package org.gleaner.simulator.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.simulator.checker.Checkers;
import org.junit.jupiter.api.Test;

class FaultCampaignTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(written, true, UTF_8);
    private int worlds;

    private static String hash(long seed) {
        FaultWorld.Parts parts = new FaultWorld.Parts(Disk.inMemory(), Step::real, Checkers.all());
        return new FaultWorld(seed, parts, new Coverage()).run();
    }

    @Test
    void the_same_seed_gives_the_same_events_and_another_seed_others() {
        assertThat(hash(77)).isEqualTo(hash(77)).isNotEqualTo(hash(78)).hasSize(64);
    }

    @Test
    void a_violated_seed_ends_the_campaign_and_prints_the_line_that_replays_it() {
        FaultCampaign campaign = new FaultCampaign(
                out,
                false,
                FaultCampaign.Disks.IN_MEMORY,
                disk -> new FaultWorld.Parts(
                        new Disk(
                                Plants.writing(disk.store(), Plants.without(GridEvent.BrakeSet.class)), disk.history()),
                        Step::real,
                        Checkers.all()));

        int exit = campaign.run(new FaultCampaign.Options(8412, 50, 0));

        assertThat(exit).isEqualTo(1);
        assertThat(written.toString(UTF_8))
                .contains("The last events of seed ")
                .contains(" violates LoadedEqualsMemory: memory has ")
                .containsPattern("Replay it with: ./gleaner simulate --faults --seeds 1 --from-seed 84\\d\\d\n");
    }

    @Test
    void a_world_that_cannot_be_replayed_is_found() {
        FaultCampaign campaign = new FaultCampaign(out, false, FaultCampaign.Disks.IN_MEMORY, disk -> {
            int number = ++worlds;
            // As if something in it had looked at the real world: the second run loses what the first did not.
            return new FaultWorld.Parts(
                    disk,
                    (store, random) -> Step.real(
                            Plants.writing(
                                    store, number == 1 ? events -> events : Plants.without(GridEvent.BrakeSet.class)),
                            random),
                    List.of());
        });

        int exit = campaign.run(new FaultCampaign.Options(2, 1, 0));

        assertThat(exit).isEqualTo(1);
        assertThat(written.toString(UTF_8)).contains("the same seed gave other events the second time");
    }

    @Test
    void what_was_never_seen_is_a_hole() {
        Coverage coverage = new Coverage();
        coverage.count(Mark.SERVER_CRASH);

        assertThat(coverage.holes())
                .contains("event: JobReopened", "task: blocked to done", "attempt ended: lost", "verb: retry")
                .doesNotContain("fault or rule: server crash");
    }
}
