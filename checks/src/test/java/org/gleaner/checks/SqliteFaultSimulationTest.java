package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.gleaner.cli.simulate.SqliteDisks;
import org.gleaner.simulator.faults.FaultCampaign;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fault world on the database that people use. */
@Tag("simulation")
class SqliteFaultSimulationTest {
    private static final int SEEDS = 20;

    @Test
    void twenty_seeds_pass_on_a_real_database(@TempDir Path folder) throws IOException, InterruptedException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        FaultCampaign campaign =
                new FaultCampaign(new PrintStream(written, true, UTF_8), false, new SqliteDisks(folder));

        int exit = campaign.run(new FaultCampaign.Options(1, SEEDS, SEEDS, 1), null);

        assertThat(exit).as(written.toString(UTF_8)).isZero();
    }
}
