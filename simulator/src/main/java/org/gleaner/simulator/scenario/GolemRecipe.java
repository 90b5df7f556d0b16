package org.gleaner.simulator.scenario;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Real machines under real work: volunteers' PCs of the Golem network, watched for 10 days before the work comes, with
 * jobs of the LPC cluster (Parallel Workloads Archive, LPC-EGEE-2004). Needs a directory with
 *
 * <ul>
 *   <li>{@code golem_a_availability.csv}: {@code host,start_s,end_s}; taken are hosts that are members for 14 days or
 *       more;
 *   <li>{@code boinc_host_speeds.csv}: {@code hosts,gflops_per_host}; each host draws its speed per seed;
 *   <li>{@code jobs_lpc_egee.csv} or {@code LPC-EGEE-2004-1.2-cln.swf}: jobs of one processor that ran a minute or
 *       more; types are user and queue.
 * </ul>
 *
 * each plain or with {@code .gz}. A second on an LPC node is taken as a second on a PC of the pool's mean speed.
 */
public final class GolemRecipe {
    private static final Duration PRESENT = Duration.ofDays(14);
    private static final Duration WATCHED = Duration.ofDays(10);

    /** Two thirds of the log's jobs took less: tests, and starts that failed. */
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    private static final int BAG_JOBS = 27_868;

    private static final int ARRIVING_JOBS = 17_869;
    private static final double ARRIVING_LOAD = 0.7;
    /** From here on the jobs have the most work. */
    private static final Duration ARRIVING_FROM = Duration.ofDays(138);

    private final AvailabilityTrace trace;
    private final HostSpeeds speeds;
    private final Workload jobs;

    private GolemRecipe(AvailabilityTrace trace, HostSpeeds speeds, Workload jobs) {
        this.trace = trace;
        this.speeds = speeds;
        this.jobs = jobs;
    }

    public static GolemRecipe in(Path directory) throws ScenarioError {
        Path availability = file(directory, "golem_a_availability.csv");
        Path speeds = file(directory, "boinc_host_speeds.csv");
        Path jobs = file(directory, "jobs_lpc_egee.csv", "LPC-EGEE-2004-1.2-cln.swf");
        return new GolemRecipe(
                AvailabilityTrace.read(availability).present(PRESENT),
                HostSpeeds.read(speeds),
                WorkloadFile.read(jobs).atLeast(SHORTEST));
    }

    static Path file(Path directory, String... names) throws ScenarioError {
        for (String name : names) {
            for (String end : List.of("", ".gz")) {
                Path file = directory.resolve(name + end);
                if (Files.isRegularFile(file)) {
                    return file;
                }
            }
        }
        throw new ScenarioError(
                "There is no " + String.join(" or ", names) + " in " + directory + ".",
                "This experiment needs the file, plain or with .gz.",
                "Download it; docs/SCHEDULING.md names the public source of each trace.");
    }

    /**
     * A bag: the first 27 868 jobs of the log (2 240 days of work), all at once, in their order; about 13 days for the
     * pool.
     */
    public Scenario bag() throws ScenarioError {
        return bag(Duration.ofDays(100_000));
    }

    /** The same without jobs that take longer than this. */
    public Scenario bag(Duration longest) throws ScenarioError {
        Workload bag = jobs.first(BAG_JOBS).atMost(longest);
        return RecordedScenario.of(trace, speeds, bag, new Pace.AtOnce(), WATCHED);
    }

    /**
     * Work that arrives over some weeks: jobs of the log from its day 138 on; 17 869 of them for a load of 70 % (3 950
     * days of work), and more or fewer in proportion for another load. The distances between their submissions are
     * shortened by one factor, so that the load is exactly met: over about 34 days at 70 %, 43 at 30 %.
     */
    public Scenario arrivals(double load) throws ScenarioError {
        return arrivals(load, (int) Math.max(1, Math.round(ARRIVING_JOBS * load / ARRIVING_LOAD)));
    }

    /** The same with so many jobs, the first ones of it. */
    public Scenario arrivals(double load, int count) throws ScenarioError {
        Workload arriving =
                jobs.between(ARRIVING_FROM, Duration.ofDays(100_000)).first(count);
        return RecordedScenario.of(trace, speeds, arriving, new Pace.AtLoad(load), WATCHED);
    }
}
