package org.gleaner.cli.simulate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Flag;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Surroundings;
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
import org.jspecify.annotations.Nullable;

/** On what it is tried: a scenario's file, one that is built in, or a trace with a workload. */
final class ScenarioFlags {
    static final List<Flag> ALL = List.of(
            Flag.one("spread", "0.2", "FILE.xml: a task's duration differs by up to this part of its type's"),
            Flag.one("reboot", "1-5", "FILE.xml: how many steps a machine is away after a failure"),
            Flag.one("trace", "F.csv", "when real machines were up: host,start_s,end_s; also .gz"),
            Flag.one("workload", "F", "what they shall do: .csv or .swf, also .gz"),
            Flag.one("speeds", "F.csv", "how fast they are: host,speed, or hosts,gflops_per_host; alike unless told"),
            Flag.on("bag", "all of the workload at once"),
            Flag.one("load", "0.7", "arrivals stretched to this part of what the machines can do; else as recorded"),
            Flag.one("watch", "SPAN", "how long the machines are watched before the work comes; 0s unless told"));

    private static final List<String> OF_TRACES = List.of("workload", "speeds", "bag", "load", "watch");
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
        if (traced == !arguments.operands().isEmpty()) {
            throw CliFailure.usage(
                    "What is to be simulated?",
                    traced
                            ? "Both a file and --trace were given; it can only be one."
                            : "Neither a file nor --trace nor --faults was given.",
                    "Write 'gleaner simulate FILE.xml'; built in are " + String.join(", ", BuiltInScenarios.names())
                            + ".");
        }
        try {
            return traced ? new Chosen(recorded(), TimeScale.HOURS) : new Chosen(described(), TimeScale.STEPS);
        } catch (ScenarioError wrong) {
            throw told(wrong);
        } catch (IllegalArgumentException refused) {
            throw CliFailure.usage(
                    "The scenario can't be used as it is.", Arguments.sentence(refused), Arguments.seeHelp("simulate"));
        }
    }

    static CliFailure told(ScenarioError wrong) {
        return CliFailure.usage(wrong.what(), wrong.why(), wrong.remedy());
    }

    private Scenario described() throws CliFailure, ScenarioError {
        refuse(OF_TRACES, "It belongs to --trace.");
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
        refuse(List.of("spread", "reboot"), "It belongs to a scenario's file; a trace says all of it.");
        String workload = arguments.text("workload");
        if (workload == null) {
            throw CliFailure.usage(
                    "--trace lacks its --workload.",
                    "A trace says when machines are up, not what they shall do.",
                    "Add --workload JOBS.csv or --workload JOBS.swf.gz.");
        }
        if (arguments.has("bag") && arguments.has("load")) {
            throw arguments.unusable("load", "With --bag everything comes at once.");
        }
        String speeds = arguments.text("speeds");
        Duration watch = arguments.span("watch");
        return RecordedScenario.of(
                AvailabilityTrace.read(file("trace")),
                speeds == null ? HostSpeeds.equal() : HostSpeeds.read(here.file(speeds)),
                WorkloadFile.read(here.file(workload)),
                pace(),
                watch == null ? Duration.ZERO : watch);
    }

    private Path file(String flag) {
        return here.file(arguments.text(flag, ""));
    }

    private Pace pace() throws CliFailure {
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
