package org.gleaner.cli.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.cli.verb.DatabaseFlags;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonLimits;
import org.gleaner.protocol.json.PastWhatIfJson;
import org.gleaner.protocol.message.PastQuestion;
import org.gleaner.protocol.message.PastResult;
import org.gleaner.protocol.message.PastResult.OfTasks;
import org.gleaner.protocol.message.PastResult.Took;
import org.gleaner.server.store.StorePast;
import org.gleaner.server.store.StoreUnusable;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.Experiment;
import org.gleaner.simulator.experiment.Options;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.scenario.Scenario;
import org.gleaner.simulator.scenario.ScenarioError;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** {@code simulate --suppose}: a server's own past, as it was and as it would have been if the pool had differed. */
record PastContrast(PastQuestion question, OwnHistory.Pair pair) {
    /**
     * What strategies draw differs from one to the next; machines and work are the same in all of them. Of so many the
     * median of what may come is hardly ever beyond the least and the most.
     */
    private static final int RUNS = 5;

    static PastContrast read(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        if (!arguments.has("supervised") || !arguments.has("from-history")) {
            throw arguments.unusable("suppose", "It requires --from-history and --supervised.");
        }
        String data = arguments.text("data");
        Path directory = data == null ? here.home().resolve("server") : here.file(data);
        try {
            PastQuestion question = Json.read(
                    Files.readAllBytes(here.file(arguments.text("suppose", ""))), PastWhatIfJson::readQuestion);
            StorePast past = StorePast.read(directory, DatabaseFlags.read(arguments, here), question.since());
            return new PastContrast(question, OwnHistory.pair(past, question));
        } catch (BadMessage wrong) {
            throw arguments.unusable("suppose", "The file is not one that a server writes.");
        } catch (StoreUnusable unusable) {
            throw CliFailure.usage(unusable.what(), unusable.why(), unusable.next());
        } catch (ScenarioError wrong) {
            throw ScenarioFlags.told(wrong);
        }
    }

    PastResult run(Study.Watcher watcher) {
        List<RunResult> now = new ArrayList<>();
        List<RunResult> then = new ArrayList<>();
        watcher.told(0, 2 * RUNS);
        for (int seed = 1; seed <= RUNS; seed++) {
            now.add(run(pair.now(), question.now(), seed));
            watcher.told(now.size() + then.size(), 2 * RUNS);
            then.add(run(pair.then(), question.then(), seed));
            watcher.told(now.size() + then.size(), 2 * RUNS);
        }
        return result(now, then);
    }

    private PastResult result(List<RunResult> now, List<RunResult> then) {
        Map<String, Took> before = took(now);
        Map<String, Took> after = took(then);
        List<OfTasks> owners = new ArrayList<>();
        for (RunResult.OwnerResult one : now.get(0).owners()) {
            Took was = before.get(one.owner());
            Took were = after.get(one.owner());
            if (was != null && were != null) {
                List<Took> each = each(now, one.owner());
                List<Took> instead = each(then, one.owner());
                owners.add(new OfTasks(
                        new Owner(one.owner()),
                        one.tasks(),
                        was,
                        were,
                        gained(each, instead, Took::mean),
                        gained(each, instead, Took::last)));
            }
        }
        owners.sort(Comparator.comparingLong(OfTasks::tasks).reversed());
        return new PastResult(
                question.since(), RUNS, owners.stream().limit(JsonLimits.ROWS).toList());
    }

    private RunResult run(Scenario scenario, Map<String, String> said, long seed) {
        SortedMap<String, String> settings = new TreeMap<>(said);
        String strategy = settings.remove(Setting.STRATEGY.word());
        String redundancy = settings.remove(Setting.REDUNDANCY.word());
        if (strategy == null || redundancy == null) {
            throw new IllegalArgumentException("a strategy and a rule for copies are needed");
        }
        Trial trial = scenario.trial(seed);
        RunResult result = Experiment.run(
                trial,
                new Combination(strategy, redundancy, settings),
                new Options(question.timeout().toMillis(), false));
        return result;
    }

    private interface Taken {
        @Nullable
        Duration of(Took took);
    }

    /** Run by run; null: in one of them something was never done. */
    private static PastResult.@Nullable Range gained(List<Took> now, List<Took> then, Taken taken) {
        List<Duration> gains = new ArrayList<>();
        for (int run = 0; run < now.size(); run++) {
            Duration was = taken.of(now.get(run));
            Duration were = taken.of(then.get(run));
            if (was == null || were == null) {
                return null;
            }
            gains.add(was.minus(were));
        }
        return PastResult.Range.of(gains);
    }

    /** How long it took an owner's tasks in each run. */
    private static List<Took> each(List<RunResult> runs, String owner) {
        return runs.stream()
                .map(run -> Objects.requireNonNull(took(List.of(run)).get(owner)))
                .toList();
    }

    private static Map<String, Took> took(List<RunResult> runs) {
        Map<String, Took> took = new LinkedHashMap<>();
        for (RunResult.OwnerResult one : runs.get(0).owners()) {
            double mean = 0;
            @Nullable Long last = 0L;
            for (RunResult run : runs) {
                RunResult.OwnerResult same = run.owners().stream()
                        .filter(other -> other.owner().equals(one.owner()))
                        .findFirst()
                        .orElseThrow();
                mean += same.meanFlow();
                // A run that ends with open tasks ends at its limit, and says so of those whose tasks these are.
                boolean never = run.unfinished() > 0 && same.finished() >= run.makespan();
                last = last == null || never ? null : Long.valueOf(last + same.finished());
            }
            took.put(
                    one.owner(),
                    new Took(
                            Duration.ofMillis(Math.round(mean / runs.size())),
                            last == null ? null : Duration.ofMillis(last / runs.size())));
        }
        return took;
    }
}
