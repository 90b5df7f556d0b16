package org.gleaner.core.placing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.ReadyLine.Rank;
import org.gleaner.core.scheduling.Candidate;
import org.gleaner.core.scheduling.Preference;

/** Offerable jobs that are alike for the scheduler, in the order of their turns. Confined to {@link ReadyGroups}. */
public final class ReadyGroup {
    /** Grows with each that comes, so that it tells their order. */
    private final long number;

    private final ReadyGroups.Key key;
    private final TypeTally ofType;
    /** Jobs with ready tasks that were never lost. */
    private final ReadyLine fresh = new ReadyLine();
    /** Jobs with ready tasks that were, by the octave of how long the first of them had run. */
    private final TreeMap<Integer, ReadyLine> returned = new TreeMap<>();

    ReadyGroup(long number, ReadyGroups.Key key, TypeTally ofType) {
        this.number = number;
        this.key = key;
        this.ofType = ofType;
    }

    /** What decides whether it goes before other jobs of its owner. */
    public static Preference preference(OpenJob job) {
        return Preference.of(job.spec().turn().priority(), job.startBy());
    }

    long number() {
        return number;
    }

    public ReadyGroups.Key key() {
        return key;
    }

    /** The job that goes before the others. */
    public OpenJob first() {
        OpenJob first = fresh.jobs.isEmpty() ? null : fresh.first();
        for (ReadyLine line : returned.values()) {
            OpenJob other = line.first();
            first = first == null || Rank.of(other).compareTo(Rank.of(first)) < 0 ? other : first;
        }
        return Objects.requireNonNull(first);
    }

    /** Whether a task of the job is ready that was lost. */
    public boolean hasReturned(OpenJob job) {
        Rank rank = Rank.of(job);
        return returned.values().stream().anyMatch(line -> line.jobs.containsKey(rank));
    }

    /** Jobs with ready tasks that were never lost. */
    Collection<OpenJob> fresh() {
        return fresh.jobs.values();
    }

    /** The first of the jobs with ready tasks that had run about so long when they were lost. */
    OpenJob firstReturned(Candidate candidate) {
        return Objects.requireNonNull(returned.get(octave(candidate.ran()))).first();
    }

    /** How many of its tasks could start now if there were a node for each. */
    int startable() {
        int sum = fresh.tasks();
        for (ReadyLine line : returned.values()) {
            sum += line.tasks();
        }
        return sum;
    }

    boolean isEmpty() {
        return fresh.jobs.isEmpty() && returned.isEmpty();
    }

    void enter(OpenJob job, CountedJob now) {
        Rank rank = new Rank(now.preference(), job.id());
        if (now.fresh()) {
            fresh.jobs.put(rank, job);
        }
        if (now.returned() > 0) {
            returned.computeIfAbsent(octave(now.returned()), octave -> new ReadyLine())
                    .jobs
                    .put(rank, job);
        }
        count(now, 1);
    }

    void leave(OpenJob job, CountedJob before) {
        Rank rank = new Rank(before.preference(), job.id());
        count(before, -1);
        if (before.fresh()) {
            fresh.jobs.remove(rank);
        }
        if (before.returned() > 0) {
            int octave = octave(before.returned());
            ReadyLine line = Objects.requireNonNull(returned.get(octave));
            line.jobs.remove(rank);
            if (line.jobs.isEmpty()) {
                returned.remove(octave);
            }
        }
    }

    /** Adds what waits of a job, or takes it away. */
    void count(CountedJob job, int sign) {
        fresh.count(sign * job.freshTasks());
        if (job.returned() > 0) {
            Objects.requireNonNull(returned.get(octave(job.returned()))).count(sign * job.returnedTasks());
        }
    }

    boolean isCounted() {
        int sum = 0;
        for (OpenJob job : fresh.jobs.values()) {
            sum += job.startable() - Math.min(job.startable(), job.past().ready());
        }
        for (ReadyLine line : returned.values()) {
            for (OpenJob job : line.jobs.values()) {
                sum += Math.min(job.startable(), job.past().ready());
            }
        }
        return sum == startable();
    }

    private static int octave(double minutes) {
        return Math.getExponent(minutes);
    }

    /** What nodes with this room could take of it: its tasks that were lost, and those that were not. */
    List<Candidate> candidates(KnownCandidates.Room room) {
        // One that is gone fits nothing: the number of what it wanted may be that of something else by now.
        if (isEmpty() || !room.takes(key)) {
            return List.of();
        }
        List<Candidate> found = new ArrayList<>(2);
        for (ReadyLine line : returned.values()) {
            found.add(candidate(line, line.first().past().least()));
        }
        if (!fresh.jobs.isEmpty()) {
            found.add(candidate(fresh, 0));
        }
        return found;
    }

    private Candidate candidate(ReadyLine line, double ran) {
        Rank first = line.jobs.firstKey();
        return new Candidate(number, key.type(), first.job(), first.preference(), ofType, line, ran);
    }
}
