package org.gleaner.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.gleaner.core.grid.Store;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.checker.Checker;
import org.gleaner.simulator.checker.Checkers;

/** Runs seeds with a planted bug until the checker that looks for it has found it. */
final class BugHunt {
    private static final int SEEDS = 1_000;
    private static final List<Integer> KNOWN = List.of(1, 2, 3, 4, 8, 9, 12, 75);

    private BugHunt() {}

    /** Seeds that have found something come first: to look for them takes longer than all else. */
    static List<Integer> seeds(List<Integer> known, int most) {
        List<Integer> seeds = new ArrayList<>(known);
        for (int seed = 1; seed <= most; seed++) {
            seeds.add(seed);
        }
        return seeds;
    }

    /** What agents and jobs violate that wait for ever. */
    private static final Set<String> STANDSTILL = Set.of("idleness", "liveness");

    /** Runs seeds until one is violated. */
    static BrokenRule find(Checker checker, UnaryOperator<Store> disk, Step.Factory steps) {
        return find(checker, disk, steps, name -> true);
    }

    /** As above; a bug that makes agents stand idle or jobs stand still as well must still be seen by the checker. */
    static BrokenRule find(Checker checker, UnaryOperator<Store> disk, Step.Factory steps, Predicate<String> counts) {
        for (int seed : seeds(KNOWN, SEEDS)) {
            Disk honest = Disk.inMemory();
            Disk spoilt = new Disk(disk.apply(honest.store()), honest.history());
            Checker fresh = Checkers.all().stream()
                    .filter(one -> one.name().equals(checker.name()))
                    .findFirst()
                    .orElseThrow();
            try {
                new FaultWorld(seed, new FaultWorld.Parts(spoilt, steps, List.of(fresh)), new Coverage()).run();
            } catch (BrokenRule e) {
                if (counts.test(e.checker())) {
                    return e;
                }
            }
        }
        return fail("no seed found the planted bug");
    }

    static void assertFoundOnDisk(Checker checker, UnaryOperator<Store> disk) {
        BrokenRule found = find(checker, disk, Step::real, name -> !STANDSTILL.contains(name));
        assertThat(found.checker()).isEqualTo(checker.name());
    }

    static void assertFoundInStep(Checker checker, Step.Factory steps) {
        assertThat(find(checker, UnaryOperator.identity(), steps).checker()).isEqualTo(checker.name());
    }
}
