package org.gleaner.simulator.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The campaign that every build runs; longer ones are run by {@code gleaner simulate --faults}. */
@Tag("simulation")
class FaultSimulation {
    /** As many as see everything but what is rare; a thousand see that, too. */
    private static final int SEEDS = 300;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final FaultCampaign campaign =
            new FaultCampaign(new PrintStream(written, true, UTF_8), false, FaultCampaign.Disks.IN_MEMORY);

    @Test
    void three_hundred_seeds_pass_and_see_all_that_is_not_rare() throws IOException, InterruptedException {
        int exit = campaign.run(new FaultCampaign.Options(1, SEEDS, 0, 1), null);

        assertThat(exit).as(written.toString(UTF_8)).isZero();
        System.out.println(
                written.toString(UTF_8).lines().reduce((first, last) -> last).orElse(""));
    }

    @Test
    void seeds_that_once_found_a_bug_pass() throws IOException, InterruptedException {
        for (long seed : regressionSeeds()) {
            int exit = campaign.run(new FaultCampaign.Options(seed, 1, 0, 1), null);

            assertThat(exit).as(written.toString(UTF_8)).isZero();
        }
    }

    private static List<Long> regressionSeeds() throws IOException {
        InputStream file = Objects.requireNonNull(FaultSimulation.class.getResourceAsStream("/regression-seeds.txt"));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(file, UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> Long.parseLong(line.split(" ", 2)[0]))
                    .toList();
        }
    }
}
