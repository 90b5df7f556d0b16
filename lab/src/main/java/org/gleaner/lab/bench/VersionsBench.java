package org.gleaner.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;

/**
 * The same benchmark of two versions in turn, so that a slow moment of the machine hits both alike. Each version runs
 * its own in processes of its own, as its inside can't be measured by another. The least that each figure was in any
 * round counts: whoever else runs on the machine can only make it larger.
 */
record VersionsBench(Costs costs, BenchFrame bench) {
    private static final double MOST_TIMES = 1.1;
    private static final String OLD = "old";
    private static final String NEW = "new";

    /** @param flags of the benchmark itself */
    BenchReport run(Version other, int rounds, List<String> flags)
            throws CliFailure, IOException, InterruptedException {
        List<String> older = words(OLD, other, flags);
        List<String> newer = words(NEW, Version.running(), flags);
        Map<Costs.Place, Double> before = new LinkedHashMap<>();
        Map<Costs.Place, Double> after = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            bench.say("round %d of %d", round, rounds);
            // Who comes first changes: a machine that gets slower or faster favours neither.
            boolean oldFirst = round % 2 == 1;
            keepLeast(oldFirst ? before : after, oldFirst ? older : newer);
            keepLeast(oldFirst ? after : before, oldFirst ? newer : older);
        }
        if (costs.ratios(before, after).isEmpty()) {
            throw new FleetFailure("the two versions have no figures in common");
        }
        bench.notes().add("rounds: " + rounds + "; the lowest figure of each counts");
        return report(other, before, after);
    }

    private List<String> words(String name, Version version, List<String> flags) throws IOException {
        List<String> words = new ArrayList<>(
                version.installed(bench.folder(name), bench.launcher().words()));
        words.addAll(List.of("bench", costs.bench(), "--json"));
        words.addAll(flags);
        return words;
    }

    private void keepLeast(Map<Costs.Place, Double> least, List<String> words)
            throws IOException, InterruptedException {
        // A bar that one of them misses is no matter here.
        Called called = Called.in(bench.folder("run"), new ProcessBuilder(words), Set.of(Exit.OK, Exit.FAILED));
        try {
            costs.in(called.out().getBytes(UTF_8)).forEach((place, figure) -> least.merge(place, figure, Math::min));
        } catch (BadMessage noReport) {
            throw new FleetFailure(
                    "it printed something other than a report: " + called.out().strip());
        }
    }

    private BenchReport report(Version other, Map<Costs.Place, Double> before, Map<Costs.Place, Double> after) {
        FigureTable table = FigureTable.of(
                "This version against " + other.jar().getFileName(), "figure | " + OLD + " | " + NEW + " | new/old");
        for (Map.Entry<Costs.Place, Double> one : before.entrySet()) {
            Double now = after.get(one.getKey());
            if (now != null && one.getValue() > 0) {
                table = table.with(one.getKey().toString(), one.getValue(), now, now / one.getValue());
            }
        }
        List<Bar> bars = new ArrayList<>();
        costs.ratios(before, after)
                .forEach((thing, ratio) -> bars.add(new Bar(thing + ", new against old", ratio, MOST_TIMES, "times")));
        return bench.report(costs.bench(), List.of(table), bars);
    }
}
