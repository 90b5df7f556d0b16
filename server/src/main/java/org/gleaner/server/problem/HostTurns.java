package org.gleaner.server.problem;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Whose problem gets the next host: that of the owner who has the fewest, and of these the one who was served longest
 * ago. A turn can't be taken away while its host is at work, however long that takes. So one owner never has all
 * hosts, if there are two or more: it takes more than one to keep somebody else waiting, and then only until the first
 * of these turns is over. Pure but for what it remembers; guarded by whoever has it.
 */
final class HostTurns {
    /** So many owners are remembered; those before them count as served longer ago than all of these. */
    private static final int MOST_OWNERS = 1_000;

    private final Map<JobId, Owner> working = new HashMap<>();
    /** When, in turns; those served longest ago first. */
    private final LinkedHashMap<Owner, Long> served = new LinkedHashMap<>();

    private long now;

    /** A problem, and whose it is. */
    record DueProblem(JobId job, Owner owner) {}

    /**
     * Who gets a turn now; empty: nobody.
     *
     * @param due in the order in which they became so; of those that have a turn nothing is taken
     */
    Optional<DueProblem> next(Iterable<DueProblem> due, int hosts) {
        return working.size() < hosts ? best(due, counts(null), most(hosts)) : Optional.empty();
    }

    void begins(DueProblem one) {
        working.put(one.job(), one.owner());
        serve(one.owner());
    }

    void ends(JobId job) {
        Owner owner = working.remove(job);
        if (owner != null) {
            serve(owner);
        }
    }

    boolean isWorking(JobId job) {
        return working.containsKey(job);
    }

    /** How many have a turn. */
    int size() {
        return working.size();
    }

    /**
     * Whether this one, which has a turn, is to give it up when its round is over, as another would get it.
     *
     * @param more whether it would wait for the next turn itself, after all that are due
     */
    boolean makesRoom(JobId job, boolean more, Iterable<DueProblem> due, int hosts) {
        Owner owner = working.get(job);
        if (owner == null) {
            return false;
        }
        int most = most(hosts);
        Map<Owner, Integer> counts = counts(null);
        if (working.size() > hosts || count(counts, owner) > most) {
            return true;
        }
        if (next(due, hosts).isPresent()) {
            // That one needs no room.
            return false;
        }
        Map<Owner, Integer> without = counts(job);
        DueProblem other = best(due, without, most).orElse(null);
        return other != null && !(more && count(without, owner) < count(without, other.owner()));
    }

    private static int most(int hosts) {
        return Math.max(1, hosts - 1);
    }

    private Optional<DueProblem> best(Iterable<DueProblem> due, Map<Owner, Integer> counts, int most) {
        DueProblem best = null;
        for (DueProblem one : due) {
            if (!working.containsKey(one.job())
                    && count(counts, one.owner()) < most
                    && (best == null || isBefore(one.owner(), best.owner(), counts))) {
                best = one;
            }
        }
        return Optional.ofNullable(best);
    }

    private boolean isBefore(Owner one, Owner other, Map<Owner, Integer> counts) {
        int difference = count(counts, one) - count(counts, other);
        return difference == 0 ? servedAt(one) < servedAt(other) : difference < 0;
    }

    private long servedAt(Owner owner) {
        return served.getOrDefault(owner, 0L);
    }

    private static int count(Map<Owner, Integer> counts, Owner owner) {
        return counts.getOrDefault(owner, 0);
    }

    private Map<Owner, Integer> counts(@Nullable JobId except) {
        Map<Owner, Integer> counts = new HashMap<>();
        working.forEach((job, owner) -> {
            if (!job.equals(except)) {
                counts.merge(owner, 1, Integer::sum);
            }
        });
        return counts;
    }

    private void serve(Owner owner) {
        served.remove(owner);
        served.put(owner, ++now);
        if (served.size() > MOST_OWNERS) {
            Iterator<Owner> longestAgo = served.keySet().iterator();
            longestAgo.next();
            longestAgo.remove();
        }
    }
}
