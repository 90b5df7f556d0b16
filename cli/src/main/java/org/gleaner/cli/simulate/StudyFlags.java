package org.gleaner.cli.simulate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Strategies;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.Options;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.console.CliFailure;

/** What is tried, how often and on how many threads: the flags that say so, and what they mean. */
final class StudyFlags {
    static final Flag STRATEGIES = Flag.one("strategies", "A,B", "strategies to try (all)");
    static final Flag REDUNDANCY = Flag.one("redundancy", "A,B", "rules for copies to try: off, plain, computed");
    static final Flag SET = Flag.many("set", "NAME=VALUE", "a setting of the server, as for 'gleaner config set'");
    static final Flag SEEDS = Flag.one("seeds", "N", "how many runs");
    static final Flag FROM_SEED = Flag.one("from-seed", "S", "the first seed (1)");
    static final Flag THREADS = Flag.one("threads", "N", "runs in parallel (one per processor)");

    private static final int MOST_SEEDS = 10_000;
    private static final int MOST_THREADS = 1024;
    private static final int MOST_MINUTES = 1_000_000;
    private static final int USUAL_TIMEOUT = 3;

    /** Settings that a simulation has another word for, or no use. */
    private static final Map<String, String> NOT_HERE = new TreeMap<>(Map.of(
            Setting.STRATEGY.word(), "Use --strategies instead.",
            Setting.REDUNDANCY.word(), "Use --redundancy instead.",
            Setting.LOST_AFTER.word(), "Use --timeout instead.",
            Setting.LONG_CALL.word(), "Leave it out: simulated machines hold no calls open.",
            Setting.COLLECT_TIME.word(), "Leave it out: simulated work is offered at once."));

    private StudyFlags() {}

    static List<Long> seeds(Arguments arguments, int usual) throws CliFailure {
        int count = arguments.count("seeds", 1, usual);
        if (count > MOST_SEEDS) {
            throw arguments.unusable("seeds", "The maximum is " + MOST_SEEDS + ".");
        }
        long first = arguments.count("from-seed", 0, 1);
        return LongStream.range(first, first + count).boxed().toList();
    }

    static int threads(Arguments arguments) throws CliFailure {
        int threads = arguments.count("threads", 1, Runtime.getRuntime().availableProcessors());
        return Math.min(threads, MOST_THREADS);
    }

    static Options options(Arguments arguments) throws CliFailure {
        int minutes = arguments.count("timeout", 0, USUAL_TIMEOUT);
        if (minutes > MOST_MINUTES) {
            throw arguments.unusable("timeout", "The maximum is " + MOST_MINUTES + " minutes.");
        }
        return new Options(minutes * Trial.STEP, false);
    }

    /** Whether flags say which combinations are tried. */
    static boolean saysWhatIsTried(Arguments arguments) {
        return arguments.has("strategies") || arguments.has("redundancy") || arguments.has("set");
    }

    /** Every strategy with every kind of redundancy, kind by kind, so that a picture has a line for each. */
    static List<Combination> combinations(Arguments arguments) throws CliFailure {
        Set<String> strategies = words(arguments, "strategies", String.join(",", Strategies.names()));
        Set<String> redundancies = words(
                arguments,
                "redundancy",
                Redundancies.names().get(Redundancies.names().size() - 1));
        SortedMap<String, String> settings = settings(arguments);
        List<Combination> combinations = new ArrayList<>();
        for (String redundancy : redundancies) {
            check(arguments, "redundancy", () -> Redundancies.named(redundancy));
            for (String strategy : strategies) {
                check(arguments, "strategies", () -> Setting.STRATEGY.check(strategy));
                combinations.add(new Combination(strategy, redundancy, settings));
            }
        }
        return combinations;
    }

    private static Set<String> words(Arguments arguments, String flag, String usual) {
        return new LinkedHashSet<>(List.of(arguments.text(flag, usual).split(",", -1)));
    }

    /** Those that flags say, beyond strategy and redundancy. */
    static SortedMap<String, String> settings(Arguments arguments) throws CliFailure {
        SortedMap<String, String> settings = new TreeMap<>();
        for (String word : arguments.all("set")) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw arguments.unusable("set", "'" + word + "' is not of the form NAME=VALUE.");
            }
            String name = word.substring(0, equals).strip().toLowerCase(Locale.ROOT);
            String value = word.substring(equals + 1).strip();
            String elsewhere = NOT_HERE.get(name);
            if (elsewhere != null) {
                throw CliFailure.usage(
                        "--set " + name + " does not apply to a simulation.",
                        "A simulation sets it with a flag, or has no use for it.",
                        elsewhere);
            }
            check(arguments, "set", () -> Setting.named(name).check(value));
            settings.put(name, value);
        }
        return settings;
    }

    private static void check(Arguments arguments, String flag, Runnable rule) throws CliFailure {
        try {
            rule.run();
        } catch (IllegalArgumentException refused) {
            throw arguments.unusable(flag, Arguments.sentence(refused));
        }
    }

    /** A number with a point, from {@code least} to {@code most}. */
    static double number(Arguments arguments, String flag, double least, double most, double usual) throws CliFailure {
        String text = arguments.text(flag);
        if (text == null) {
            return usual;
        }
        // Written as people do: a JVM would take 0x1p3 and 1f as well.
        if (text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            double value = Double.parseDouble(text);
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw arguments.unusable(flag, "'" + text + "' is not a number from " + least + " to " + most + ".");
    }
}
