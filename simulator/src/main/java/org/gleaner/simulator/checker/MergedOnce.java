package org.gleaner.simulator.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * Of a problem every checkpoint follows the one before; the units that its state has given are the tasks that the job
 * has; a result that is merged was there, is merged once, and is in all later states; and the state is on disk.
 */
public final class MergedOnce implements Checker {
    /**
     * A state as its name tells it: simulated hosts save no more than this.
     *
     * @param given so many units were made
     * @param tally tasks whose results were merged, in any order and as often as they were
     */
    public record Tally(int given, List<Integer> tally) {
        public Tally {
            tally = List.copyOf(tally);
        }

        /** The name of the file. */
        public String text() {
            StringBuilder text = new StringBuilder("state/" + given + "/m");
            tally.forEach(task -> text.append('-').append(task));
            return text.toString();
        }

        public static Tally of(Hosting hosting) {
            String[] parts = hosting.state().path().split("/", -1);
            List<Integer> tally = new ArrayList<>();
            String[] tasks = parts[2].split("-", -1);
            for (int i = 1; i < tasks.length; i++) {
                tally.add(Integer.parseInt(tasks[i]));
            }
            return new Tally(Integer.parseInt(parts[1]), tally);
        }
    }

    private final TreeMap<JobId, Hosting> saved = new TreeMap<>();

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.HostSaved host) {
            LedgerJob job = before.job(host.job());
            if (job == null || job.closed()) {
                throw violation("job " + host.job() + ", which is not open, has a checkpoint");
            }
            check(host, job, saved.put(host.job(), host.hosting()));
        } else if (event instanceof GridEvent.JobDeleted deleted) {
            saved.remove(deleted.job());
        } else if (event instanceof GridEvent.JobRetired retired && before.goes(retired)) {
            saved.remove(retired.job());
        }
    }

    private void check(GridEvent.HostSaved host, LedgerJob job, @Nullable Hosting earlier) {
        Hosting now = host.hosting();
        if (now.checkpoint() != (earlier == null ? 0 : earlier.checkpoint() + 1)) {
            throw violation("checkpoint " + now.checkpoint() + " of job " + host.job() + " came behind " + earlier);
        }
        Tally tally = Tally.of(now);
        if (tally.given() != job.spec().tasks()) {
            throw violation("the host of job " + host.job() + " made " + tally.given() + " units, and the job has "
                    + job.spec().tasks() + " tasks");
        }
        TreeSet<Integer> merged = new TreeSet<>(tally.tally());
        if (merged.size() != tally.tally().size()) {
            throw violation("job " + host.job() + " has merged a result twice: " + tally);
        }
        for (int task : merged) {
            if (task > job.spec().tasks() || job.stored(task) != TaskState.DONE) {
                throw violation("job " + host.job() + " has merged task " + task + ", which is not done");
            }
        }
        if (earlier != null && !merged.containsAll(Tally.of(earlier).tally())) {
            throw violation("job " + host.job() + " has lost a merged result: " + earlier + ", then " + now);
        }
        if (now.merged() != merged.size()) {
            throw violation("job " + host.job() + " says that it merged " + now.merged() + ": " + tally);
        }
    }

    @Override
    public void ran(BatchRun batch) {
        saved.forEach((job, hosting) -> {
            if (!batch.disk().content().test(hosting.state().hash())) {
                throw violation("the state of job " + job + " is not on the server: " + hosting);
            }
        });
    }
}
