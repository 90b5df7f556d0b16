package org.gleaner.simulator.checker;

import java.util.List;

/** All checkers, new for each run, as they remember what they saw. */
public final class Checkers {
    private Checkers() {}

    public static List<Checker> all() {
        return List.of(
                new RefusalsTyped(),
                new AnsweredOnce(),
                new ResultsStand(),
                new AttemptNumbersGrow(),
                new LiveWithinPolicy(),
                new FirstAlone(),
                new DeadlinesToldOnce(),
                new PausedStartNothing(),
                new ExpelledCountNoMore(),
                new ReservedWithinCapacity(),
                new UsedWithinAmounts(),
                new MatchesHold(),
                new SharedByWeight(),
                new PredecessorsFirst(),
                new TakenAsAccepted(),
                new StaleReportsIgnored(),
                new SubmittedOnce(),
                new AllOrNone(),
                new GrownInOrder(),
                new MergedOnce(),
                new CountsAddUp(),
                new NoNodeLostTooEarly(),
                new StaysEndForAReason(),
                new LoadedEqualsMemory(),
                new NothingForgotten(),
                new PartialsGoWithResults(),
                new ResumedFromEarlier(),
                new GoodResultsTaken(),
                new ResultsFromTheirNode(),
                new ContentThere(),
                new QuotasHold(),
                new CopiesToldApart(),
                new NothingLeft());
    }
}
