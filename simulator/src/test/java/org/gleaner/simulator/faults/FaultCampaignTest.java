package org.gleaner.simulator.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.simulator.checker.Checkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    void a_violated_seed_ends_the_campaign_and_prints_the_line_that_replays_it()
            throws IOException, InterruptedException {
        FaultCampaign campaign = new FaultCampaign(
                out,
                false,
                FaultCampaign.Disks.IN_MEMORY,
                disk -> new FaultWorld.Parts(
                        new Disk(
                                Plants.writing(disk.store(), Plants.without(GridEvent.BrakeSet.class)), disk.history()),
                        Step::real,
                        Checkers.all()));

        int exit = campaign.run(new FaultCampaign.Options(8412, 50, 0, 1), null);

        assertThat(exit).isEqualTo(1);
        assertThat(written.toString(UTF_8))
                .contains("The last events of seed ")
                .contains(" violates LoadedEqualsMemory: memory has ")
                .containsPattern("Replay it with: ./gleaner simulate --faults --seeds 1 --from-seed 84\\d\\d\n");
    }

    @Test
    void a_world_that_cannot_be_replayed_is_found() throws IOException, InterruptedException {
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

        int exit = campaign.run(new FaultCampaign.Options(2, 1, 0, 1), null);

        assertThat(exit).isEqualTo(1);
        assertThat(written.toString(UTF_8)).contains("the same seed gave different events the second time");
    }

    private int run(Path file, int seeds, int threads) throws IOException, InterruptedException {
        return new FaultCampaign(out, false, FaultCampaign.Disks.IN_MEMORY)
                .run(new FaultCampaign.Options(5, seeds, 0, threads), new CampaignFile(file));
    }

    @Test
    void a_campaign_goes_on_where_it_was_and_says_the_same_as_one_without_a_pause(@TempDir Path folder)
            throws IOException, InterruptedException {
        run(folder.resolve("paused"), 3, 1);
        int exit = run(folder.resolve("paused"), 8, 2);
        run(folder.resolve("whole"), 8, 1);

        assertThat(exit).isZero();
        assertThat(written.toString(UTF_8)).contains("3 seeds were run before.", "8 seeds from 5 passed: ");
        assertThat(withoutTime(folder.resolve("paused")))
                .contains("done 8")
                .isEqualTo(withoutTime(folder.resolve("whole")));
    }

    private static List<String> withoutTime(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("cpu-nanos "))
                .toList();
    }

    @Test
    void a_finding_keeps_what_was_done_before_it_and_is_tried_again(@TempDir Path folder)
            throws IOException, InterruptedException {
        FaultCampaign broken = new FaultCampaign(out, false, FaultCampaign.Disks.IN_MEMORY, disk -> {
            int number = ++worlds;
            return new FaultWorld.Parts(
                    disk,
                    (store, random) -> Step.real(
                            Plants.writing(
                                    store,
                                    number <= 4 ? events -> events : Plants.without(GridEvent.NodeIntroduced.class)),
                            random),
                    Checkers.all());
        });

        // The first seed is run twice, so the fourth seed is the first to be spoilt.
        int exit = broken.run(new FaultCampaign.Options(5, 8, 0, 1), new CampaignFile(folder.resolve("state")));

        assertThat(exit).isEqualTo(1);
        assertThat(withoutTime(folder.resolve("state"))).contains("done 3");
        assertThat(run(folder.resolve("state"), 5, 1)).isZero();
    }

    @Test
    void a_campaign_that_nobody_watches_says_how_far_it_is_every_ten_seconds()
            throws IOException, InterruptedException {
        // Each look at the clock finds it five seconds later.
        AtomicLong clock = new AtomicLong();
        FaultCampaign campaign = new FaultCampaign(
                out,
                false,
                FaultCampaign.Disks.IN_MEMORY,
                disk -> new FaultWorld.Parts(disk, Step::real, Checkers.all()),
                () -> clock.addAndGet(Duration.ofSeconds(5).toNanos()));

        campaign.run(new FaultCampaign.Options(5, 6, 0, 1), null);

        assertThat(written.toString(UTF_8).lines().filter(line -> line.contains(" of 6 seeds, ")))
                .hasSizeBetween(2, 5)
                .allMatch(line -> line.endsWith(" left"));
    }

    @Test
    void a_campaign_that_is_stopped_says_how_far_it_came(@TempDir Path folder)
            throws IOException, InterruptedException {
        FaultCampaign campaign = new FaultCampaign(out, false, FaultCampaign.Disks.IN_MEMORY);
        campaign.stop();

        int exit = campaign.run(new FaultCampaign.Options(5, 8, 0, 1), new CampaignFile(folder.resolve("state")));

        assertThat(exit).isEqualTo(1);
        assertThat(written.toString(UTF_8)).contains("Stopped; not run: 8.");
    }

    @Test
    void a_file_of_another_campaign_is_not_gone_on_with(@TempDir Path folder) throws IOException {
        Path other = folder.resolve("state");
        new CampaignFile(other).write(1, new Tally());
        Path foreign = Files.writeString(folder.resolve("foreign"), "dear diary");
        Path damaged = Files.writeString(
                folder.resolve("damaged"), Files.readString(other).replace("done 0", "done x"));

        Path endless = Files.writeString(
                folder.resolve("endless"),
                Files.readString(other).replace("done 0", "done 99999999999").replace("from-seed 1", "from-seed 5"));
        Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 0});

        assertThatThrownBy(() -> run(endless, 8, 1)).hasMessageContaining("no campaign has 99999999999 seeds");
        assertThatThrownBy(() -> run(bytes, 8, 1)).hasMessageContaining("was not written by a campaign");
        assertThatThrownBy(() -> run(other, 8, 1)).hasMessageContaining("belongs to a campaign from seed 1");
        assertThatThrownBy(() -> run(foreign, 8, 1)).hasMessageContaining("was not written by a campaign");
        assertThatThrownBy(() -> run(damaged, 8, 1)).hasMessageContaining("'x' is not a number");
    }

    @Test
    void what_was_never_seen_is_a_hole() {
        Coverage coverage = new Coverage();
        coverage.count(Mark.SERVER_CRASH);

        assertThat(coverage.holes())
                .contains("event: JobReopened", "task: blocked to done", "attempt ended: lost", "verb: retry")
                .doesNotContain("fault or rule: server crash");
    }

    @Test
    void a_short_campaign_misses_nothing_a_longer_one_what_is_common_and_a_long_one_what_is_rare() {
        Coverage coverage = new Coverage();

        assertThat(coverage.missedBy(299)).isEmpty();
        assertThat(coverage.missedBy(300)).contains("verb: retry").doesNotContain("task: paused to done");
        assertThat(coverage.missedBy(1000)).contains("verb: retry", "task: paused to done");
    }
}
