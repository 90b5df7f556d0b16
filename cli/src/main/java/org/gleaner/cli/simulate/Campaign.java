package org.gleaner.cli.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gleaner.simulator.faults.CampaignFile;
import org.gleaner.simulator.faults.FaultCampaign;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** {@code simulate --faults}: a campaign that can be ended at any moment and gone on with. */
final class Campaign {
    static final int USUAL_SEEDS = 1000;

    private static final List<String> FLAGS = List.of("faults", "seeds", "from-seed", "threads", "sqlite", "state");
    /** Longer than any seed takes. */
    private static final int PATIENCE_SECONDS = 20;

    private final Arguments arguments;
    private final Surroundings here;
    private final FaultCampaign.Options options;
    private final @Nullable CampaignFile file;

    Campaign(Arguments arguments, Surroundings here) throws CliFailure {
        for (String flag : arguments.flags().keySet()) {
            if (!FLAGS.contains(flag)) {
                throw arguments.unusable(flag, "It can't be combined with --faults.");
            }
        }
        if (!arguments.operands().isEmpty()) {
            throw arguments.unusable("faults", "It generates its own scenarios and takes no file.");
        }
        this.arguments = arguments;
        this.here = here;
        options = new FaultCampaign.Options(
                arguments.count("from-seed", 0, 1),
                arguments.count("seeds", 1, USUAL_SEEDS),
                arguments.count("sqlite", 0, 0),
                StudyFlags.threads(arguments));
        String state = arguments.text("state");
        file = state == null ? null : new CampaignFile(OutputFiles.place(arguments, "state", here.file(state)));
    }

    /** The exit code says whether anything was found. */
    int run() throws CliFailure, IOException, InterruptedException {
        Path folder = Files.createTempDirectory("gleaner-simulate-");
        FaultCampaign campaign = new FaultCampaign(
                here.streams().stdout().drawn(), here.streams().outIsTerminal(), new SqliteDisks(folder));
        CountDownLatch ended = new CountDownLatch(1);
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(campaign, ended), "campaign-stop"));
            return campaign.run(options, file);
        } catch (IllegalArgumentException refused) {
            throw arguments.unusable("state", Arguments.sentence(refused));
        } finally {
            Files.deleteIfExists(folder);
            ended.countDown();
        }
    }

    /** On Ctrl-C: what has been run is worth writing down. */
    private void stop(FaultCampaign campaign, CountDownLatch ended) {
        campaign.stop();
        try {
            if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                here.err().println("What ran since the last save is not recorded.");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
