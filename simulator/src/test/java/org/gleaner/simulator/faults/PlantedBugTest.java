package org.gleaner.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.simulator.faults.BugHunt.find;

import java.util.List;
import java.util.function.UnaryOperator;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Command;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.checker.Checker;
import org.gleaner.simulator.checker.Checkers;
import org.gleaner.simulator.checker.RefusalsTyped;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A checker that never fails checks nothing, so each has a bug that it finds; so has the world itself. */
@Tag("simulation")
class PlantedBugTest {
    @Test
    void work_that_never_ends_is_found() {
        Step.Factory deaf = (store, random) -> {
            Step step = Step.real(store, random);
            return Plants.step(step, PlantedBugTest::withoutReports, result -> result);
        };
        BrokenRule found =
                find(new RefusalsTyped(), UnaryOperator.identity(), deaf, checker -> !checker.equals("idleness"));

        assertThat(found.checker()).isEqualTo("liveness");
    }

    private static AddressedCommand withoutReports(AddressedCommand one) {
        if (one.command() instanceof Command.Commit commit) {
            CommitCall empty = new CommitCall(commit.call().incarnation(), List.of(), false);
            return new AddressedCommand(one.address(), new Command.Commit(commit.node(), empty, List.of()));
        }
        return one;
    }

    @Test
    void an_agent_that_is_never_given_anything_is_found() {
        BrokenRule found = find(new RefusalsTyped(), UnaryOperator.identity(), (store, random) -> {
            Step step = Step.real(store, random);
            return Plants.step(step, PlantedBugTest::withoutOffer, result -> result);
        });

        assertThat(found.checker()).isEqualTo("idleness");
    }

    private static AddressedCommand withoutOffer(AddressedCommand one) {
        if (one.command() instanceof Command.Sync sync && sync.node().value() == 1) {
            SyncReport said = sync.report();
            SyncReport report = new SyncReport(
                    said.incarnation(), said.sequence(), said.holds(), Capacity.NOTHING, said.load(), said.patience());
            return new AddressedCommand(one.address(), new Command.Sync(sync.node(), report));
        }
        return one;
    }

    @Test
    void every_checker_has_its_planted_bug() {
        List<String> planted = List.of(
                "LoadedEqualsMemory",
                "NothingForgotten",
                "ResultsStand",
                "CountsAddUp",
                "AttemptNumbersGrow",
                "LiveWithinPolicy",
                "FirstAlone",
                "PausedStartNothing",
                "ExpelledCountNoMore",
                "ReservedWithinCapacity",
                "UsedWithinAmounts",
                "MatchesHold",
                "SharedByWeight",
                "PredecessorsFirst",
                "StaleReportsIgnored",
                "RefusalsTyped",
                "NoNodeLostTooEarly",
                "StaysEndForAReason",
                "AnsweredOnce",
                "SubmittedOnce",
                "AllOrNone",
                "GrownInOrder",
                "MergedOnce",
                "GoodResultsTaken",
                "PartialsGoWithResults",
                "ResumedFromEarlier",
                "ResultsFromTheirNode",
                "ContentThere",
                "TakenAsAccepted",
                "QuotasHold",
                "CopiesToldApart",
                "DeadlinesToldOnce",
                "NothingLeft");

        assertThat(Checkers.all().stream().map(Checker::name)).containsExactlyInAnyOrderElementsOf(planted);
    }
}
