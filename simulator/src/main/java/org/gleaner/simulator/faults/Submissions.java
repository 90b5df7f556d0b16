package org.gleaner.simulator.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Aside;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.Feedback;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.job.TakenFile;
import org.gleaner.core.job.Turn;
import org.gleaner.core.job.Workplace;
import org.gleaner.simulator.world.Chance;
import org.jspecify.annotations.Nullable;

/** Invents jobs of every kind. */
final class Submissions {
    /**
     * A job that somebody wants done, or several.
     *
     * @param together whether they come as a bundle, all or none
     */
    record Wish(Bundle bundle, boolean together, @Nullable SubmissionKey key) {
        /** The first of them. */
        JobSpec spec() {
            return bundle.specs().get(0);
        }

        List<EntryPage> pages() {
            return bundle.members().get(0).pages();
        }
    }

    /** A job that its owner knows to be there. */
    record Known(JobId job, int tasks) {}

    /** Where some machines have a directory in common. */
    static final String SHARED = "/shared";

    /** Licences with which each task can run. */
    static final String ENOUGH = "matlab=2";

    private final FaultMix mix;
    private final Works works;
    private final Chance chance;
    private int count;

    Submissions(FaultMix mix, Works works, Chance chance) {
        this.mix = mix;
        this.works = works;
        this.chance = chance;
    }

    /** @param mine what the owner submitted before, for the new job to wait for */
    Wish next(Owner owner, List<Known> mine, Instant now) {
        return next(owner, mine, now, true);
    }

    /** @param alone whether it comes by itself, so that it may be one that grows */
    private Wish next(Owner owner, List<Known> mine, Instant now, boolean alone) {
        String name = "job" + ++count;
        Known before = !mine.isEmpty() && chance.happens(0.4) ? chance.one(mine) : null;
        boolean each = before != null && chance.happens(0.5);
        ArrayShape array = before != null && each
                ? new ArrayShape.Range(1, before.tasks(), 1)
                : grower(array(), alone, before != null);
        JobSpec spec = new JobSpec(
                name,
                chance.one(List.of("a", "b", "c")),
                new CommandLine.Words(List.of("work", "{}")),
                array,
                inputs(),
                outputs(),
                using(needs()),
                limits(),
                workplace(),
                timed(turn(before, each, mine), now),
                chance.happens(0.3) ? new Feedback(null, true, null) : Feedback.AT_THE_END,
                Aside.NOTHING,
                null);
        boolean quick = chance.happens(0.4);
        works.add(
                name,
                new Works.Kind(
                        Duration.ofMillis(quick ? 20 : 500),
                        quick ? Duration.ofMillis(900) : Duration.ofSeconds(chance.between(2, 60)),
                        chance.happens(0.7)));
        SubmissionKey key = chance.happens(0.85) ? new SubmissionKey(owner, "key-" + name, chance.number()) : null;
        return new Wish(Bundle.of(spec, pages(name, array)), false, key);
    }

    /** Some that come together and wait for each other, now and then in a circle. */
    Wish several(Owner owner, List<Known> mine, Instant now) {
        List<Wish> wishes = new ArrayList<>();
        for (int i = chance.between(2, 4); i > 0; i--) {
            wishes.add(next(owner, mine, now, false));
        }
        boolean backwards = chance.happens(0.5);
        List<Bundle.Member> members = new ArrayList<>();
        for (int i = 0; i < wishes.size(); i++) {
            List<Predecessor> after = new ArrayList<>();
            for (int j = 0; j < wishes.size(); j++) {
                boolean later = backwards ? j > i : j < i;
                if (i != j && chance.happens(later ? 0.5 : 0.02)) {
                    boolean even =
                            wishes.get(i).spec().tasks() == wishes.get(j).spec().tasks();
                    boolean each = even && chance.happens(0.5);
                    after.add(new Predecessor(
                            new JobId(j + 1L), new Ordinals(List.of()), each, each ? When.DONE : when()));
                }
            }
            members.add(new Bundle.Member(wishes.get(i).spec(), wishes.get(i).pages(), after));
        }
        return new Wish(new Bundle(members), true, wishes.get(0).key());
    }

    /** The entries of a job, as its works expect them. */
    static List<EntryPage> pages(String job, ArrayShape array) {
        if (!(array instanceof ArrayShape.Listed listed) || listed.size() == 0) {
            return List.of();
        }
        List<Entry> entries = new ArrayList<>();
        for (int ordinal = 1; ordinal <= listed.size(); ordinal++) {
            entries.add(Works.entry(job, ordinal));
        }
        return List.of(new EntryPage(0, entries));
    }

    private ArrayShape array() {
        int most = mix.size().tasks();
        return switch (chance.between(1, 3)) {
            case 1 -> new ArrayShape.Single();
            case 2 -> new ArrayShape.Range(5, 5 + 3L * chance.between(0, most - 1), 3);
            default -> new ArrayShape.Listed(chance.between(1, most));
        };
    }

    /** Of lists many, some without a task; of those that wait for others few, which are refused. By no draw. */
    private ArrayShape grower(ArrayShape array, boolean alone, boolean waits) {
        boolean grows = alone && (waits ? count % 8 == 0 : count % 4 != 0);
        return grows && array instanceof ArrayShape.Listed listed
                ? new ArrayShape.Listed(count % 3 == 0 ? 0 : listed.size(), listed.columns(), true)
                : array;
    }

    List<InputFile> inputs() {
        if (chance.happens(0.6)) {
            return List.of();
        }
        BlobHash hash = works.freshBlob();
        return List.of(new InputFile("in.txt", hash, 10, false));
    }

    private List<OutputFile> outputs() {
        return chance.happens(0.5) ? List.of() : List.of(new OutputFile("out.txt", false));
    }

    private Requirements needs() {
        if (chance.happens(0.6)) {
            return Requirements.ONE_CORE;
        }
        int cores = chance.happens(0.05) ? 9 : chance.between(1, 3);
        return new Requirements(
                cores,
                chance.happens(0.5) ? new MemorySize(chance.between(1, 2500)) : null,
                null,
                platform(),
                chance.happens(0.05),
                Amounts.NONE);
    }

    /** By no draw, so that seeds stay what they were. */
    private Requirements using(Requirements needs) {
        List<String> uses = switch (count % 8) {
            case 1 -> List.of("gpu=1");
            case 3 -> List.of("matlab=1");
            case 6 -> List.of("gpu=2", "matlab=2");
            default -> List.of();
        };
        return new Requirements(
                needs.cores(), needs.memory(), needs.disk(), needs.platform(), needs.exclusive(), Amounts.parse(uses));
    }

    /** Sometimes a directory that several machines share, in which no two attempts of a task may meet. */
    private Workplace workplace() {
        return chance.happens(0.15)
                ? new Workplace(Map.of(), SHARED + "/there", null, List.of(), false)
                : Workplace.PLAIN;
    }

    private Turn turn(@Nullable Known before, boolean each, List<Known> mine) {
        List<Predecessor> after = new ArrayList<>();
        if (before != null) {
            int last = chance.between(1, before.tasks() + (chance.happens(0.05) ? 1 : 0));
            boolean all = chance.happens(0.7);
            Ordinals tasks = all ? new Ordinals(List.of()) : Ordinals.range(chance.between(1, last), last);
            When end = each ? When.DONE : when();
            after.add(new Predecessor(before.job(), tasks, each, end, end == When.DONE ? taken() : List.of()));
            if (chance.happens(0.3)) {
                after.add(new Predecessor(chance.one(mine).job(), new Ordinals(List.of()), false, when()));
            }
        }
        return new Turn(
                chance.happens(0.3) ? chance.between(-2, 2) : 0,
                chance.happens(0.2) ? chance.between(1, 3) : 1,
                after,
                null,
                false);
    }

    /** Often; by no draw, so that seeds stay what they were. Not every job leaves an output, but all may print. */
    private List<TakenFile> taken() {
        return switch (count % 4) {
            case 0 -> List.of(new TakenFile("out.txt", ""));
            case 1 -> List.of(new TakenFile("stdout", ""));
            case 2 -> List.of(new TakenFile("", ""), new TakenFile("stdout", ""));
            default -> List.of();
        };
    }

    /** Some begin later, some when they are resumed. */
    private Turn timed(Turn turn, Instant now) {
        Instant begin = chance.happens(0.08) ? now.plusSeconds(chance.between(1, 90)) : null;
        return new Turn(turn.priority(), turn.weight(), turn.after(), begin, deadline(now), chance.happens(0.03));
    }

    /** Many; one that is past now and then, which is refused. By no draw, so that seeds stay what they were. */
    private @Nullable Deadline deadline(Instant now) {
        return switch (count % 7) {
            case 1 -> new Deadline(now.plusSeconds(20));
            case 3 -> new Deadline(now.plusSeconds(count % 2 == 0 ? 60 : 180));
            case 5 -> count % 3 == 0 ? new Deadline(now.minusSeconds(1)) : null;
            default -> null;
        };
    }

    private When when() {
        return chance.happens(0.6) ? When.DONE : chance.happens(0.5) ? When.ANY : When.FAILED;
    }

    private Platform platform() {
        if (chance.happens(0.6)) {
            return Platform.ANY;
        }
        return new Platform(
                chance.happens(0.3) ? "linux" : null,
                chance.happens(0.3) ? "amd64" : null,
                chance.happens(0.5) ? List.of(new RuntimeVersion("python", "3.8")) : List.of(),
                chance.happens(0.3) ? List.of("gpu") : List.of(),
                chance.happens(0.03),
                chance.happens(0.15) ? machines() : Machines.ANY);
    }

    /** By a tag that some machines have, or by what nobody may be called any more. */
    private Machines machines() {
        List<String> words = List.of(chance.happens(0.7) ? "gpu" : "n" + chance.between(1, 4));
        return chance.happens(0.5) ? new Machines(words, List.of(), null) : new Machines(List.of(), words, null);
    }

    private JobLimits limits() {
        Duration time = chance.happens(0.3) ? Duration.ofSeconds(chance.between(3, 40)) : null;
        return new JobLimits(
                time,
                chance.happens(0.1) ? 60 : chance.between(1, 4),
                chance.happens(0.5) ? 20 : chance.between(1, 3),
                chance.happens(0.2) ? chance.between(1, 5) : 0,
                chance.happens(0.3),
                chance.happens(0.3) ? chance.between(1, 3) : 0,
                chance.happens(0.3) ? chance.between(1, 3) : JobLimits.MOST_COPIES,
                time == null ? null : time.dividedBy(2),
                null,
                chance.happens(0.15));
    }
}
