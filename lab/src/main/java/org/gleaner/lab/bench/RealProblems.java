package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.Gleaner;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.lab.child.Unstarted;
import org.gleaner.protocol.message.TokenRequest;
import org.gleaner.simulator.experiment.Balance;
import org.gleaner.simulator.experiment.Balance.Course;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/**
 * The simulation's experiment about balance with all of it real but the time that computing takes: a server, problems
 * of one owner each with their hosts in sandboxes, and nodes that wait for as long as a unit takes. Confined to one
 * thread.
 */
public final class RealProblems {
    private static final Duration UNIT = Duration.ofSeconds(1);
    /** Enough for newcomers to catch up, and for what a host takes to start. */
    private static final Duration PHASE = Duration.ofSeconds(60);

    private static final Duration START_PATIENCE = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(200);
    /** More than they get to. */
    private static final long UNITS = 1_000_000;

    /** As in the simulation, and each problem keeps its host. */
    private static final Map<Setting, String> SETTINGS = Map.of(
            Setting.STRATEGY, "balanced",
            Setting.REDUNDANCY, "off",
            Setting.FAIRNESS_WINDOW, "off",
            Setting.CHUNK_TASKS, "1",
            Setting.PROBLEM_HOSTS, "16");

    private final Surroundings here;
    private final ServerChild server;
    private final UserCalls calls;
    /** In the order in which they came. */
    private final List<JobId> problems = new ArrayList<>();

    private RealProblems(Surroundings here, ServerChild server) throws IOException {
        this.here = here;
        this.server = server;
        calls = server.calls();
    }

    /** How it went on a server of its own. */
    public static Course run(Surroundings here) throws CliFailure, IOException, InterruptedException {
        QuietLog.install();
        try (TemporaryFolder folder = new TemporaryFolder();
                ServerChild server = new ServerChild(Launch.of(here), folder.folder("server")).start()) {
            return new RealProblems(here, server).run();
        } catch (FleetFailure | Unstarted failed) {
            throw CliFailure.unreachable(
                    "The server of the experiment failed.",
                    failed.getMessage() + ".",
                    "Run it again; if it still fails, check with 'gleaner demo' that a server works here at all.");
        }
    }

    private Course run() throws CliFailure, IOException, InterruptedException {
        for (Map.Entry<Setting, String> setting : SETTINGS.entrySet()) {
            Submitter.expect(calls.set(setting.getKey().word(), setting.getValue()), "it refused a setting");
        }
        come(Balance.FIRST);
        awaitUnits();
        try (PacedFleet fleet = new PacedFleet(server, Balance.MACHINES, UNIT)) {
            fleet.start(PHASE.multipliedBy(Balance.TIMES + 1L));
            for (int i = 1; i <= Balance.TIMES; i++) {
                pass(fleet, PHASE.multipliedBy(i));
                come(Balance.MORE);
            }
            pass(fleet, PHASE.multipliedBy(Balance.TIMES + 1L));
            return Balance.course(PHASE.toMillis(), fleet.turns(problems));
        }
    }

    /** So many more, each of an owner of its own. */
    private void come(int more) throws CliFailure, FleetFailure {
        for (int i = 0; i < more; i++) {
            TokenRequest owner = new TokenRequest(Role.USER, new Owner("owner" + (problems.size() + 1)));
            String token =
                    Submitter.expect(calls.issue(owner), "it refused a user").token();
            try (Gleaner gleaner = Gleaner.connect(server.address(), token)) {
                problems.add(
                        new JobId(CountedProblem.submit(gleaner, "units", UNITS).id()));
            }
        }
        here.err().println(problems.size() + " problems");
    }

    /** Until each has units that nodes may have. */
    private void awaitUnits() throws FleetFailure, InterruptedException {
        long end = System.nanoTime() + START_PATIENCE.toNanos();
        for (JobId problem : problems) {
            while (CountedProblem.hosting(calls, problem).checkpoint() == 0) {
                if (System.nanoTime() > end) {
                    throw new FleetFailure(
                            "problem " + problem + " made no units in " + START_PATIENCE.toMinutes() + " minutes");
                }
                TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
            }
        }
    }

    /** Until the nodes have worked for so long, with a look at those who should. */
    private void pass(PacedFleet fleet, Duration until) throws FleetFailure, InterruptedException {
        while (fleet.age().compareTo(until) < 0) {
            fleet.checkHealth();
            TimeUnit.NANOSECONDS.sleep(Math.min(
                    LOOK.toNanos(), Math.max(1, until.minus(fleet.age()).toNanos())));
        }
        for (JobId problem : problems) {
            CountedProblem.hosting(calls, problem);
        }
    }
}
