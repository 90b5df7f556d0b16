package org.gleaner.cli.simulate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.cli.verb.DatabaseFlags;
import org.gleaner.server.store.StorePast;
import org.gleaner.server.store.StoreUnusable;
import org.gleaner.simulator.report.TimeScale;
import org.gleaner.simulator.scenario.Assumptions;
import org.gleaner.simulator.scenario.AvailabilityTrace;
import org.gleaner.simulator.scenario.BuiltInScenarios;
import org.gleaner.simulator.scenario.HostSpeeds;
import org.gleaner.simulator.scenario.Pace;
import org.gleaner.simulator.scenario.RecordedScenario;
import org.gleaner.simulator.scenario.Scenario;
import org.gleaner.simulator.scenario.ScenarioError;
import org.gleaner.simulator.scenario.WorkloadFile;
import org.gleaner.simulator.scenario.XmlScenario;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** On what it is tried: a scenario's file, one that is built in, a trace with a workload, or a server's own past. */
final class ScenarioFlags {
    static final List<Flag> ALL = List.of(
            Flag.one("spread", "0.2", "FILE.xml: a task's duration differs from its type's by up to this fraction"),
            Flag.one("reboot", "1-5", "FILE.xml: how many steps a machine is away after a failure"),
            Flag.one("trace", "F.csv", "when real machines were up: host,start_s,end_s; also .gz"),
            Flag.one("workload", "F", "their work: .csv or .swf, also .gz"),
            Flag.one("speeds", "F.csv", "how fast they are: host,speed, or hosts,gflops_per_host (all the same)"),
            Flag.on("from-history", "use a server's own machines and finished tasks, as recorded"),
            Flag.one("since", "SPAN", "--from-history: only the last part of the record, such as 7d (all)"),
            Flag.one("data", "DIR", "--from-history: that server's data directory (GLEANER_HOME/server)"),
            Flag.one("db", "URL", "--from-history: its database, if it is on a PostgreSQL server"),
            Flag.one("db-password-file", "F", "--from-history: file with its password (or PGPASSWORD, PGPASSFILE)"),
            Flag.on("bag", "submit the whole workload at once"),
            Flag.one("load", "0.7", "stretch arrivals to this fraction of what the machines can do (as recorded)"),
            Flag.one("watch", "SPAN", "how long the machines are observed before work arrives (0s)"));

    private static final List<String> OF_TRACES = List.of("workload", "speeds");
    private static final List<String> OF_HISTORY = List.of("since", "data", "db", "db-password-file");
    private static final List<String> OF_RECORDS = List.of("bag", "load", "watch");
    private static final List<String> OF_FILES = List.of("spread", "reboot");
    private static final Pattern REBOOT = Pattern.compile("([0-9]{1,7})(?:-([0-9]{1,7}))?");
    private static final double HIGHEST_LOAD = 10;

    private final Arguments arguments;
    private final Surroundings here;

    ScenarioFlags(Arguments arguments, Surroundings here) {
        this.arguments = arguments;
        this.here = here;
    }

    /** A scenario, and in what its times are told. */
    record Chosen(Scenario scenario, TimeScale scale) {}

    Chosen chosen() throws CliFailure {
        boolean traced = arguments.has("trace");
        boolean past = arguments.has("from-history");
        int sources = arguments.operands().size() + (traced ? 1 : 0) + (past ? 1 : 0);
        if (sources != 1) {
            throw CliFailure.usage(
                    sources > 1 ? "There is more than one scenario." : "There is no scenario.",
                    sources > 1
                            ? "A file, --trace and --from-history exclude each other."
                            : "A file, --trace, --from-history or --faults is required.",
                    "For example: gleaner simulate heterogeneous. Built-in: "
                            + String.join(", ", BuiltInScenarios.names()) + ".");
        }
        try {
            if (past) {
                return new Chosen(ownHistory(), TimeScale.HOURS);
            }
            return traced ? new Chosen(recorded(), TimeScale.HOURS) : new Chosen(described(), TimeScale.STEPS);
        } catch (ScenarioError wrong) {
            throw told(wrong);
        } catch (IllegalArgumentException refused) {
            throw CliFailure.usage("Invalid scenario.", Arguments.sentence(refused), Arguments.seeHelp("simulate"));
        }
    }

    static CliFailure told(ScenarioError wrong) {
        return CliFailure.usage(wrong.what(), wrong.why(), wrong.remedy());
    }

    private Scenario described() throws CliFailure, ScenarioError {
        refuse(OF_TRACES, "It requires --trace.");
        refuse(OF_HISTORY, "It requires --from-history.");
        refuse(OF_RECORDS, "It requires --trace or --from-history.");
        String name = arguments.operand(0, "");
        Path file = here.file(name);
        Assumptions assumptions = assumptions();
        return BuiltInScenarios.names().contains(name) && !Files.exists(file)
                ? BuiltInScenarios.named(name, assumptions)
                : XmlScenario.read(file, assumptions);
    }

    private Assumptions assumptions() throws CliFailure {
        double spread = StudyFlags.number(arguments, "spread", 0, 0.999, Assumptions.USUAL.spread());
        int least = Assumptions.USUAL.leastReboot();
        int most = Assumptions.USUAL.mostReboot();
        String reboot = arguments.text("reboot");
        if (reboot != null) {
            Matcher written = REBOOT.matcher(reboot);
            if (!written.matches()) {
                throw arguments.unusable("reboot", "'" + reboot + "' is not written as 1-5 or 3.");
            }
            least = Integer.parseInt(written.group(1));
            most = written.group(2) == null ? least : Integer.parseInt(written.group(2));
        }
        return new Assumptions(spread, least, most);
    }

    private Scenario recorded() throws CliFailure, ScenarioError {
        refuse(OF_FILES, "It applies only to a scenario file; a trace has its own values.");
        refuse(OF_HISTORY, "It requires --from-history.");
        String workload = arguments.text("workload");
        if (workload == null) {
            throw CliFailure.usage(
                    "--trace requires --workload.",
                    "A trace says when machines are up, not what work there is.",
                    "Add --workload JOBS.csv or --workload JOBS.swf.gz.");
        }
        String speeds = arguments.text("speeds");
        return RecordedScenario.of(
                AvailabilityTrace.read(file("trace")),
                speeds == null ? HostSpeeds.equal() : HostSpeeds.read(here.file(speeds)),
                WorkloadFile.read(here.file(workload)),
                pace(),
                watch());
    }

    private Scenario ownHistory() throws CliFailure, ScenarioError {
        refuse(OF_FILES, "It applies only to a scenario file; a history has its own values.");
        refuse(OF_TRACES, "It requires --trace.");
        Pace pace = pace();
        String data = arguments.text("data");
        Path directory = data == null ? here.home().resolve("server") : here.file(data);
        try {
            Duration span = arguments.span("since");
            Instant since = span == null ? Instant.EPOCH : Instant.now().minus(span);
            StorePast past = StorePast.read(directory, DatabaseFlags.read(arguments, here), since);
            return OwnHistory.scenario(past, since, pace, watch());
        } catch (StoreUnusable unusable) {
            throw CliFailure.usage(unusable.what(), unusable.why(), unusable.next());
        }
    }

    private Duration watch() throws CliFailure {
        Duration watch = arguments.span("watch");
        return watch == null ? Duration.ZERO : watch;
    }

    private Path file(String flag) {
        return here.file(arguments.text(flag, ""));
    }

    private Pace pace() throws CliFailure {
        if (arguments.has("bag") && arguments.has("load")) {
            throw arguments.unusable("load", "With --bag everything comes at once.");
        }
        if (arguments.has("bag")) {
            return new Pace.AtOnce();
        }
        return arguments.has("load")
                ? new Pace.AtLoad(StudyFlags.number(arguments, "load", 0.001, HIGHEST_LOAD, 1))
                : new Pace.AsRecorded();
    }

    private void refuse(List<String> flags, String why) throws CliFailure {
        @Nullable
        String present = flags.stream().filter(arguments::has).findFirst().orElse(null);
        if (present != null) {
            throw arguments.unusable(present, why);
        }
    }
}
