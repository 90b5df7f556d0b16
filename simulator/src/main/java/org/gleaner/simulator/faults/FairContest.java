package org.gleaner.simulator.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.simulator.world.Chance;

/**
 * Two owners who want all that there is, when the storm is over: any strategy, any weights, perhaps many types. Whether
 * they share it is for a checker to say.
 */
final class FairContest {
    private static final List<String> STRATEGIES =
            List.of("fifo", "balanced", "uptime", "mixed", "survival", "quantile", Setting.AUTO);
    private static final Owner ADA = new Owner("ada");
    private static final Owner BOB = new Owner("bob");
    /** So many rounds on all slots the one has work for who gets most. */
    private static final int ROUNDS = 14;

    private static final int MOST_TYPES = 4;

    /** It takes longer than the storm, so not every run has one. */
    private static final double HOW_OFTEN = 0.25;

    private final Works works;
    private final Chance chance;
    private final boolean takesPlace;

    FairContest(Works works, Chance chance) {
        this.works = works;
        this.chance = chance;
        this.takesPlace = chance.happens(HOW_OFTEN);
    }

    boolean takesPlace() {
        return takesPlace;
    }

    /** What the keeper sets before: all that whims may have left behind, and what is on trial. */
    List<Command> settings(Caller keeper) {
        List<Command> all = new ArrayList<>();
        for (Setting one :
                List.of(Setting.CHUNK_TIME, Setting.CHUNK_TASKS, Setting.ARRAY_LIMIT, Setting.COLLECT_TIME)) {
            all.add(new Command.ChangeSetting(keeper, one.word(), one.preset()));
        }
        all.add(new Command.ChangeSetting(keeper, Setting.STRATEGY.word(), chance.one(STRATEGIES)));
        all.add(new Command.ChangeSetting(keeper, Setting.FAIRNESS.word(), "weighted"));
        all.add(new Command.ChangeSetting(keeper, Setting.FAIRNESS_WINDOW.word(), "1ms"));
        all.add(new Command.ChangeSetting(
                keeper,
                Setting.WEIGHTS.word(),
                ADA + "=" + chance.between(1, 3) + "," + BOB + "=" + chance.between(1, 3)));
        return all;
    }

    /** @param slots of all agents together */
    List<Command> submissions(int slots) {
        List<Command> all = new ArrayList<>();
        int types = chance.happens(0.5) ? 1 : chance.between(2, MOST_TYPES);
        for (int type = 0; type < types; type++) {
            all.add(submission(ADA, "many" + type, (ROUNDS * slots + types - 1) / types));
        }
        all.add(submission(BOB, "one", ROUNDS * slots));
        return all;
    }

    private Command submission(Owner owner, String name, int tasks) {
        int seconds = chance.between(4, 6);
        works.add(name, new Works.Kind(Duration.ofSeconds(seconds - 1), Duration.ofSeconds(seconds), false));
        JobSpec spec = new JobSpec(
                name,
                name,
                new CommandLine.Words(List.of("work", "{}")),
                new ArrayShape.Range(1, tasks, 1),
                List.of(),
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
        return new Command.Submit(new Caller(owner, false), spec, List.of(), null, List.of());
    }
}
